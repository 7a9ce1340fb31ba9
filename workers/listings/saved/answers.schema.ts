import { array, boolean, description, nullable, pipe, strictObject, string } from 'valibot'
import { nextCursor, opaqueId, text, time, whole } from '../../shared/answers.schema.ts'
import { media } from '../../uploads/answers.schema.ts'
import { card } from '../answers.schema.ts'

/** Schemas of the answers of the calls about saved listings. */

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
