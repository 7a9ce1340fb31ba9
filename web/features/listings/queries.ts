import { type InfiniteData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CityFound } from '../../../workers/listings/cities.schema.ts'
import type { ListingPage, Listings } from '../../../workers/listings/listings.schema.ts'
import { listings } from '../../api.ts'
import { locale } from '../../i18n.ts'
import type { ListType } from '../../paths.ts'

/** A listing whole. The edge puts it into the page's first data under this key; the inbox makes it stale under the same. */
export const listingQuery = <Type extends ListType>(listType: Type, id: number) =>
  queryOptions({
    queryKey: ['listing', listType, id],
    queryFn: async ({ signal }): Promise<Listings[Type]> => {
      const query = { listType, id: String(id) }
      return (await (await listings.getListing.$get({ query }, { init: { signal } })).json()) as Listings[Type]
    },
  })

/** Cities of a country whose name begins like this in some language; the largest ones for an empty text. */
export async function findCities(country: string, text: string): Promise<CityFound[]> {
  const query = { country, text, lang: locale() }
  return (await (await listings.queryCities.$get({ query })).json()).cities
}

/** Puts a listing on offer or takes it off; the switch moves at once, on its page and in lists, and moves back when the server refuses. */
export function useToggle(id: number, listType: ListType = 'services') {
  const client = useQueryClient()
  const set = (enabled: boolean) => {
    client.setQueryData(listingQuery(listType, id).queryKey, (listing) => listing && { ...listing, enabled })
    client.setQueriesData<InfiniteData<ListingPage>>({ queryKey: ['listings'] }, (data) => {
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
      // An answer that is on its way would put the switch back to where it was.
      await Promise.all([client.cancelQueries({ queryKey: ['listings'] }), client.cancelQueries({ queryKey: ['listing', listType, id] })])
      set(enabled)
    },
    onError: (_error, enabled) => set(!enabled),
    onSettled: () => client.invalidateQueries({ queryKey: ['listings'] }),
  })
}
