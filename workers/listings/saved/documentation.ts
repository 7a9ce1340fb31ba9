import type { CallsOf } from '../../shared/documentation.ts'
import * as answers from './answers.schema.ts'
import { SAVED_LIMITS } from './lists.schema.ts'
import type { savedListRoutes } from './lists.ts'
import { SEARCH_LIMITS } from './searches.schema.ts'
import type { savedSearchRoutes } from './searches.ts'

const listId = 'Id of a list of the caller.'
const listingId = 'Id of the listing.'
const name = `1 to ${SAVED_LIMITS.name} characters.`
const cursor = 'The `next` of the previous page.'

/** The documentation of the calls about saved listings. */
export const savedListCalls: CallsOf<typeof savedListRoutes, 'listings'> = {
  'GET /api/listings/getSavedIds': {
    summary: 'Get the ids of all listings that the caller has saved',
    answer: answers.savedIds,
    errors: [],
  },
  'GET /api/listings/getSavedLists': {
    summary: 'List the lists of saved listings',
    answer: answers.savedLists,
    fields: { listingId: 'Id of a listing: `hasListing` then says which list has it.' },
    errors: [],
  },
  'GET /api/listings/getSavedListings': {
    summary: 'Get the listings of a list',
    about: 'The last saved first.',
    answer: answers.savedListings,
    fields: { listId, cursor },
    errors: ['not_found'],
  },
  'GET /api/listings/getSharedList': {
    summary: 'Read a shared list',
    answer: answers.sharedList,
    fields: { token: 'The secret part of the link.', cursor },
    errors: ['not_found'],
  },
  'POST /api/listings/saveListing': {
    summary: 'Save a listing, or move it to another list',
    about:
      'Without `listId`, a saved listing stays in its list, and another one goes to the list that was used last. The first save creates a list.',
    answer: answers.oneList,
    fields: { listingId, listId },
    errors: ['not_found', 'listing_not_found', 'own_listing', 'saved_limit'],
  },
  'POST /api/listings/unsaveListing': {
    summary: 'Remove a listing from the saved ones',
    answer: answers.unsaved,
    fields: { listingId },
    errors: [],
  },
  'POST /api/listings/addSavedList': {
    summary: 'Create a list',
    answer: answers.oneList,
    fields: { name },
    errors: ['saved_list_limit'],
  },
  'POST /api/listings/renameSavedList': {
    summary: 'Rename a list',
    answer: answers.oneList,
    fields: { id: listId, name },
    errors: ['not_found'],
  },
  'POST /api/listings/deleteSavedList': {
    summary: 'Delete a list with what is saved in it',
    answer: answers.deletedList,
    fields: { id: listId },
    errors: ['not_found'],
  },
  'POST /api/listings/shareSavedList': {
    summary: 'Share a list by a link, or end that',
    about: 'A link that was ended never works again.',
    answer: answers.shared,
    fields: { id: listId },
    errors: ['not_found'],
  },
}

const searchId = 'Id of a saved search of the caller.'
const searchFields = {
  name: `1 to ${SEARCH_LIMITS.name} characters.`,
  alert: '`now`: at the next run of the cron. `daily`: at eight in the morning, in the time zone of the settings of notifications.',
  timeZone: 'IANA name; used if the settings of notifications have none.',
}

/** The documentation of the calls about saved searches. */
export const savedSearchCalls: CallsOf<typeof savedSearchRoutes, 'listings'> = {
  'GET /api/listings/getSavedSearches': {
    summary: 'List the saved searches and followed categories',
    answer: answers.savedSearches,
    errors: [],
  },
  'POST /api/listings/saveSearch': {
    summary: 'Save a search, or follow a category',
    about:
      'A followed category is a search for a category only. Listings that are published from now on cause alerts. A search that is saved already gets the new name and alert.',
    answer: answers.oneSearch,
    fields: {
      ...searchFields,
      query: 'Fields of the call `query`, as text. They need a text or a filter.',
      text: 'Search text, as in the call `query`.',
      category: 'A category of the type.',
      subCategory: 'A subcategory of the category.',
      country: 'ISO 3166 code or name.',
      city: 'GeoNames id or name.',
      minPrice: 'Lowest price, in micro-USD (1,000,000 is one dollar).',
      maxPrice: 'Highest price, in micro-USD (1,000,000 is one dollar).',
      delivery: 'Services that a plan delivers within this number of days.',
      rating: 'Lowest mean rating, 1 to 5. Alerts ignore it, because a new listing has no reviews.',
      within: 'Days since the listing was published. Alerts ignore it.',
      minSalary: 'Lowest salary of the job, in the smallest unit of its currency.',
      from: 'Events that end at this time or later (UTC seconds).',
      to: 'Events that start at this time or earlier (UTC seconds).',
    },
    errors: ['saved_search_limit'],
  },
  'POST /api/listings/changeSavedSearch': {
    summary: 'Rename a saved search, or change its alert',
    answer: answers.oneSearch,
    fields: { ...searchFields, id: searchId },
    errors: ['not_found'],
  },
  'POST /api/listings/deleteSavedSearch': {
    summary: 'Delete a saved search, or stop following a category',
    answer: answers.deletedSearch,
    fields: { id: searchId },
    errors: [],
  },
  'GET /api/listings/getMatches': {
    summary: 'Get the new listings that match the saved searches',
    about: 'Those of the last 30 days, each once, the newest first.',
    answer: answers.matches,
    fields: { cursor },
    errors: [],
  },
  'POST /api/listings/markMatchesSeen': {
    summary: 'Mark new listings as seen',
    about: 'The next notification does not count them.',
    answer: answers.seen,
    fields: { upTo: 'Id of the newest match that was shown.' },
    errors: [],
  },
}
