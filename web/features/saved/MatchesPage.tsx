import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ListState } from '../../lib/ListState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { useMarkThingRead } from '../../queries/notifications.ts'
import { matchesQuery, savedSearchesQuery, useMarkMatchesSeen } from '../../queries/saved-searches.ts'
import { useTitle } from '../../session/title.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { CardSkeletons } from '../cards/CardList.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import list from './ListPage.module.css'
import css from './MatchesPage.module.css'
import { MemberOnly } from './MemberOnly.tsx'
import page from './SavedPage.module.css'
import { SavedTabs } from './SavedTabs.tsx'
import { savedPaths } from './saved-paths.ts'
import { searchName } from './search-name.ts'

/** `/saved/new`: new listings that match the viewer's saved searches, of the last 30 days. Notifications lead here. */
export default function MatchesPage(_: PageProps) {
  const { t } = useLingui()
  useTitle(t`New for you`)
  return (
    <MemberOnly skeleton={<CardSkeletons />}>
      <Matches />
    </MemberOnly>
  )
}

function Matches() {
  const query = useInfiniteQuery(matchesQuery)
  const searches = useQuery(savedSearchesQuery).data ?? []
  const matches = query.data?.pages.flatMap((page) => page.matches) ?? []
  const { mutate: markSeen } = useMarkMatchesSeen()
  const newest = matches[0]?.isNew ? matches[0].id : undefined
  useMarkThingRead('saved', 'new')
  useEffect(() => {
    if (newest !== undefined) markSeen(newest)
  }, [newest, markSeen])
  return (
    <>
      <header className={page.head}>
        <h1>
          <Trans>New for you</Trans>
        </h1>
      </header>
      <SavedTabs current="new" />
      <ListState
        queries={[query]}
        isEmpty={!matches.length}
        skeleton={<CardSkeletons />}
        empty={
          <EmptyState
            drawing="search"
            title={<Trans>Nothing new yet</Trans>}
            text={<Trans>New listings that match your saved searches and categories appear here for 30 days.</Trans>}
          >
            <ButtonLink look="primary" href={savedPaths.searches}>
              <Trans>See your searches</Trans>
            </ButtonLink>
          </EmptyState>
        }
      >
        <h2 className="unseen">
          <Trans>Listings</Trans>
        </h2>
        <ul className={list.grid}>
          {matches.map(({ id, searchId, isNew, card }) => {
            const search = searches.find((one) => one.id === searchId)
            return (
              <li key={id} className={list.one}>
                <ServiceCard card={card} note={<CardNote card={card} />} />
                <p className={`small ${css.found}`}>
                  {isNew && (
                    <b className={css.new}>
                      <Trans>New</Trans>
                    </b>
                  )}
                  {search && <bdi className="mute">{searchName(search)}</bdi>}
                </p>
              </li>
            )
          })}
        </ul>
        <LoadMore query={query} />
      </ListState>
    </>
  )
}
