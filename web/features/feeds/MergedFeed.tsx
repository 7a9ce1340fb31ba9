import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { ListState } from '../../lib/ListState.tsx'
import { LoadError } from '../../lib/LoadError.tsx'
import { store } from '../../lib/storage.ts'
import { readJson } from '../../lib/stored-json.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { type PostFeed, postFeedQuery } from '../../queries/posts.ts'
import { useViewer } from '../../session/viewer.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CardSkeletons, cardsOf, Grid } from '../cards/CardList.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { PostCard } from '../cards/PostCard.tsx'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import css from './FeedPage.module.css'
import { type Merged, mergeFeeds } from './merge-feeds.ts'
import { markSeen, type Seen } from './seen.ts'

type Item = Merged<ListingCard, Post>

/** Cards on the first screen. */
const EAGER = 4

/**
 * What this browser had seen of a feed before this visit; null until the feed is shown. `newest` is the id of the newest listing; 0 without
 * one.
 */
function useSeenBefore(feed: PostFeed, newest: number | undefined, by: number): Seen | null {
  const [before, setBefore] = useState<Seen | null>(null)
  useEffect(() => {
    if (newest === undefined) return
    const key = `feed-seen.${feed}`
    const seen = markSeen(readJson<Seen>(key), newest, Date.now(), by)
    store(key, JSON.stringify(seen))
    setBefore(seen)
  }, [feed, newest, by])
  return before
}

/** The listings and posts of a feed as one list. If one of the two cannot be loaded, the other is shown. */
function useMergedFeed(feed: PostFeed) {
  const listings = useInfiniteQuery(cardsQuery({ feed }))
  const posts = useInfiniteQuery(postFeedQuery(feed))
  const cards = cardsOf(listings)
  // A post may be on two pages, if another one was published meanwhile.
  const shownPosts = [...new Map(posts.data?.pages.flatMap((page) => page.posts).map((post) => [post.pid, post])).values()]
  const items = mergeFeeds(
    { items: cards, time: ({ createdAt }) => createdAt, hasMore: listings.hasNextPage && !listings.isFetchNextPageError },
    { items: shownPosts, time: ({ created }) => created, hasMore: posts.hasNextPage && !posts.isFetchNextPageError },
  )
  const end = items.at(-1)?.at ?? Number.POSITIVE_INFINITY
  // Of a list with loaded items that are not shown yet, no more are needed.
  const needsCards = listings.hasNextPage && (cards.at(-1)?.createdAt ?? end) >= end
  const needsPosts = posts.hasNextPage && (shownPosts.at(-1)?.created ?? end) >= end
  const more = {
    hasNextPage: listings.hasNextPage || posts.hasNextPage,
    isFetchingNextPage: listings.isFetchingNextPage || posts.isFetchingNextPage,
    error: listings.isFetchNextPageError ? listings.error : posts.isFetchNextPageError ? posts.error : null,
    fetchNextPage: () => Promise.all([needsCards && listings.fetchNextPage(), needsPosts && posts.fetchNextPage()]),
  }
  return { listings, posts, items, more }
}

/** Whether a list could not be loaded, perhaps only at the first try. */
const isDown = ({ data, failureCount }: Pick<UseQueryResult, 'data' | 'failureCount'>): boolean => !data && failureCount > 0

/** Listings and posts, newest first, those since the last visit apart; `empty` when there are none. */
export function MergedFeed({ feed, empty }: { feed: PostFeed; empty: ReactNode }) {
  const { listings, posts, items, more } = useMergedFeed(feed)
  const viewer = useViewer()
  const newest = listings.data && (listings.data.pages[0]?.services[0]?.id ?? 0)
  const seen = useSeenBefore(feed, newest, feed === 'following' ? (viewer?.user_id ?? 0) : 0)
  const isNew = (item: Item) => seen !== null && ('first' in item ? item.first.id > seen.before : item.second.created * 1000 > seen.since)
  const skeleton = <CardSkeletons count={8} />
  const [failed, other] = isDown(listings) ? [listings, posts] : isDown(posts) ? [posts, listings] : []
  // The part that did not fail is shown while the other one is tried again.
  if (failed && !isDown(other!))
    return (
      <>
        <Notice tone="amber">
          {failed === listings ? <Trans>The listings could not be loaded.</Trans> : <Trans>The posts could not be loaded.</Trans>}
          {failed.error && <LoadError query={failed} />}
        </Notice>
        {other!.data ? <Shown items={items} isNew={isNew} more={more} /> : skeleton}
      </>
    )
  return (
    <ListState
      queries={[listings, posts]}
      isEmpty={!items.length}
      skeleton={skeleton}
      empty={<Suspense fallback={skeleton}>{empty}</Suspense>}
    >
      <Shown items={items} isNew={isNew} more={more} />
    </ListState>
  )
}

interface ShownProps {
  items: Item[]
  isNew: (item: Item) => boolean
  more: ReturnType<typeof useMergedFeed>['more']
}

function Shown({ items, isNew, more }: ShownProps) {
  return (
    <>
      {items.some(isNew) ? (
        <>
          <section>
            <h2 className={css.part}>
              <Trans>New since your last visit</Trans>
            </h2>
            <Items items={items.filter(isNew)} />
          </section>
          <section>
            <h2 className={css.part}>
              <Trans>Earlier</Trans>
            </h2>
            <Items items={items.filter((item) => !isNew(item))} />
          </section>
        </>
      ) : (
        <section>
          <h2 className="unseen">
            <Trans>Listings and posts</Trans>
          </h2>
          <Items items={items} />
        </section>
      )}
      <LoadMore query={more} />
    </>
  )
}

function Items({ items }: { items: Item[] }) {
  return (
    <Grid>
      {items.map((item, i) =>
        'first' in item ? (
          <ServiceCard key={`l${item.first.id}`} card={item.first} eager={i < EAGER} note={<CardNote card={item.first} />} />
        ) : (
          <PostCard key={`p${item.second.pid}`} post={item.second} eager={i < EAGER} />
        ),
      )}
    </Grid>
  )
}
