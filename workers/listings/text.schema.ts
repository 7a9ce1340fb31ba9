export const LANGUAGES = ['en', 'es', 'ja', 'zh', 'ko', 'de', 'fr', 'ru', 'uk'] as const
/** A language of listings. */
export type Language = (typeof LANGUAGES)[number]

/** Guesses the language of a text by its script. Latin script counts as English. */
export function detectLanguage(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  if (/[іїєґ]/iu.test(text)) return 'uk'
  return /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'en'
}
