import type { QuoteRequest } from '../../workers/orders/orders.schema.ts'
import type { ListType } from './paths.ts'

/**
 * All keys of the query cache, shared by `queries/`, the inbox, and the edge, which fills the cache in advance. A short key matches all
 * longer keys that begin with it.
 */
export const keys = {
  user: ['user'],
  emailState: ['emailState'],
  emailStateOf: (address: string) => ['emailState', address.toLowerCase()],
  confirmation: (attempt: number, token: string, userId: number | null) => ['confirmation', attempt, token, userId],
  wallets: ['wallets'],
  sessions: ['sessions'],
  openOrders: ['openOrders'],
  carrots: ['carrots'],
  carrotHistory: ['carrots', 'history'],
  profile: (userId: number) => ['profile', userId],
  following: ['following'],
  listingCards: ['listings'],
  listingCardsOf: (filter: object) => ['listings', filter],
  servicesToBidWith: (userId: number) => ['listings', 'to bid with', userId],
  listings: ['listing'],
  listing: (listType: ListType, id: number) => ['listing', listType, id],
  relatedListings: (id: number) => ['related', id],
  city: (country: string | null, id: string) => ['city', country, id],
  applications: ['applications'],
  applicationsOf: (target: { listType: ListType; id: number } | undefined, state: string | undefined) => [
    'applications',
    target?.listType ?? 'mine',
    target?.id ?? 0,
    state ?? 'all',
  ],
  orders: ['orders'],
  order: (id: string) => ['orders', id],
  orderReviews: (id: string) => ['orders', id, 'reviews'],
  reviews: ['reviews'],
  reviewsOf: (as: 'service' | 'seller' | 'buyer', id: number, sort: string) => ['reviews', as, id, sort],
  reports: ['reports'],
  quote: (request: QuoteRequest, attempt: string) => ['quote', request, attempt],
  ethPrice: ['ethPrice'],
  payer: (linked: readonly string[]) => ['payer', linked],
  balances: (account: string | null | undefined) => ['balances', account],
  conversations: ['conversations'],
  rooms: ['room'],
  room: (id: string) => ['room', id],
} as const
