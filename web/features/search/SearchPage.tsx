import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'
import type { PageProps } from '../../routes.tsx'
import { openDialog, useGate } from '../../shell/dialogs.tsx'
import { useTitle } from '../../shell/title.ts'
import { useViewer } from '../../shell/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { cardGrid, ServiceCard, ServiceCardSkeleton } from '../../ui/ServiceCard.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { type CardFilter, cardsQuery } from '../home/queries.ts'
import { longEnough } from './latest.ts'
import css from './SearchPage.module.css'

/** The search that is none: one's own services, the hidden ones too. */
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
      {!longEnough(text) ? (
        <EmptyState
          drawing="search"
          title={<Trans>A little more, please</Trans>}
          text={<Trans>Two letters are enough to search, or one character of Japanese.</Trans>}
        />
      ) : (
        <Results filter={{ type: 'services', text }}>
          <EmptyState
            drawing="search"
            title={<Trans>Nothing found for “{text}”</Trans>}
            text={<Trans>Try another word, or a shorter one. Both English and Japanese are searched.</Trans>}
          >
            <ButtonLink href={paths.tab('services')}>
              <Trans>See all services</Trans>
            </ButtonLink>
          </EmptyState>
        </Results>
      )}
    </div>
  )
}

function Mine() {
  const { t } = useLingui()
  const viewer = useViewer()
  const gate = useGate()
  const [, navigate] = useLocation()
  useTitle(t`My listings`)
  const post = () => gate(() => navigate(paths.list('services')))
  if (viewer === null)
    return (
      <div className="wrap">
        <h1 className="unseen">
          <Trans>My listings</Trans>
        </h1>
        <EmptyState drawing="search" title={<Trans>Your listings wait inside</Trans>} text={<Trans>Log in to see what you offer.</Trans>}>
          <Button look="primary" onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        </EmptyState>
      </div>
    )
  return (
    <div className={`wrap ${css.page}`}>
      <header className={css.head}>
        <h1>
          <Trans>My listings</Trans>
        </h1>
        <Button look="primary" icon="plus" onClick={post}>
          <Trans>Post a service</Trans>
        </Button>
      </header>
      {viewer && (
        <Results filter={{ type: 'services', userId: viewer.user_id }} mine>
          <EmptyState
            drawing="search"
            title={<Trans>You have not posted anything yet</Trans>}
            text={<Trans>Say what you do well, for how much and by when. It takes a few minutes.</Trans>}
          />
        </Results>
      )}
    </div>
  )
}

/** Pages of cards; `children` stands where there are none. `mine` adds what an owner does with them. */
function Results({ filter, mine, children }: { filter: CardFilter; mine?: boolean; children: ReactNode }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(cardsQuery(filter))
  const { data, error, isPending, isFetching, refetch } = query
  const cards = data?.pages.flatMap((page) => page.services) ?? []
  if (isPending)
    return (
      <div className={cardGrid} role="status" aria-label={t`Loading`}>
        {[0, 1, 2, 3].map((i) => (
          <ServiceCardSkeleton key={i} />
        ))}
      </div>
    )
  if (error && !cards.length) return <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
  if (!cards.length) return children
  return (
    <>
      <h2 className="unseen">
        <Trans>Services</Trans>
      </h2>
      <div className={cardGrid}>
        {cards.map((card, i) => (
          <div key={card.id} className={css.one}>
            <ServiceCard card={card} eager={i < 4} />
            {mine && (
              <p className={css.own}>
                {card.enabled ? (
                  <Chip tone="leaf">
                    <Trans>On offer</Trans>
                  </Chip>
                ) : (
                  <Chip tone="amber">
                    <Trans>Hidden</Trans>
                  </Chip>
                )}
                <ButtonLink small icon="pencil" href={paths.list(card.listType, card.id)}>
                  <Trans>Edit</Trans>
                </ButtonLink>
              </p>
            )}
          </div>
        ))}
      </div>
      <LoadMore query={query} />
    </>
  )
}
