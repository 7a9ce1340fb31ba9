import type { Font } from './font.ts'

/** Cleans, measures and wraps the texts of a picture. Widths are in the unit of the font size, so 2 is twice the size. */

/** Emoji with their modifiers, and characters that only choose how others look. The fonts have no emoji. */
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Default_Ignorable_Code_Point}|\u20e3|\p{C}/gu
/** Signs that count as emoji but are text in the fonts. */
const SIGNS = new Set('©®™‼⁉↔ℹ')

/** Characters that do not start a line, and those that do not end one. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶーゝゞヽヾ々〻%°℃…]/u
const NOT_LAST = /[\p{Ps}\p{Pi}$€£¥#]$/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('ja', { granularity: 'word' })

/** A text on one line, without emoji and other characters that no font draws. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(EMOJI, (sign) => (SIGNS.has(sign) ? sign : ' '))
    .replace(/\s+/gu, ' ')
    .trim()

/** The first font that has a character; undefined if none has. */
const fontOf = (character: string, fonts: Font[]): Font | undefined => fonts.find((font) => font.advance(character) !== null)

/** Whether the fonts have every character. */
export const isDrawable = (text: string, fonts: Font[]): boolean => [...text].every((character) => fontOf(character, fonts))

/** The width of a text. */
export const widthOf = (text: string, fonts: Font[]): number =>
  [...text].reduce((sum, character) => sum + (fontOf(character, fonts)?.advance(character) ?? 0), 0)

/** The parts of a text that are drawn in the same font. */
export function runsOf(text: string, fonts: Font[]): { family: string; text: string }[] {
  const runs: { family: string; text: string }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const family = fontOf(character, fonts)?.family ?? fonts[0]!.family
    // A space or mark stays with the letters before it.
    if (last && (last.family === family || /[\s\p{M}]/u.test(character))) last.text += character
    else runs.push({ family, text: character })
  }
  return runs
}

/** A text that is at most `limit` wide; a longer one ends with an ellipsis. */
export function shorten(text: string, limit: number, fonts: Font[]): string {
  if (widthOf(text, fonts) <= limit) return text
  const room = limit - widthOf('…', fonts)
  let [cut, width] = ['', 0]
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment, fonts)
    if (width > room) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}

/** The parts of a text between which a line may end, each with the spaces after it. Parts wider than a line are cut between letters. */
function partsOf(text: string, limit: number, fonts: Font[]): string[] {
  const parts: string[] = []
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1)
    // Latin words are divided at spaces only.
    const joins = last !== undefined && (NOT_FIRST.test(segment) || NOT_LAST.test(last) || segment === ' ' || isOneWord(last, segment))
    if (joins) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts.flatMap((part) =>
    widthOf(part.trimEnd(), fonts) <= limit ? [part] : [...graphemes.segment(part)].map(({ segment }) => segment),
  )
}

/** Whether no line may end between two segments, because neither has a space or a letter of a script that is written without spaces. */
const isOneWord = (before: string, after: string): boolean =>
  !/\s$/.test(before) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(before.slice(-1) + after.slice(0, 1))

/** Wraps a text into at most `count` lines of `limit`; the last one ends with an ellipsis if there is more. */
export function wrap(text: string, limit: number, count: number, fonts: Font[]): string[] {
  const lines = ['']
  for (const part of partsOf(text, limit, fonts)) {
    const line = lines.at(-1)!
    if (line === '' || widthOf((line + part).trimEnd(), fonts) <= limit) lines[lines.length - 1] = line + part
    else lines.push(part)
  }
  const shown = lines.slice(0, count).map((line) => line.trimEnd())
  if (lines.length > count) shown[count - 1] = shorten(`${lines[count - 1]}${lines[count]}`, limit, fonts)
  return shown
}
