import { useQuery } from '@tanstack/react-query'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** Shown until the contract's fee is known (basis points): the fee at deployment. Texts then say "about". */
const USUAL_FEE_BPS = 1000

/** The platform fee (basis points) of a seller's next order; without a wallet, the default. `isKnown`: whether the server has answered. */
export function useFee(seller = ''): { feeBps: number; isKnown: boolean } {
  const { data } = useQuery({
    queryKey: keys.fees(seller),
    queryFn: async () => (await orders.getFees.$get({ query: seller ? { seller } : {} })).json(),
    staleTime: 300_000,
  })
  return { feeBps: data?.feeBps ?? USUAL_FEE_BPS, isKnown: data !== undefined }
}
