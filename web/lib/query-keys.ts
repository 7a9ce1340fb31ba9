import type { QuoteRequest } from '../../workers/orders/orders.schema.ts'
import type { ListType } from './paths.ts'

/** A key of the query cache. Only this file makes one, and the types of the query client refuse any other (`api.ts`). */
export type Key = readonly unknown[] & { readonly '~source': 'query-keys' }

const key = (...parts: unknown[]): Key => parts as readonly unknown[] as Key

/**
 * All keys of the query cache, shared by `queries/`, the inbox, and the edge, which fills the cache in advance. A short key matches all
 * longer keys that begin with it.
 */
export const keys = {
  user: key('user'),
  emailState: key('emailState'),
  emailStateOf: (address: string) => key('emailState', address.toLowerCase()),
  confirmation: (attempt: number, token: string, userId: number | null) => key('confirmation', attempt, token, userId),
  wallets: key('wallets'),
  sessions: key('sessions'),
  openOrders: key('openOrders'),
  carrots: key('carrots'),
  carrotHistory: key('carrots', 'history'),
  profile: (userId: number) => key('profile', userId),
  following: key('following'),
  listingCards: key('listings'),
  listingCardsOf: (filter: object) => key('listings', filter),
  servicesToBidWith: (userId: number) => key('listings', 'to bid with', userId),
  listings: key('listing'),
  listing: (listType: ListType, id: number) => key('listing', listType, id),
  relatedListings: (id: number) => key('related', id),
  city: (country: string | null, id: string) => key('city', country, id),
  applications: key('applications'),
  applicationsOf: (target: { listType: ListType; id: number } | undefined, state: string | undefined) =>
    key('applications', target?.listType ?? 'mine', target?.id ?? 0, state ?? 'all'),
  orders: key('orders'),
  order: (id: string) => key('orders', id),
  orderReviews: (id: string) => key('orders', id, 'reviews'),
  reviews: key('reviews'),
  reviewsOf: (as: 'service' | 'seller' | 'buyer', id: number, sort: string) => key('reviews', as, id, sort),
  reports: key('reports'),
  quote: (request: QuoteRequest, attempt: string) => key('quote', request, attempt),
  ethPrice: key('ethPrice'),
  fees: (seller: string) => key('fees', seller),
  paymentMethod: (account: string | null | undefined, ref: string | undefined) => key('paymentMethod', account, ref),
  payer: (linked: readonly string[]) => key('payer', linked),
  balances: (account: string | null | undefined) => key('balances', account),
  conversations: key('conversations'),
  rooms: key('room'),
  room: (id: string) => key('room', id),
}
