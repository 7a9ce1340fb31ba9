import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from './lazy-component.ts'

/** Loaded with the first error. */
export const ErrorState = lazyComponent(async () => ({ default: (await import('./ErrorState.tsx')).ErrorState }))

/**
 * A list in one of its four states: `skeleton` until every query has an answer, an error with a retry, `empty`, or `children`. The error
 * of one query is shown for all of them, and the retry loads all again.
 */
export function ListState({
  queries,
  isEmpty,
  skeleton,
  empty,
  children,
}: {
  queries: readonly Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>[]
  isEmpty: boolean
  skeleton: ReactNode
  empty: ReactNode
  children: ReactNode
}) {
  // If the update of a visible list fails, the list stays.
  const failed = queries.find(({ data, error }) => error && (isEmpty || !data))
  if (failed)
    return (
      <Suspense fallback={skeleton}>
        <ErrorState
          error={failed.error}
          onRetry={() => Promise.all(queries.map(({ refetch }) => refetch()))}
          busy={queries.some(({ isFetching }) => isFetching)}
        />
      </Suspense>
    )
  if (queries.some(({ data }) => !data)) return skeleton
  return isEmpty ? empty : children
}
