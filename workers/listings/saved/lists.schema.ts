import { boolean, minLength, object, optional, pipe, regex, string } from 'valibot'
import { numericId } from '../../shared/numbers.schema.ts'
import { singleLineText } from '../../shared/text-fields.schema.ts'
import type { Media } from '../../uploads/media.schema.ts'
import type { ListingCard } from '../listings.schema.ts'

/** Bounds of a member's saved listings. `listings` counts those in all lists together. */
export const SAVED_LIMITS = { lists: 50, listings: 1000, name: 60 } as const

/** A list of saved listings as its owner sees it. */
export interface SavedList {
  id: string
  /** Empty for the list that the first save created. */
  name: string
  /** How many listings it has, also those that are no longer published. */
  count: number
  /** The secret part of the link that shares it; null if it is not shared. */
  token: string | null
  /** The newest published listings, for the cover. */
  covers: { listingId: number; picture: Media | null }[]
  /** Whether it has the listing that the call names. */
  hasListing: boolean
}

/** A listing in a list. `card` is null if the listing is no longer published; `title` is then that of the time when it was saved. */
interface SavedListing {
  listingId: number
  title: string
  savedAt: number
  card: ListingCard | null
}

/** A page of a list of the caller. */
export interface SavedListingPage {
  list: Pick<SavedList, 'id' | 'name' | 'count' | 'token'>
  listings: SavedListing[]
  next: string | null
}

/** A page of a shared list as everybody sees it: only published listings, and of its owner only the name. */
export interface SharedListPage {
  name: string
  owner: string
  services: ListingCard[]
  next: string | null
}

const listId = pipe(string(), regex(/^[\w-]{22}$/, 'id'))
const listName = pipe(singleLineText(SAVED_LIMITS.name), minLength(1, 'too_short'))
const cursor = optional(pipe(string(), regex(/^\d{1,10}\.[1-9]\d{0,9}$/, 'cursor')))

/** Body of saveListing. Without a list, the listing stays in its list, or goes to the one that was used last. */
export const saveRequest = object({ listingId: numericId, listId: optional(listId) })
/** Body of unsaveListing. */
export const unsaveRequest = object({ listingId: numericId })
/** Query of getSavedLists. */
export const savedListsQuery = object({ listingId: optional(pipe(string(), regex(/^[1-9]\d{0,9}$/, 'id'))) })
/** Query of getSavedListings. */
export const savedListingsQuery = object({ listId, cursor })
/** Query of getSharedList. */
export const sharedListQuery = object({ token: listId, cursor })
/** Body of addSavedList. */
export const addListRequest = object({ name: listName })
/** Body of renameSavedList. */
export const renameListRequest = object({ id: listId, name: listName })
/** Body of deleteSavedList. */
export const deleteListRequest = object({ id: listId })
/** Body of shareSavedList. */
export const shareListRequest = object({ id: listId, shared: boolean() })
