import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Creator, ListingCard } from '../../../workers/listings/listings.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { ListState } from '../../lib/ListState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { useToggleListing } from '../../queries/toggle-listing.ts'
import { openDialog, useGate } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import { CardGrid, CardList, CardSkeletons, cardsOf } from '../cards/CardList.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { KindSection } from '../cards/KindSection.tsx'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import { isLongEnough } from './latest-request.ts'
import css from './SearchPage.module.css'

const SentApplications = lazyComponent(() => import('../applications/SentApplications.tsx'), ['applications'])

/** The word in the URL that opens the page "My listings" instead of a search. */
const MINE = 'userId'

/** `/search/:query` */
export default function SearchPage({ params }: PageProps) {
  const text = params.query?.trim() ?? ''
  return text === MINE ? <Mine /> : <Found key={text} text={text} />
}

function Found({ text }: { text: string }) {
  const { t } = useLingui()
  useTitle(t`“${text}”`)
  return (
    <div className={`wrap ${css.page}`}>
      <h1>
        <Trans>Results for “{text}”</Trans>
      </h1>
      {!isLongEnough(text) ? (
        <EmptyState
          drawing="search"
          title={<Trans>The search text is too short</Trans>}
          text={<Trans>Enter at least two letters, or one Japanese character.</Trans>}
        />
      ) : (
        <Results text={text} />
      )}
    </div>
  )
}

/** The people, services, jobs and events that a search finds. */
function Results({ text }: { text: string }) {
  const found = [
    ['services', useInfiniteQuery(cardsQuery({ type: 'services', text }))],
    ['jobs', useInfiniteQuery(cardsQuery({ type: 'jobs', text }))],
    ['events', useInfiniteQuery(cardsQuery({ type: 'events', text }))],
  ] as const
  const queries = found.map(([, query]) => query)
  const people = queries.flatMap(({ data }) => data?.pages[0]?.creators ?? [])
  return (
    <ListState
      queries={queries}
      isEmpty={queries.every((query) => !cardsOf(query).length)}
      skeleton={<CardSkeletons />}
      empty={
        <EmptyState
          drawing="search"
          title={<Trans>Nothing found for “{text}”</Trans>}
          text={<Trans>Try another word, or a shorter one. Both English and Japanese are searched.</Trans>}
        >
          <ButtonLink href={paths.tab('services')}>
            <Trans>See all services</Trans>
          </ButtonLink>
        </EmptyState>
      }
    >
      <People people={[...new Map(people.map((person) => [person.user_id, person])).values()]} />
      {found.map(([type, query]) => (
        <KindSection key={type} type={type} query={query} eager={4} />
      ))}
    </ListState>
  )
}

/** People whose name matches the search. */
function People({ people }: { people: Creator[] }) {
  if (!people.length) return null
  return (
    <section className={css.people}>
      <h2>
        <Trans>People</Trans>
      </h2>
      <ul>
        {people.map(({ user_id, name, title, image }) => (
          <li key={user_id}>
            <Link href={paths.person(user_id)}>
              <Avatar name={name} image={image} size={48} />
              <span className={css.words}>
                <bdi className="cut">{name}</bdi>
                {title && (
                  <span className="cut small mute">
                    <UserText text={title} />
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The viewer's own listings of every kind, and their applications. */
function Mine() {
  const { t } = useLingui()
  const viewer = useViewer()
  const gate = useGate()
  const [, navigate] = useLocation()
  const [tab, setTab] = useState<ListType | 'applications'>('services')
  useTitle(t`My listings`)
  if (viewer === null)
    return (
      <div className="wrap">
        <h1 className="unseen">
          <Trans>My listings</Trans>
        </h1>
        <EmptyState
          drawing="listings"
          title={<Trans>Log in to see your listings</Trans>}
          text={<Trans>You can see and edit them after you log in.</Trans>}
        >
          <Button look="primary" onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        </EmptyState>
      </div>
    )
  const posts: Record<ListType, string> = { services: t`Post a service`, jobs: t`Post a job`, events: t`Post an event` }
  const kind = tab === 'applications' ? null : tab
  const tabs = [
    ['services', t`Services`],
    ['jobs', t`Jobs`],
    ['events', t`Events`],
    ['applications', t`My applications`],
  ] as const
  return (
    <div className={`wrap ${css.page}`}>
      <header className={css.head}>
        <h1>
          <Trans>My listings</Trans>
        </h1>
        {kind && (
          <Button look="primary" icon="plus" onClick={() => gate(() => navigate(paths.list(kind)))}>
            {posts[kind]}
          </Button>
        )}
      </header>
      {viewer ? (
        <Tabs label={t`My listings`} tabs={tabs} value={tab} onChange={setTab}>
          <div className={css.panel}>
            <h2 className="unseen">{tabs.find(([name]) => name === tab)![1]}</h2>
            {kind ? (
              <Own key={kind} type={kind} userId={viewer.user_id} />
            ) : (
              <Suspense fallback={<CardSkeletons />}>
                <SentApplications />
              </Suspense>
            )}
          </div>
        </Tabs>
      ) : (
        <CardSkeletons />
      )}
    </div>
  )
}

/** The viewer's own listings of a kind, including hidden ones, each with the switch to publish or hide it. */
function Own({ type, userId }: { type: ListType; userId: number }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(cardsQuery({ type, userId }))
  const texts: Record<ListType, string> = {
    services: t`Describe what you offer, the price and the delivery time. It takes a few minutes.`,
    jobs: t`Describe the work and the pay. People apply, or bid with their own price.`,
    events: t`A meetup, a workshop, a concert: say when and where, and let people request to join.`,
  }
  const empty = (
    <EmptyState
      drawing={type === 'services' ? 'listings' : type}
      title={<Trans>You have not posted anything yet</Trans>}
      text={texts[type]}
    />
  )
  return (
    <CardList query={query} empty={empty}>
      {(cards) => (
        <CardGrid cards={cards}>
          {(card, isEager) => (
            <div className={css.one}>
              <ServiceCard card={card} eager={isEager} note={<CardNote card={card} />} />
              <OwnRow card={card} />
            </div>
          )}
        </CardGrid>
      )}
    </CardList>
  )
}

function OwnRow({ card: { id, listType, title, enabled } }: { card: ListingCard }) {
  const { t } = useLingui()
  const toggle = useToggleListing(id, listType)
  const change = (on: boolean) => toggle.mutate(on, { onError: (error) => toast(errorText(error), 'bad') })
  return (
    <div className={css.own}>
      <Switch
        label={
          <>
            {enabled ? <Trans>Live</Trans> : <Trans>Hidden</Trans>}
            <span className="unseen"> {title}</span>
          </>
        }
        checked={enabled}
        onChange={change}
      />
      <ButtonLink small icon="pencil" href={paths.list(listType, id)} aria-label={t`Edit ${title}`}>
        <Trans>Edit</Trans>
      </ButtonLink>
    </div>
  )
}
