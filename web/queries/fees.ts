import { useQuery } from '@tanstack/react-query'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The fee until the contract's is known (basis points): its first one. Texts then say "about". */
const USUAL_FEE_BPS = 1000

/** The platform fee (basis points) of the next order of a seller's wallet, or the default one. `isKnown`: it is the contract's. */
export function useFee(seller = ''): { feeBps: number; isKnown: boolean } {
  const { data } = useQuery({
    queryKey: keys.fees(seller),
    queryFn: async () => (await orders.getFees.$get({ query: seller ? { seller } : {} })).json(),
    staleTime: 300_000,
  })
  return { feeBps: data?.feeBps ?? USUAL_FEE_BPS, isKnown: data !== undefined }
}
