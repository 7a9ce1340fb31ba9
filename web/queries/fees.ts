import { useQuery } from '@tanstack/react-query'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/**
 * The platform fee (basis points) of a seller's next order, as the contract has it; without a wallet, the default. Null until the server has
 * answered: no page shows a fee that it does not know.
 */
export function useFee(seller = ''): { feeBps: number | null; isError: boolean } {
  const { data, isError } = useQuery({
    queryKey: keys.fees(seller),
    queryFn: async () => (await orders.getFees.$get({ query: seller ? { seller } : {} })).json(),
    staleTime: 300_000,
  })
  return { feeBps: data?.feeBps ?? null, isError }
}
