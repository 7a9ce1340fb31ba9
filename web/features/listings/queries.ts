import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Service } from '../../../workers/listings/services.schema.ts'
import { listings } from '../../api.ts'

/** A service whole. The edge puts it into the page's first data under this key. */
export const serviceQuery = (id: number) =>
  queryOptions({
    queryKey: ['listing', 'services', id],
    queryFn: async ({ signal }): Promise<Service> => {
      const query = { listType: 'services', id: String(id) }
      return (await (await listings.getListing.$get({ query }, { init: { signal } })).json()) as Service
    },
  })

/** Puts a listing on offer or takes it off; the switch moves at once, and moves back when the server refuses. */
export function useToggle(id: number) {
  const client = useQueryClient()
  const { queryKey } = serviceQuery(id)
  const set = (enabled: boolean) => client.setQueryData(queryKey, (service) => service && { ...service, enabled })
  return useMutation({
    mutationFn: async (enabled: boolean) => {
      await listings.toggleService.$post({ json: { serviceId: id, enabled, listType: 'services' } })
    },
    onMutate: set,
    onError: (_error, enabled) => set(!enabled),
    onSettled: () => client.invalidateQueries({ queryKey: ['listings'] }),
  })
}
