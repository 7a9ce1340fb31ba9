import type { SavedQuery } from '../../../workers/listings/saved/searches.schema.ts'

/** Whether a saved search is a followed category: it has only a type and a category. */
export function isFollowed({ type, category, subCategory: _, sort: __, ...rest }: SavedQuery): boolean {
  return type !== 'all' && category !== '' && Object.values(rest).every((value) => value === '' || value === undefined)
}
