import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { SavedQuery } from '../../../workers/listings/saved/searches.schema.ts'
import { addressOfSearch } from './saved-query.ts'

/** A link to the results of a saved search, or to a followed category. */
export function SavedSearchLink({ query, children }: { query: SavedQuery; children: ReactNode }) {
  return <Link href={addressOfSearch(query)}>{children}</Link>
}
