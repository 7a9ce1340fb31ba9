import { array, boolean, description, exactOptional, nullable, picklist, pipe, strictObject, string } from 'valibot'
import { microUsd, nextCursor, opaqueId, text, time, whole } from '../../shared/answers.schema.ts'
import { media } from '../../uploads/answers.schema.ts'
import { card } from '../answers.schema.ts'
import { JOB_TYPES } from '../jobs.schema.ts'
import { LIST_TYPES } from '../list-types.schema.ts'
import { SORTS } from '../listings.schema.ts'
import { CURRENCIES, type Currency, PERIODS } from '../money.schema.ts'
import { ALERTS } from './searches.schema.ts'

/** Schemas of the answers of the calls about saved listings and searches. */

const listId = opaqueId('Id of the list.')
const name = text('Its name; empty for the list that the first save created.')
const count = whole('Number of its listings, also of those that are no longer published.')
const token = nullable(opaqueId('The secret part of the link that shares it; null if it is not shared.'))
const listingId = whole('Id of the listing.')

export const savedIds = strictObject({ ids: array(listingId) })
export const savedLists = strictObject({
  lists: array(
    strictObject({
      id: listId,
      name,
      count,
      token,
      covers: pipe(
        array(strictObject({ listingId, picture: nullable(media) })),
        description('The newest published listings, at most three.'),
      ),
      hasListing: pipe(boolean(), description('Whether it has the listing of the request.')),
    }),
  ),
})
export const savedListings = strictObject({
  list: strictObject({ id: listId, name, count, token }),
  listings: array(
    strictObject({
      listingId,
      title: text('Title of the listing when it was saved.'),
      savedAt: time('When it was saved'),
      card: pipe(nullable(card), description('Null if the listing is no longer published.')),
    }),
  ),
  next: nextCursor,
})
export const sharedList = strictObject({
  name,
  owner: text('Name of the member who shares it.'),
  services: pipe(array(card), description('Published listings of every type.')),
  next: nextCursor,
})
export const oneList = strictObject({ list: strictObject({ id: listId, name: string() }) })
export const unsaved = strictObject({ listId: nullable(opaqueId('Id of the list that had it; null if none had.')) })
export const deletedList = strictObject({ id: listId })
export const shared = strictObject({ token })

const query = strictObject({
  type: picklist([...LIST_TYPES, 'all']),
  text: string(),
  category: string(),
  subCategory: string(),
  local: exactOptional(boolean()),
  country: text('ISO 3166 code; empty for anywhere.'),
  city: text('GeoNames id; empty for anywhere.'),
  minPrice: exactOptional(microUsd('Lowest price')),
  maxPrice: exactOptional(microUsd('Highest price')),
  delivery: exactOptional(whole('Days.')),
  rating: exactOptional(whole('Lowest mean rating, 1 to 5. Alerts ignore it, because a new listing has no reviews.')),
  lang: exactOptional(text('Language of the listing.')),
  within: exactOptional(whole('Days since the listing was published. Alerts ignore it.')),
  contract: exactOptional(picklist(JOB_TYPES)),
  minSalary: exactOptional(whole("Lowest salary, in the currency's smallest unit.")),
  currency: exactOptional(picklist(Object.keys(CURRENCIES) as Currency[])),
  period: exactOptional(picklist(PERIODS)),
  from: exactOptional(time('Events that end at this time or later')),
  to: exactOptional(time('Events that start at this time or earlier')),
  sort: picklist(SORTS),
})
const search = strictObject({
  id: whole('Id of the saved search.'),
  name: string(),
  query,
  alert: picklist(ALERTS),
  createdAt: time('When it was saved'),
  unseen: whole('Number of new listings that the member has not seen yet.'),
})
export const savedSearches = strictObject({ searches: array(search) })
export const oneSearch = strictObject({ search })
export const deletedSearch = strictObject({ id: whole('Id of the saved search.') })
export const matches = strictObject({
  matches: array(
    strictObject({
      id: whole('Id of the match.'),
      searchId: whole('Id of the saved search that found it.'),
      foundAt: time('When it was found'),
      isNew: pipe(boolean(), description('Whether the member has not seen it yet.')),
      card,
    }),
  ),
  next: nextCursor,
})
export const seen = strictObject({ upTo: whole('Id of the newest match that is marked as seen.') })
