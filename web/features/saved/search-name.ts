import type { SavedSearch } from '../../../workers/listings/saved/searches.schema.ts'
import { categoryLabel, subCategoryLabel } from '../../../workers/listings/taxonomy.schema.ts'
import { localName } from '../../lib/i18n.ts'
import { isFollowed } from './followed.ts'

/** The name of a saved search. A followed category that was not renamed has the category's name in the language of the page. */
export function searchName({ name, query }: Pick<SavedSearch, 'name' | 'query'>): string {
  const { type, category, subCategory } = query
  if (type === 'all' || !isFollowed(query)) return name
  const label = subCategoryLabel(type, category, subCategory) ?? categoryLabel(type, category)
  return Object.values(label).includes(name) ? localName(label) : name
}
