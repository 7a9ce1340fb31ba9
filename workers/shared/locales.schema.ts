/**
 * The languages of the interface, of mails and of the names in the taxonomy, with their names in the language itself. The languages that
 * listings may be written in are another list, in listings/text.schema.ts. docs/languages.md says how to add one.
 */
export const LOCALES = {
  en: { name: 'English', short: 'EN' },
  ja: { name: '日本語', short: '日本語' },
} as const
export type Locale = keyof typeof LOCALES

/** The language of a text that lacks a translation, and for users whose languages are not supported. */
export const DEFAULT_LOCALE = 'en' satisfies Locale
export const LOCALE_CODES = Object.keys(LOCALES) as [Locale, ...Locale[]]

/** The first supported language among tags in the order of preference: `ja-JP` finds `ja`. Undefined if there is none. */
export const findLocale = (...tags: (string | null | undefined)[]): Locale | undefined =>
  tags.map((tag) => (tag ?? '').trim().toLowerCase().replace(/-.*/, '')).find((code): code is Locale => Object.hasOwn(LOCALES, code))

/**
 * Chooses the first supported language among tags in the order of preference, otherwise the default. A page passes `hl` of its address, the
 * stored choice, and what the browser asks for.
 */
export const negotiateLocale = (...tags: (string | null | undefined)[]): Locale => findLocale(...tags) ?? DEFAULT_LOCALE

/** The most tags of an Accept-Language header that are read. Browsers send fewer than ten. */
const MAX_TAGS = 50

/** The tags of an Accept-Language header, most wanted first (RFC 9110, 12.5.4): `en;q=0.5, ja` -> ja, en. */
export function acceptedTags(header: string | null | undefined): string[] {
  const ranges = (header ?? '').split(',', MAX_TAGS).map((range) => {
    const [tag = '', q = '1'] = range.split(/;\s*q=/i)
    return { tag: tag.trim(), weight: Number(q) }
  })
  return ranges
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The translations of a text or of a record of texts. Only the default language is required. */
export type Translations<Text = string> = Record<typeof DEFAULT_LOCALE, Text> & Partial<Record<Locale, Text>>

/** The translation into a language, or into the default one where it is missing. */
export const translationOf = <Text>(translations: Translations<Text>, locale: Locale): Text =>
  translations[locale] ?? translations[DEFAULT_LOCALE]
