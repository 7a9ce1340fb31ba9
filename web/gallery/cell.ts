import { type Locale, translationOf } from '../../workers/shared/locales.schema.ts'

/** A cell of a row: its language and theme, and an id that is unique on the page. */
export interface Cell {
  lang: Locale
  theme: 'light' | 'dark'
  id: string
}

/** Returns the text for the cell's language. The gallery has no catalogs. */
export const textFor =
  ({ lang }: Pick<Cell, 'lang'>) =>
  (en: string, ja: string): string =>
    translationOf({ en, ja }, lang)
