import type { QuoteRequest } from '../../workers/orders/orders.schema.ts'
import { firstKeys, key } from './first-keys.ts'
import type { ListType } from './paths.ts'

/**
 * All keys of the query cache, shared by `queries/`, the inbox, and the edge, which fills the cache in advance. A short key matches all
 * longer keys that begin with it.
 */
export const keys = {
  ...firstKeys,
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
  servicesToBidWith: (userId: number) => key('listings', 'to bid with', userId),
  listings: key('listing'),
  listing: (listType: ListType, id: number) => key('listing', listType, id),
  relatedListings: (id: number) => key('related', id),
  saved: key('saved'),
  savedLists: (listingId: number | undefined) => key('saved', 'lists', listingId ?? 0),
  savedListings: (listId: string) => key('saved', 'list', listId),
  sharedList: (token: string) => key('sharedList', token),
  placesOf: (filter: object) => key('places', filter),
  outlines: (detail: string) => key('outlines', detail),
  city: (country: string | null, id: string) => key('city', country, id),
  applications: key('applications'),
  applicationsOf: (target: { listType: ListType; id: number } | undefined, state: string | undefined) =>
    key('applications', target?.listType ?? 'mine', target?.id ?? 0, state ?? 'all'),
  orders: key('orders'),
  waiting: key('orders', 'waiting'),
  orderLists: key('orders', 'list'),
  orderList: (filter: object) => key('orders', 'list', filter),
  order: (id: string) => key('orders', id),
  // Below `orders`, so that it is stale after each step of an order.
  owed: key('orders', 'owed'),
  // Below the order, so that they are stale after a push about it.
  deliveries: (id: string) => key('orders', id, 'deliveries'),
  evidence: (id: string) => key('orders', id, 'evidence'),
  orderReviews: (id: string) => key('orders', id, 'reviews'),
  invoice: (orderId: string) => key('orders', orderId, 'invoice'),
  firstInvoice: (role: string) => key('orders', 'first invoice', role),
  disputes: key('orders', 'disputes'),
  isAdmin: (accounts: readonly string[]) => key('isAdmin', accounts),
  arbitration: (id: string) => key('orders', 'arbitration', id),
  reviews: key('reviews'),
  reviewsOf: (as: 'service' | 'seller' | 'buyer', id: number, sort: string) => key('reviews', as, id, sort),
  reports: key('reports'),
  quote: (request: QuoteRequest, attempt: string) => key('quote', request, attempt),
  ethPrice: key('ethPrice'),
  fees: (seller: string) => key('fees', seller),
  paymentMethod: (account: string | null | undefined, ref: string | undefined) => key('paymentMethod', account, ref),
  payer: (linked: readonly string[]) => key('payer', linked),
  networkFee: (gas: string) => key('networkFee', gas),
  balances: (account: string | null | undefined) => key('balances', account),
  conversations: key('conversations'),
  notifications: key('notifications'),
  unreadNotifications: key('notifications', 'unread'),
  notificationSettings: key('notificationSettings'),
  devices: key('devices'),
  rooms: key('room'),
  room: (id: string) => key('room', id),
  roomMessages: (id: string) => key('room', id, 'messages'),
}
