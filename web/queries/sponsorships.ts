import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SponsorshipList, SponsorshipRequest } from '../../workers/orders/sponsorships.schema.ts'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

type Body = Parameters<typeof orders.addSponsorship.$post>[0]['json']

/** Asks to sponsor. The server checks the values, such as the code of the country. */
export const useAddSponsorship = () =>
  useMutation({ mutationFn: (request: SponsorshipRequest) => orders.addSponsorship.$post({ json: request as Body }) })

/** The open requests to sponsor, for admins. */
export const sponsorshipsQuery = queryOptions({
  queryKey: keys.sponsorships,
  queryFn: async ({ signal }): Promise<SponsorshipList> => (await orders.getSponsorships.$get({}, { init: { signal } })).json(),
  retry: false,
})

/** Closes a request to sponsor. */
export function useCloseSponsorship() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => orders.closeSponsorship.$post({ json: { id } }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: keys.sponsorships }), client.invalidateQueries({ queryKey: keys.panel })]),
  })
}
