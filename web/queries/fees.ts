import { useQuery } from '@tanstack/react-query'
import { orders } from '../lib/api.ts'
import { firstKeys } from '../lib/first-keys.ts'

/**
 * The platform fee (basis points) of the next order of a seller's wallet; the default fee if no wallet is given. Null until the server has
 * answered, because no page may show a fee that it does not know.
 */
export function useFee(seller = ''): { feeBps: number | null; isError: boolean } {
  const { data, isError } = useQuery({
    queryKey: firstKeys.fees(seller),
    queryFn: async () => (await orders.getFees.$get({ query: seller ? { seller } : {} })).json(),
    staleTime: 300_000,
  })
  return { feeBps: data?.feeBps ?? null, isError }
}
