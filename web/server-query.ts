import { InfiniteQueryObserver, QueryObserver, useQueryClient } from '@tanstack/react-query'

/**
 * React Query for the server build. A server neither loads nor watches anything during a render, so a query is read from the cache without
 * a subscription, and the same options are read once.
 */
export * from '@tanstack/react-query'

type Options = ConstructorParameters<typeof QueryObserver>[1]

/** What the options of this page's queries have read. */
let results = new WeakMap<object, object>()

/** Forgets all results. Call it before each page. */
export function forgetResults(): void {
  results = new WeakMap()
}

const reader = (Observer: typeof QueryObserver) => (options: Options) => {
  const client = useQueryClient()
  const known = results.get(options)
  if (known) return known
  const defaulted = client.defaultQueryOptions({ ...options, _optimisticResults: 'optimistic' } as Options)
  const result = new Observer(client, defaulted).getCurrentResult()
  results.set(options, result)
  return result
}

export const useQuery = reader(QueryObserver)
export const useInfiniteQuery = reader(InfiniteQueryObserver as unknown as typeof QueryObserver)
