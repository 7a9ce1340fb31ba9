import { type AnyUseQueryOptions, QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { firstKeys } from './lib/first-keys.ts'
import * as server from './server-query.ts'

const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
client.setQueryData(firstKeys.user, { name: 'Aiko' })
client.setQueryData(firstKeys.figures, { pages: [{ next: 2 }], pageParams: [null] })

/** The result of a hook in a server's render. */
function resultOf(hook: () => unknown): object {
  let result: unknown
  const Reader = () => {
    result = hook()
    return null
  }
  renderToString(
    <QueryClientProvider client={client}>
      <Reader />
    </QueryClientProvider>,
  )
  return JSON.parse(JSON.stringify(result)) as object
}

const load = { queryFn: () => Promise.resolve(null) }
const OPTIONS: Record<string, AnyUseQueryOptions> = {
  'an answer': { ...load, queryKey: firstKeys.user },
  'a part of an answer': { ...load, queryKey: firstKeys.user, select: ({ name }: { name: string }) => name },
  'no answer': { ...load, queryKey: firstKeys.savedIds },
  'a query that is not asked': { ...load, queryKey: firstKeys.savedIds, enabled: false },
  'a query with a placeholder': { ...load, queryKey: firstKeys.savedIds, placeholderData: [1] },
}

beforeEach(() => server.forgetResults())

describe('a query on a server gives what React Query gives', () => {
  it.each(Object.entries(OPTIONS))('for %s', (_, options) => {
    const expected = resultOf(() => useQuery(options))
    expect(resultOf(() => server.useQuery(options))).toEqual(expected)
    expect(resultOf(() => server.useQuery(options))).toEqual(expected)
  })

  it('for the pages of a list', () => {
    const list = { ...load, queryKey: firstKeys.figures, initialPageParam: null, getNextPageParam: () => 2 }
    const result = resultOf(() => server.useInfiniteQuery(list))
    expect(result).toEqual(resultOf(() => useInfiniteQuery(list)))
    expect(result).toMatchObject({ hasNextPage: true, data: { pages: [{ next: 2 }] } })
  })
})

it('a new page reads the cache again', () => {
  const options = OPTIONS['an answer']!
  resultOf(() => server.useQuery(options))
  client.setQueryData(firstKeys.user, { name: 'Mio' })
  server.forgetResults()
  expect(resultOf(() => server.useQuery(options))).toMatchObject({ data: { name: 'Mio' } })
})
