import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { useToggleListing } from '../../queries/toggle-listing.ts'
import { openDialog, useGate } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { CardGrid, CardList, CardSkeletons } from '../cards/CardList.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import { isLongEnough, searchTextOf } from './latest-request.ts'
import { Results } from './Results.tsx'
import css from './SearchPage.module.css'

const SentApplications = lazyComponent(() => import('../applications/SentApplications.tsx'), ['applications'])

/** The word in the URL that opens the page "My listings" instead of a search. */
const MINE = 'userId'

/** `/search/:query` */
export default function SearchPage({ params }: PageProps) {
  const text = searchTextOf(params.query ?? '')
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
