import { byPerson, type Limits, type Row, sitemap } from '../limit-table.ts'

const publishing: Row = { counter: 'publish', ...byPerson(100, 300) }
const saving: Row = { counter: 'save', ...byPerson(300, 1000) }
const changingLists: Row = { counter: 'savedLists', ...byPerson(120, 400) }
const changingSearches: Row = { counter: 'savedSearches', ...byPerson(120, 400) }

/** The limits of the calls of this area. */
export const CALL_LIMITS: Limits = {
  'POST /api/listings/addService': publishing,
  'POST /api/listings/addJob': publishing,
  'POST /api/listings/addEvent': publishing,
  'POST /api/listings/toggleService': byPerson(120, 400),
  'POST /api/listings/deleteListing': byPerson(120, 400),
  'POST /api/listings/submitApplication': byPerson(60, 200),
  'POST /api/listings/answerApplication': byPerson(300, 1000),
  'POST /api/listings/withdrawApplication': byPerson(60, 200),
  'POST /api/listings/generateText': byPerson(40, 120),
  'GET /api/listings/getListingParts': sitemap,
  'GET /api/listings/getListingPart': sitemap,
  'POST /api/listings/saveListing': saving,
  'POST /api/listings/unsaveListing': saving,
  'POST /api/listings/addSavedList': changingLists,
  'POST /api/listings/renameSavedList': changingLists,
  'POST /api/listings/deleteSavedList': changingLists,
  'POST /api/listings/shareSavedList': changingLists,
  'POST /api/listings/saveSearch': changingSearches,
  'POST /api/listings/changeSavedSearch': changingSearches,
  'POST /api/listings/deleteSavedSearch': changingSearches,
  'POST /api/listings/markMatchesSeen': { counter: 'matchesSeen', ...byPerson(1000, 5000) },
}
