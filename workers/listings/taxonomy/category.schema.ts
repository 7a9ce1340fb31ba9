import type { Translations } from '../../shared/locales.schema.ts'

/** A name in the languages of the interface. */
export type Label = Translations

/** A category: its id (stored and in URLs, so never changed), its names, and the names of its subcategories by their ids. */
export type Category = Label & {
  id: string
  subs: Record<string, Label>
}
