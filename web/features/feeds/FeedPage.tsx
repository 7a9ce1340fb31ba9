import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
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
import { MergedFeed } from './MergedFeed.tsx'
import { People } from './People.tsx'

/** `/news/`, `/trending/` and `/following/`: the newest, the trending and the followed members' listings, of every kind, with posts. */
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
          {feed === 'news' ? (
            <Trans>New listings and posts, newest first.</Trans>
          ) : (
            <Trans>Most ordered and saved this week, then newest.</Trans>
          )}
        </p>
      </header>
      {feed === 'news' ? <MergedFeed feed="news" empty={<NoServices />} /> : <Listings empty={<NoServices />} />}
    </div>
  )
}

function NoServices() {
  return (
    <EmptyState
      drawing="listings"
      title={<Trans>No services yet</Trans>}
      text={<Trans>Be the first to post one. It takes a few minutes.</Trans>}
    >
      <ButtonLink look="primary" href={paths.list('services')}>
        <Trans>Post a service</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

/** The listings and posts of the members that the viewer follows. Guests are asked to log in. */
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
          <Trans>Listings and posts of people you follow, newest first.</Trans>
        </p>
      </header>
      {guest ? (
        <EmptyState
          drawing="people"
          title={<Trans>Log in to see who you follow</Trans>}
          text={<Trans>To see listings and posts here, follow people whose work you like.</Trans>}
        >
          <Button look="primary" onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        </EmptyState>
      ) : viewer ? (
        <>
          <People />
          <MergedFeed
            feed="following"
            empty={
              <EmptyState
                drawing="people"
                title={<Trans>Nothing here yet</Trans>}
                text={
                  <Trans>
                    Open the profile of somebody whose work you like and press Follow. Their new listings and posts appear here.
                  </Trans>
                }
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

/** The trending listings; `empty` when there are none. */
function Listings({ empty }: { empty: ReactNode }) {
  const query = useInfiniteQuery(cardsQuery({ feed: 'trending' }))
  return (
    <CardList query={query} skeletons={8} empty={empty}>
      {(cards) => (
        <section>
          <h2 className="unseen">
            <Trans>Listings</Trans>
          </h2>
          <CardGrid cards={cards}>
            {(card, isEager) => <ServiceCard card={card} eager={isEager} note={<CardNote card={card} />} />}
          </CardGrid>
        </section>
      )}
    </CardList>
  )
}
