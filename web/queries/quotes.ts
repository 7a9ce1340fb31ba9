import { queryOptions } from '@tanstack/react-query'
import type { ChangedTerms, Quote, QuoteRequest } from '../../workers/orders/orders.schema.ts'
import { orders, queryClient } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { keys } from '../lib/query-keys.ts'
import { idempotencyHeader } from './idempotency-header.ts'

/** The current terms, if a quote was refused because the buyer has seen others; else null. */
export const changedTermsOf = (error: unknown): (ChangedTerms & { edits?: number }) | null =>
  error instanceof ApiError && (error.code === 'terms_changed' || error.code === 'offer_changed') ? (error.details as ChangedTerms) : null

/**
 * A quote. The same request and attempt make the same idempotency key, so they get the same quote. If the terms have changed, the page
 * behind the purchase loads its listing again.
 */
export const quoteQuery = (request: QuoteRequest, attempt: string) =>
  queryOptions({
    queryKey: keys.quote(request, attempt),
    queryFn: async (): Promise<Quote> => {
      const headers = await idempotencyHeader(attempt, request)
      const answer = await orders.quoteOrder.$post({ json: request }, { headers }).catch((error: unknown) => {
        if (changedTermsOf(error)) void queryClient.invalidateQueries({ queryKey: keys.listings })
        throw error
      })
      return answer.json()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
