import type { CallsOf } from '../../shared/documentation.ts'
import * as answers from './answers.schema.ts'
import { SAVED_LIMITS } from './lists.schema.ts'
import type { savedListRoutes } from './lists.ts'

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
