import { useMutation } from '@tanstack/react-query'
import type { Alert, SavedSearch } from '../../workers/listings/saved/searches.schema.ts'
import { isTimeZone } from '../../workers/listings/time-zones.schema.ts'
import { listings, queryClient } from '../lib/api.ts'
import { ownZone } from '../lib/dates.ts'
import { keys } from '../lib/query-keys.ts'
import { savedSearchesQuery } from './saved-searches.ts'

// Separate from saved-searches.ts, because the names of time zones are large.

/** The body of saveSearch: the fields of the call `query`, as text. */
export type SavedQueryBody = Parameters<typeof listings.saveSearch.$post>[0]['json']['query']

/** The time zone of the browser, in which a daily alert comes in the morning if the settings have none. */
const timeZone = (): string => (isTimeZone(ownZone()) ? ownZone() : 'UTC')

const put = (search: SavedSearch) =>
  queryClient.setQueryData(savedSearchesQuery.queryKey, (all = []) =>
    all.some(({ id }) => id === search.id) ? all.map((one) => (one.id === search.id ? search : one)) : [search, ...all],
  )

/** Saves a search, or follows a category. */
export const useSaveSearch = () =>
  useMutation({
    mutationFn: async (body: { query: SavedQueryBody; name: string; alert: Alert }) =>
      (await (await listings.saveSearch.$post({ json: { ...body, timeZone: timeZone() } })).json()).search,
    onSuccess: put,
  })

/** Renames a search or changes its alert. The change is shown at once, and taken back if the server refuses. */
export const useChangeSearch = () =>
  useMutation({
    mutationFn: async (body: { id: number; name: string; alert: Alert }) =>
      (await (await listings.changeSavedSearch.$post({ json: { ...body, timeZone: timeZone() } })).json()).search,
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: keys.savedSearches })
      const before = queryClient.getQueryData(savedSearchesQuery.queryKey)
      queryClient.setQueryData(savedSearchesQuery.queryKey, (all) =>
        all?.map((one) => (one.id === change.id ? { ...one, ...change } : one)),
      )
      return before
    },
    onSuccess: put,
    onError: (_error, _change, before) => queryClient.setQueryData(savedSearchesQuery.queryKey, before),
  })

/** Deletes a search, or stops following a category. */
export const useDeleteSearch = () =>
  useMutation({
    mutationFn: async (id: number) => (await listings.deleteSavedSearch.$post({ json: { id } })).json(),
    onSuccess: ({ id }) => {
      queryClient.setQueryData(savedSearchesQuery.queryKey, (all) => all?.filter((one) => one.id !== id))
      void queryClient.invalidateQueries({ queryKey: keys.matches })
    },
  })
