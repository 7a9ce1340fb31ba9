import { type Locale, translationOf } from '../../workers/shared/locales.schema.ts'

/** What a row's cell is drawn with: its language and theme, and an id no other cell has. */
export interface Cell {
  lang: Locale
  theme: 'light' | 'dark'
  id: string
}

/** A word for the gallery alone; it is not worth a place in the catalogs. */
export const say =
  ({ lang }: Pick<Cell, 'lang'>) =>
  (en: string, ja: string): string =>
    translationOf({ en, ja }, lang)
