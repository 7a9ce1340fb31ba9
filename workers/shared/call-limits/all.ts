import type { Limits } from '../limit-table.ts'
import { CALL_LIMITS as auth } from './auth.ts'
import { CALL_LIMITS as chat } from './chat.ts'
import { CALL_LIMITS as creators } from './creators.ts'
import { CALL_LIMITS as listings } from './listings.ts'
import { CALL_LIMITS as nft } from './nft.ts'
import { CALL_LIMITS as notifications } from './notifications.ts'
import { CALL_LIMITS as orders } from './orders.ts'
import { CALL_LIMITS as uploads } from './uploads.ts'

/**
 * The limits of the calls of all areas. Workers contain only those of their own area. {@link UNCOUNTED} lists the calls without a limit.
 */
export const CALLS: Limits = { ...auth, ...chat, ...creators, ...listings, ...nft, ...notifications, ...orders, ...uploads }

/** Calls without a limit: a page or two of rows read by an index, which costs less than counting would. */
export const UNCOUNTED: readonly string[] = [
  'GET /api/auth/getUserInfo',
  'GET /api/auth/getProfile',
  'GET /api/auth/getUserProfiles',
  'GET /api/auth/getFollowing',
  'GET /api/auth/getCarrots',
  'GET /api/auth/getCarrotHistory',
  'GET /api/auth/getSessions',
  'GET /api/auth/getAccounts',
  'GET /api/auth/getOpenOrders',
  // A search reads a limited number of candidates. Browsers cache the cities of a country for a minute.
  'GET /api/listings/query',
  'GET /api/listings/queryCities',
  'GET /api/listings/queryPlaces',
  'GET /api/listings/getCategories',
  'GET /api/listings/getListing',
  'GET /api/listings/related',
  'GET /api/listings/getApplications',
  // A member has at most 1,000 saved listings and 50 lists.
  'GET /api/listings/getSavedIds',
  'GET /api/listings/getSavedLists',
  'GET /api/listings/getSavedListings',
  'GET /api/listings/getSharedList',
  'GET /api/listings/getSavedSearches',
  'GET /api/listings/getMatches',
  'GET /api/uploads/getProductMedia',
  // Public file bytes. Each image has three variants at most, each variant is created once, and image uploads are counted.
  'GET /media/:id/video',
  'GET /media/:id/:file',
  'GET /media/ipfs/:cid',
  'GET /public/imgcache/:file',
  // Counts in the index, up to a maximum.
  'GET /api/orders/getWaitingOrders',
  'GET /api/orders/getOrder',
  'GET /api/orders/getDispute',
  'GET /api/orders/getInvoice',
  'GET /api/orders/getDeliveries',
  'GET /api/orders/getReviews',
  'GET /api/orders/getReviewsByServiceId',
  'GET /api/orders/getReviewsByUserId',
  // The cron asks the price feeds; the call reads two rows.
  'GET /api/orders/getPrice',
  'GET /api/orders/getFigures',
  'GET /api/creators/getMyApplication',
  'GET /api/creators/getFolio',
  'GET /api/creators/getFolioVersions',
  'GET /api/creators/getFolioVersion',
  'GET /api/creators/getPosts',
  'GET /api/creators/getPost',
  'GET /api/creators/getDrafts',
  'GET /api/creators/getComments',
  // One look into the index for each followed creator, of whom there are at most a thousand.
  'GET /api/creators/getPostFeed',
  // Twelve rows at most.
  'GET /api/creators/getPromotedCreators',
  // At most a hundred rows, read by indexes.
  'GET /api/nft/getCollection',
  'GET /api/nft/getCollectionsByCreator',
  'GET /api/nft/getTokensByCollectionAddress',
  'GET /api/nft/getToken',
  'GET /api/chat/getRoomMessages',
  'GET /api/chat/getConversations',
  'GET /api/chat/getBlocked',
  'GET /api/chat/getChatSettings',
  'GET /api/notifications/getNotifications',
  'GET /api/notifications/getUnreadCount',
  'GET /api/notifications/getSettings',
  'GET /api/notifications/getDevices',
]
