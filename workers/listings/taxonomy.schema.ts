import type { Category, Label } from './taxonomy/category.schema.ts'
import { EVENTS } from './taxonomy/events.schema.ts'
import { FREELANCE } from './taxonomy/freelance.schema.ts'
import { JOBS } from './taxonomy/jobs.schema.ts'
import { LOCALS } from './taxonomy/locals.schema.ts'
import { STORES } from './taxonomy/stores.schema.ts'

export { FREELANCE, LOCALS }

/** The kinds of listings that a user can choose when posting, each with its categories. */
export const TAXONOMY = { FREELANCE, LOCALS, JOBS, EVENTS, STORES } as const satisfies Record<string, readonly Category[]>
export type ListKind = keyof typeof TAXONOMY

/** The kinds of each stored listing type. The kind of a service depends on its category. */
export const KINDS = { services: ['FREELANCE', 'LOCALS'], jobs: ['JOBS'], events: ['EVENTS'] } as const satisfies Record<string, ListKind[]>

/** The categories of a listing type, in display order. */
export const categoriesOf = (listType: keyof typeof KINDS): readonly Category[] =>
  KINDS[listType].flatMap((kind): readonly Category[] => TAXONOMY[kind])

/** The category ids of a listing type. */
export const categoryIds = (listType: keyof typeof KINDS): string[] => categoriesOf(listType).map(({ id }) => id)

/** A category or subcategory id in an address: `ai_engineer` becomes `ai-engineer`. */
export const slugOf = (id: string): string => id.replaceAll('_', '-')

/** The category of a type with this slug, and its subcategory with the slug `sub`; null if one of them does not exist. */
export function findCategory(
  listType: keyof typeof KINDS,
  slug: string,
  sub?: string,
): { category: Category; sub: { id: string; label: Label } | null } | null {
  const category = categoriesOf(listType).find(({ id }) => slugOf(id) === slug)
  if (!category) return null
  if (sub === undefined) return { category, sub: null }
  const found = Object.entries(category.subs).find(([id]) => slugOf(id) === sub)
  return found ? { category, sub: { id: found[0], label: found[1] } } : null
}

/** Whether a subcategory belongs to a category. '' means none and is always valid. */
export function isSubCategory(listType: keyof typeof KINDS, category: string, subCategory: string): boolean {
  return subCategory === '' || Object.hasOwn(categoriesOf(listType).find(({ id }) => id === category)?.subs ?? {}, subCategory)
}

/** The kind of a listing: FREELANCE, LOCALS, JOBS or EVENTS. */
export function kindOfListing(listType: keyof typeof KINDS, category: string): ListKind {
  return KINDS[listType].find((kind) => TAXONOMY[kind].some(({ id }) => id === category)) ?? KINDS[listType][0]
}

/** The names of a category; its id if the category no longer exists. */
export function categoryLabel(listType: keyof typeof KINDS, category: string): Label {
  const found = categoriesOf(listType).find(({ id }) => id === category)
  if (!found) return { en: category }
  const { id, subs, ...label } = found
  return label
}

/** The names of a subcategory; null if there is none. */
export function subCategoryLabel(listType: keyof typeof KINDS, category: string, subCategory: string): Label | null {
  if (!subCategory) return null
  return categoriesOf(listType).find(({ id }) => id === category)?.subs[subCategory] ?? { en: subCategory }
}
