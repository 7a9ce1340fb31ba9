import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'

const queryClient = new QueryClient()
const $get = vi.fn(async () => Response.json({ ids: [1, 2] }))
vi.mock('../lib/api.ts', () => ({ queryClient, listings: { getSavedIds: { $get } } }))
const { loadSavedIds, markSaved, savedIdsQuery } = await import('./saved-ids.ts')

const shown = () => queryClient.getQueryData(savedIdsQuery.queryKey)
beforeEach(() => queryClient.clear())

it('shows a change at once, and knows the other ids if they were loaded before', async () => {
  await queryClient.fetchQuery(savedIdsQuery)
  expect(markSaved(3, true)).toBe(true)
  expect(markSaved(1, false)).toBe(true)
  expect(shown()).toEqual([2, 3])
})

it('a change before the ids are loaded, as by the heart of a guest who logs in, leaves the others to be loaded after it', async () => {
  const stop = new QueryObserver(queryClient, savedIdsQuery).subscribe(() => {})
  expect(markSaved(3, true)).toBe(false)
  expect(markSaved(4, true)).toBe(false)
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(shown()).toEqual([3, 4])
  $get.mockResolvedValueOnce(Response.json({ ids: [1, 2, 3, 4] }))
  await loadSavedIds()
  expect(shown()).toEqual([1, 2, 3, 4])
  expect(markSaved(5, true)).toBe(true)
  stop()
})
