import { EVENTS } from './taxonomy/events.schema.ts'
import { FREELANCE } from './taxonomy/freelance.schema.ts'
import { JOBS } from './taxonomy/jobs.schema.ts'
import { LOCALS } from './taxonomy/locals.schema.ts'
import { STORES } from './taxonomy/stores.schema.ts'

export { EVENTS, FREELANCE, JOBS, LOCALS, STORES }

/** What something is called, in every language the app speaks. */
export interface Label {
  en: string
  ja: string
}

/** A category: its id (stored, in URLs, never changed), its names, and what it divides into: id -> [English, Japanese]. */
export interface Category extends Label {
  id: string
  subs: Record<string, readonly [en: string, ja: string]>
}

/** What a person chooses first when they post something; each has categories of its own. */
export const TAXONOMY = { FREELANCE, LOCALS, JOBS, EVENTS, STORES } as const satisfies Record<string, readonly Category[]>
export type ListKind = keyof typeof TAXONOMY

/** The kinds a stored type of listing may be of. A service is one or the other by its category. */
export const KINDS = { services: ['FREELANCE', 'LOCALS'], jobs: ['JOBS'], events: ['EVENTS'] } as const satisfies Record<string, ListKind[]>

const categoriesOf = (listType: keyof typeof KINDS): readonly Category[] =>
  KINDS[listType].flatMap((kind): readonly Category[] => TAXONOMY[kind])

/** The ids a listing of this type may have as its category. */
export const categoryIds = (listType: keyof typeof KINDS): string[] => categoriesOf(listType).map(({ id }) => id)

/** Whether a category divides into this; '' is none and always right. */
export function isSubCategory(listType: keyof typeof KINDS, category: string, subCategory: string): boolean {
  return subCategory === '' || Object.hasOwn(categoriesOf(listType).find(({ id }) => id === category)?.subs ?? {}, subCategory)
}

/** FREELANCE, LOCALS, JOBS or EVENTS: what a listing was posted as. */
export function kindOfListing(listType: keyof typeof KINDS, category: string): ListKind {
  return KINDS[listType].find((kind) => TAXONOMY[kind].some(({ id }) => id === category)) ?? KINDS[listType][0]
}

/** The names of a category; its id where it is no longer offered. */
export function categoryLabel(listType: keyof typeof KINDS, category: string): Label {
  const { en, ja } = categoriesOf(listType).find(({ id }) => id === category) ?? { en: category, ja: category }
  return { en, ja }
}

/** The names of a sub-category, or null where there is none. */
export function subCategoryLabel(listType: keyof typeof KINDS, category: string, subCategory: string): Label | null {
  if (!subCategory) return null
  const [en, ja] = categoriesOf(listType).find(({ id }) => id === category)?.subs[subCategory] ?? [subCategory, subCategory]
  return { en, ja }
}
