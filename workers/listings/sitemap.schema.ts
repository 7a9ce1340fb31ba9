import { object } from 'valibot'
import { partRequest } from '../shared/sitemap.schema.ts'
import { listType } from './listings.schema.ts'

/** Query of getListingPart. */
export const listingPartRequest = object({ listType, ...partRequest.entries })

/** The numbers of the parts that have published listings, for each type. */
export interface ListingParts {
  services: number[]
  jobs: number[]
  events: number[]
}

/** The published listings of a part, sorted by id. Events that are over are left out. */
export interface ListingPart {
  listings: { id: number; title: string; updatedAt: number }[]
}
