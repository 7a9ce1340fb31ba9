import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Feed, ListingCard } from '../../../workers/listings/listings.schema.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { store } from '../../lib/storage.ts'
import { readJson } from '../../lib/stored-json.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CardGrid, CardList, CardSkeletons } from '../cards/CardList.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import css from './FeedPage.module.css'
import { People } from './People.tsx'
import { markSeen, type Seen } from './seen.ts'

/** `/news/`, `/trending/` and `/following/`: the newest, the trending and the followed members' listings, of every kind. */
export default function FeedPage(_: PageProps) {
  const [path] = useLocation()
  const feed = (['trending', 'following'] as const).find((name) => path.startsWith(`/${name}`)) ?? 'news'
  return feed === 'following' ? <Following /> : <Public feed={feed} />
}

function Public({ feed }: { feed: 'news' | 'trending' }) {
  const { t } = useLingui()
  const title = feed === 'news' ? t`News Feeds` : t`Trending`
  useTitle(title)
  return (
    <div className={`wrap ${css.page}`}>
      <header>
        <h1>{title}</h1>
        <p>
          {feed === 'news' ? <Trans>New listings, newest first.</Trans> : <Trans>Most ordered and saved this week, then newest.</Trans>}
        </p>
      </header>
      <Listings
        feed={feed}
        empty={
          <EmptyState
            drawing="listings"
            title={<Trans>No services yet</Trans>}
            text={<Trans>Be the first to post one. It takes a few minutes.</Trans>}
          >
            <ButtonLink look="primary" href={paths.list('services')}>
              <Trans>Post a service</Trans>
            </ButtonLink>
          </EmptyState>
        }
      />
    </div>
  )
}

/** The listings of the members that the viewer follows. Guests are asked to log in. */
function Following() {
  const { t } = useLingui()
  const viewer = useViewer()
  const guest = viewer === null
  useTitle(t`Following`)
  useEffect(() => {
    if (guest) openDialog('login')
  }, [guest])
  return (
    <div className={`wrap ${css.page}`}>
      <header>
        <h1>
          <Trans>Following</Trans>
        </h1>
        <p>
          <Trans>Listings of people you follow, newest first.</Trans>
        </p>
      </header>
      {guest ? (
        <EmptyState
          drawing="people"
          title={<Trans>Log in to see who you follow</Trans>}
          text={<Trans>To see listings here, follow people whose work you like.</Trans>}
        >
          <Button look="primary" onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        </EmptyState>
      ) : viewer ? (
        <>
          <People />
          <Listings
            feed="following"
            empty={
              <EmptyState
                drawing="people"
                title={<Trans>Nothing here yet</Trans>}
                text={<Trans>Open the profile of somebody whose work you like and press Follow. Their new listings appear here.</Trans>}
              >
                <ButtonLink look="primary" href={paths.trending()}>
                  <Trans>See what is trending</Trans>
                </ButtonLink>
              </EmptyState>
            }
          />
        </>
      ) : (
        <CardSkeletons count={8} />
      )}
    </div>
  )
}

/**
 * The id of the newest listing that this browser had seen of a feed before this visit; null until the feed is shown, and for the trending
 * feed, which is not sorted by age.
 */
function useSeenBefore(feed: Feed, newest: number | undefined, by: number): number | null {
  const [before, setBefore] = useState<number | null>(null)
  useEffect(() => {
    if (feed === 'trending' || newest === undefined) return
    const key = `feed-seen.${feed}`
    const seen = markSeen(readJson<Seen>(key), newest, Date.now(), by)
    store(key, JSON.stringify(seen))
    setBefore(seen.before)
  }, [feed, newest, by])
  return before
}

/** The listings of a feed, those since the last visit apart; `empty` when there are none. */
function Listings({ feed, empty }: { feed: Feed; empty: ReactNode }) {
  const query = useInfiniteQuery(cardsQuery({ feed }))
  const viewer = useViewer()
  const before = useSeenBefore(feed, query.data?.pages[0]?.services[0]?.id, feed === 'following' ? (viewer?.user_id ?? 0) : 0)
  const isNew = ({ id }: ListingCard) => before !== null && id > before
  const grid = (cards: ListingCard[]) => (
    <CardGrid cards={cards}>{(card, isEager) => <ServiceCard card={card} eager={isEager} note={<CardNote card={card} />} />}</CardGrid>
  )
  return (
    <CardList query={query} skeletons={8} empty={empty}>
      {(cards) =>
        cards.some(isNew) ? (
          <>
            <section>
              <h2 className={css.part}>
                <Trans>New since your last visit</Trans>
              </h2>
              {grid(cards.filter(isNew))}
            </section>
            <section>
              <h2 className={css.part}>
                <Trans>Earlier</Trans>
              </h2>
              {grid(cards.filter((card) => !isNew(card)))}
            </section>
          </>
        ) : (
          <section>
            <h2 className="unseen">
              <Trans>Listings</Trans>
            </h2>
            {grid(cards)}
          </section>
        )
      }
    </CardList>
  )
}
