import { FIELDS } from '../features/search/search-filter.ts'
import type { PageSource } from '../pages.ts'

const SEARCH_FILTER = [...new Set(['kind', ...Object.values(FIELDS).flat()])]

/** The parameters of the query that change what a page shows. All others have no effect on the HTML of the edge. */
export const PAGE_SEARCH: { [source in PageSource]?: readonly string[] } = {
  'home/HomePage': ['show'],
  'search/CategoryPage': SEARCH_FILTER,
  'search/SearchPage': SEARCH_FILTER,
  'creator-page/CreatorPage': ['posts'],
}
