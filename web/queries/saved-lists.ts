import { type InfiniteData, infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { SavedList, SavedListingPage, SharedListPage } from '../../workers/listings/saved/lists.schema.ts'
import { listings, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { createStore } from '../ui/store.ts'
import { savedIdsQuery } from './saved-ids.ts'

/** The saved listing whose list the dialog changes. */
export const listingToMove = createStore<{ id: number; title: string } | null>(null)

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.saved })

/** The viewer's lists, the last used first. With a listing, they say which of them has it. */
export const savedListsQuery = (listingId?: number) =>
  queryOptions({
    queryKey: keys.savedLists(listingId),
    queryFn: async ({ signal }): Promise<SavedList[]> =>
      (await (await listings.getSavedLists.$get({ query: { listingId: listingId?.toString() } }, { init: { signal } })).json()).lists,
  })

/** A list of the viewer, page by page. */
export const savedListingsQuery = (listId: string) =>
  infiniteQueryOptions({
    queryKey: keys.savedListings(listId),
    queryFn: async ({ pageParam, signal }): Promise<SavedListingPage> =>
      (await listings.getSavedListings.$get({ query: { listId, cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })

/** A list that somebody shares, page by page. The edge fills the cache under this key. */
export const sharedListQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: keys.sharedList(token),
    queryFn: async ({ pageParam, signal }): Promise<SharedListPage> =>
      (await listings.getSharedList.$get({ query: { token, cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })

/** Saves a listing, or moves it to a list. Returns the list that has it. */
export async function saveListing(listingId: number, listId?: string): Promise<Pick<SavedList, 'id' | 'name'>> {
  const { list } = await (await listings.saveListing.$post({ json: { listingId, listId } })).json()
  void refresh()
  return list
}

/** Removes a listing from its list. Returns the id of that list; null if it was in none. */
export async function unsaveListing(listingId: number): Promise<string | null> {
  const { listId } = await (await listings.unsaveListing.$post({ json: { listingId } })).json()
  void refresh()
  return listId
}

/** Moves a saved listing to a list, which `name` creates. */
export const useMoveListing = () =>
  useMutation({
    mutationFn: async ({ listingId, to }: { listingId: number; to: { id: string } | { name: string } }) => {
      const id = 'id' in to ? to.id : (await (await listings.addSavedList.$post({ json: to })).json()).list.id
      return saveListing(listingId, id)
    },
    onSettled: refresh,
  })

export const useAddList = () =>
  useMutation({
    mutationFn: async (name: string) => (await (await listings.addSavedList.$post({ json: { name } })).json()).list,
    onSuccess: refresh,
  })

export const useRenameList = (id: string) =>
  useMutation({
    mutationFn: async (name: string) => (await (await listings.renameSavedList.$post({ json: { id, name } })).json()).list,
    onSuccess: refresh,
  })

/** Deletes a list with what is saved in it. */
export const useDeleteList = (id: string) =>
  useMutation({
    mutationFn: async () => (await listings.deleteSavedList.$post({ json: { id } })).json(),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: keys.savedListings(id) })
      void queryClient.invalidateQueries({ queryKey: savedIdsQuery.queryKey })
      void refresh()
    },
  })

/** Shares a list by a link, or ends that. */
export const useShareList = (id: string) =>
  useMutation({
    mutationFn: async (shared: boolean) => (await (await listings.shareSavedList.$post({ json: { id, shared } })).json()).token,
    onSuccess: (token) => {
      queryClient.setQueryData<InfiniteData<SavedListingPage>>(savedListingsQuery(id).queryKey, (data) => {
        return data && { ...data, pages: data.pages.map((page) => ({ ...page, list: { ...page.list, token } })) }
      })
      void refresh()
    },
  })
