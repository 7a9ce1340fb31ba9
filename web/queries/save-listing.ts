import type { EventDraft } from '../../workers/listings/events.schema.ts'
import type { JobDraft } from '../../workers/listings/jobs.schema.ts'
import type { ServiceDraft } from '../../workers/listings/services.schema.ts'
import { listings, queryClient } from '../lib/api.ts'
import type { ListType } from '../lib/paths.ts'
import { keys } from '../lib/query-keys.ts'
import { listingQuery } from './listing.ts'

/** `idempotency-key` makes a repeated request save once. */
interface SaveOptions {
  headers: { 'idempotency-key': string }
}

/** `created` is false for a change of a listing that exists. */
export interface SavedListing {
  id: number
  created: boolean
}

export const saveService = async (product: ServiceDraft, options: SaveOptions): Promise<SavedListing> =>
  (await listings.addService.$post({ json: { product } }, options)).json()
export const saveJob = async (product: JobDraft, options: SaveOptions): Promise<SavedListing> =>
  (await listings.addJob.$post({ json: { product } }, options)).json()
export const saveEvent = async (product: EventDraft, options: SaveOptions): Promise<SavedListing> =>
  (await listings.addEvent.$post({ json: { product } }, options)).json()

/** Deletes a listing permanently. */
export const deleteListing = async (listType: ListType, id: number): Promise<unknown> =>
  listings.deleteListing.$post({ json: { id, listType } })

/** Reloads the cards and removes the listing from the cache, after it was saved or deleted. */
export async function refreshListing(listType: ListType, id: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keys.listingCards })
  queryClient.removeQueries({ queryKey: listingQuery(listType, id).queryKey })
}

/** Whether a listing is published, according to the cache; true if it is not cached. */
export const isPublished = (listType: ListType, id: number): boolean =>
  queryClient.getQueryData(listingQuery(listType, id).queryKey)?.enabled ?? true
