import type { SavedQuery } from '../../../workers/listings/saved/searches.schema.ts'
import { categoryLabel, subCategoryLabel } from '../../../workers/listings/taxonomy.schema.ts'
import { localName } from '../../lib/i18n.ts'
import { useFilterTexts, useKindNames } from './filter-texts.ts'
import { addressOfSearch } from './saved-query.ts'
import { narrowingFields, readSearchFilter } from './search-filter.ts'

/** What a saved search demands besides its text: its kind and its filters. Nothing if it finds listings of all kinds without a filter. */
export function SavedSearchFacts({ query }: { query: SavedQuery }) {
  const { type, text, category, subCategory } = query
  const filter = readSearchFilter(addressOfSearch(query).split('?')[1] ?? '')
  // The names of categories are known here. Otherwise each search would ask the server for those of its kind.
  const { category: _, sub: __, ...rest } = { ...filter, kind: type }
  const textOf = useFilterTexts(rest)
  const kinds = useKindNames()
  const fields = narrowingFields(rest)
  const labels = type === 'all' || !category ? [] : [categoryLabel(type, category), subCategoryLabel(type, category, subCategory)]
  const categories = labels.flatMap((label) => (label ? [localName(label)] : []))
  // A followed category has the name of the last one.
  if (!text && !fields.length) categories.pop()
  const facts = [...(type === 'all' ? [] : [kinds[type]]), ...categories, ...fields.map(textOf)]
  return facts.length > 0 && <span className="small mute">{facts.join(' · ')}</span>
}
