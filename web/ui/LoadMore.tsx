import { Trans } from '@lingui/react/macro'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from './Button.tsx'
import css from './LoadMore.module.css'

/** Loads the next page of a list, or retries; nothing after the last page. */
export function LoadMore({
  query,
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'error'> & { fetchNextPage: () => unknown }
}) {
  if (!query.hasNextPage) return null
  return (
    <div className={css.more}>
      <Button onClick={() => query.fetchNextPage()} busy={query.isFetchingNextPage}>
        {query.error ? <Trans>Something went wrong. Try again</Trans> : <Trans>Show more</Trans>}
      </Button>
    </div>
  )
}
