import { queryOptions } from '@tanstack/react-query'
import type { Quote } from '../../workers/orders/orders.schema.ts'
import { keys } from '../lib/query-keys.ts'

/** The linked account that will most likely pay. */
export const payerQuery = (linked: readonly `0x${string}`[]) =>
  queryOptions({
    queryKey: keys.payer(linked),
    queryFn: async () => (await (await import('./transactions.ts')).likelyAccount(linked)) ?? null,
    staleTime: 0,
    gcTime: 0,
  })

/** An account's balance of each token, by token address. The first request loads the code that reads the chain. */
export const balancesQuery = (account: `0x${string}` | null | undefined) =>
  queryOptions({
    queryKey: keys.balances(account),
    queryFn: async () => (await import('./transactions.ts')).balances(account!),
    staleTime: 10_000,
  })

/** How an account will probably pay a quote. */
export const methodQuery = (account: `0x${string}` | null | undefined, quote: Quote | undefined) =>
  queryOptions({
    queryKey: keys.paymentMethod(account, quote?.ref),
    queryFn: async () => (await import('./payment.ts')).likelyMethod(account!, quote!),
    staleTime: 10_000,
  })

/** What a transaction with this gas limit costs at most (wei). */
export const networkFeeQuery = (gas: bigint) =>
  queryOptions({
    queryKey: keys.networkFee(String(gas)),
    queryFn: async () => (await import('./transactions.ts')).networkFee(gas),
    staleTime: 10_000,
  })
