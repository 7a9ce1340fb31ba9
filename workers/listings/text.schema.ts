/** What people type, made safe to show: used for names, titles and everything else that is one person's words on another's screen. */

// Controls, soft hyphen, zero-width characters, direction overrides and isolates, tag characters: nothing of it is seen,
// and all of it can make a text read as another.
const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
// A joiner belongs between two emoji or between two letters of a script that joins; anywhere else it only hides.
const JOINS = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}]`
const STRAY_JOINER = new RegExp(String.raw`(?<!${JOINS}|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?!${JOINS})`, 'gu')

const seen = (text: string) => text.normalize('NFC').replace(UNSEEN, '').replace(STRAY_JOINER, '')

/** One line: composed (NFC), without unseen characters, every run of white space one space, trimmed. */
export const cleanLine = (text: string): string =>
  seen(text.replace(/[^\S\ufeff]+/gu, ' '))
    .replace(/ {2,}/g, ' ')
    .trim()

/** Several lines: as cleanLine, but line breaks stay, two in a row at most. */
export const cleanLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** How many characters a person sees: code points, so that an emoji outside the basic plane is not two. */
export const characters = (text: string): number => [...text].length

export const LANGUAGES = ['en', 'es', 'ja', 'zh', 'ko', 'de', 'fr', 'ru', 'uk'] as const
/** A language listings are written in. */
export type Language = (typeof LANGUAGES)[number]

/** Guesses the language of a text by its letters; what is written in Latin letters counts as English. */
export function detectLanguage(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  if (/[іїєґ]/iu.test(text)) return 'uk'
  return /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'en'
}
