import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReportKind, ReportReason } from '../../workers/orders/reports.schema.ts'
import type { Review, ReviewPage, ReviewSort } from '../../workers/orders/reviews.schema.ts'
import { orders } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** Whose reviews: those of a service, or those that a member received as a seller or as a buyer. */
export interface Rated {
  as: 'service' | 'seller' | 'buyer'
  id: number
}

/** The visible reviews of a service or member, in pages. */
export const reviewsQuery = ({ as, id }: Rated, sort: ReviewSort) =>
  infiniteQueryOptions({
    queryKey: keys.reviewsOf(as, id, sort),
    queryFn: async ({ pageParam, signal }): Promise<ReviewPage> => {
      const page = { sort, cursor: pageParam ?? undefined }
      const answer =
        as === 'service'
          ? await orders.getReviewsByServiceId.$get({ query: { ...page, id: String(id) } }, { init: { signal } })
          : await orders.getReviewsByUserId.$get({ query: { ...page, as, userId: String(id) } }, { init: { signal } })
      return answer.json()
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // When the sort order changes, the old list stays on the page until the new one is loaded.
    placeholderData: keepPreviousData,
  })

/** What a party sees of the reviews of an order: their own, and the other party's once it is visible. */
export const orderReviewsQuery = (orderId: string) =>
  queryOptions({
    queryKey: keys.orderReviews(orderId),
    queryFn: async (): Promise<Review[]> => (await (await orders.getReviews.$get({ query: { ids: orderId } })).json()).reviews,
  })

/** Writes or changes the viewer's review of an order. Ratings on cards and listings are loaded again. */
export function useWriteReview(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (draft: { rating: number; review: string }) =>
      (await (await orders.addReview.$post({ json: { orderId, ...draft } })).json()).reviews,
    onSuccess: (reviews) => client.setQueryData(orderReviewsQuery(orderId).queryKey, reviews),
    onError: () => client.invalidateQueries({ queryKey: keys.orderReviews(orderId) }),
    onSettled: () => {
      for (const queryKey of [keys.reviews, keys.listings, keys.listingCards]) void client.invalidateQueries({ queryKey })
    },
  })
}

/** Writes or changes the viewer's answer to a review. */
export function useAnswerReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (answer: { id: string; answer: string }) => orders.answerReview.$post({ json: answer }),
    onSettled: () => {
      for (const queryKey of [keys.reviews, keys.orders]) void client.invalidateQueries({ queryKey })
    },
  })
}

/** Reports something to the team. */
export const useReport = (kind: ReportKind, id: string) =>
  useMutation({
    mutationFn: (report: { reason: ReportReason; text: string }) => orders.addReport.$post({ json: { kind, id, ...report } }),
  })
