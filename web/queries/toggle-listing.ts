import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListingPage } from '../../workers/listings/listings.schema.ts'
import { listings } from '../lib/api.ts'
import type { ListType } from '../lib/paths.ts'
import { keys } from '../lib/query-keys.ts'
import { listingQuery } from './listing.ts'

/** Publishes or hides a listing. Its page and the lists change at once, and are restored if the server refuses. */
export function useToggleListing(id: number, listType: ListType = 'services') {
  const client = useQueryClient()
  const set = (enabled: boolean) => {
    client.setQueryData(listingQuery(listType, id).queryKey, (listing) => listing && { ...listing, enabled })
    client.setQueriesData<InfiniteData<ListingPage>>({ queryKey: keys.listingCards }, (data) => {
      if (!data?.pages.some(({ services }) => services.some((card) => card.id === id))) return data
      const pages = data.pages.map((page) => ({
        ...page,
        services: page.services.map((card) => (card.id === id ? { ...card, enabled } : card)),
      }))
      return { ...data, pages }
    })
  }
  return useMutation({
    mutationFn: async (enabled: boolean) => {
      await listings.toggleService.$post({ json: { serviceId: id, enabled, listType } })
    },
    onMutate: async (enabled) => {
      // An older answer that is still on its way would undo the change on screen.
      await Promise.all([
        client.cancelQueries({ queryKey: keys.listingCards }),
        client.cancelQueries({ queryKey: keys.listing(listType, id) }),
      ])
      set(enabled)
    },
    onError: (_error, enabled) => set(!enabled),
    onSettled: () => client.invalidateQueries({ queryKey: keys.listingCards }),
  })
}
