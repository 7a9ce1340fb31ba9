import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { sharedListQuery } from '../../queries/saved-lists.ts'
import { useTitle } from '../../session/title.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CardGrid, CardList } from '../cards/CardList.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import { listName } from './change-saved.ts'
import css from './ListPage.module.css'
import { WrongLink } from './WrongLink.tsx'

/** `/lists/:token`: a list as its owner shares it. */
export default function SharedListPage({ params }: PageProps) {
  const query = useInfiniteQuery(sharedListQuery(params.token!))
  const list = query.data?.pages[0]
  const owner = list?.owner
  const isGone = query.error instanceof ApiError && query.error.status === 404
  useTitle(list && listName(list.name))
  if (isGone)
    return (
      <div className="wrap">
        <WrongLink />
      </div>
    )
  return (
    <div className={`wrap ${css.page}`}>
      {list && (
        <header className={css.head}>
          <div>
            <h1 dir="auto">{listName(list.name)}</h1>
            {owner && (
              <p className="mute">
                <Trans>
                  A list by <bdi>{owner}</bdi>
                </Trans>
              </p>
            )}
          </div>
        </header>
      )}
      <CardList
        query={query}
        empty={
          <EmptyState
            drawing="saved"
            title={<Trans>Nothing to see at the moment</Trans>}
            text={<Trans>None of the saved listings is available now.</Trans>}
          />
        }
      >
        {(cards) => (
          <>
            <h2 className="unseen">
              <Trans>Listings</Trans>
            </h2>
            <CardGrid cards={cards}>
              {(card, isEager) => <ServiceCard card={card} eager={isEager} note={<CardNote card={card} />} />}
            </CardGrid>
          </>
        )}
      </CardList>
    </div>
  )
}
