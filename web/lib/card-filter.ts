import type { JobType } from '../../workers/listings/jobs.schema.ts'
import type { Feed, Sort } from '../../workers/listings/listings.schema.ts'
import type { Currency, Period } from '../../workers/listings/money.schema.ts'
import type { ListType } from './paths.ts'

/** Which listings to show. The edge fills the cache for tabs without filters, feeds and profiles, under the same keys. */
export interface CardFilter {
  type?: ListType
  userId?: number | undefined
  local?: 'true' | 'false'
  /** ISO 3166 code. */
  country?: string | undefined
  /** GeoNames id. */
  city?: string | undefined
  /** Without it, owners also see their hidden listings. */
  enabled?: true
  /** One of the feeds, instead of all other fields. */
  feed?: Feed
  /** Search text. */
  text?: string
  /** The other fields of the call `query`, in its units. */
  category?: string
  subCategory?: string
  minPrice?: string | undefined
  maxPrice?: string | undefined
  delivery?: string
  rating?: string
  lang?: string
  within?: string
  contract?: JobType
  minSalary?: string
  currency?: Currency
  period?: Period
  from?: string | undefined
  to?: string | undefined
  sort?: Sort
  languages?: string
}
