import { stemmer } from 'stemmer'

/** Splits texts into the words that are compared in a search; see docs/decisions/0040-ranked-search.md. */

const CJK = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{M}\p{N}]]`
const OTHER = String.raw`[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]`
const RUNS = new RegExp(`${CJK}+|${OTHER}+`, 'gv')
const STARTS_WITH_CJK = new RegExp(`^${CJK}`, 'v')

/** Most English texts. They need only a part of the work, and a search reads hundreds of texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII contains them.
const ASCII = /^[\x00-\x7f]*$/
const ASCII_WORDS = /[a-z0-9]+/g

/** Latin letters that Unicode does not split into a letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' }
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')
/** Latin letters beyond ASCII, and accents. */
const ACCENTED = /[\u00c0-\u036f\u1e00-\u1eff]/

const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter]!)

const toHiragana = (katakana: string): string => String.fromCharCode(...[...katakana].map((kana) => kana.charCodeAt(0) - 0x60))

/**
 * Folds a text to the form in which it is compared: full-width and half-width forms are equal (NFKC), upper and lower case, katakana and
 * hiragana, and Latin letters with and without accents.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const folded = text.normalize('NFKC').toLowerCase()
  return (ACCENTED.test(folded) ? foldAccents(folded) : folded).replace(/[ァ-ヶ]+/g, toHiragana)
}

/** A word, or a run of Chinese, Japanese or Korean characters, which are written without spaces. */
export interface Run {
  text: string
  cjk: boolean
}

/** Splits a folded text into runs. Punctuation and emojis separate them and are left out. */
export const splitRuns = (folded: string): Run[] =>
  ASCII.test(folded)
    ? (folded.match(ASCII_WORDS) ?? []).map((text) => ({ text, cjk: false }))
    : (folded.match(RUNS) ?? []).map((text) => ({ text, cjk: STARTS_WITH_CJK.test(text) }))

/** English words that nearly every text has. They are not indexed, and a search ignores them beside other words. */
const COMMON_WORDS = new Set(
  'a an and are as at be by for from i in is it me my of on or our that the this to we will with you your'.split(' '),
)
export const isCommonWord = (word: string): boolean => COMMON_WORDS.has(word)

/** Words that say that something is wanted or offered, but not what, as stems. A search ignores them beside other words. */
const WEAK_WORDS = new Set([
  ...'can compani do find get help hire look make need offer pleas profession servic someon somebodi somewher want who work'.split(' '),
  ...['制作', '製作', '作成', '募集', '依頼', '相談', '代行', 'さーびす', '開業', '探し', '欲しい'],
])
export const isWeakWord = (word: string): boolean => WEAK_WORDS.has(stemOf(word))

/** British spellings that American English writes otherwise: `colour`, `organise`, `modelling`, `centre`. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/our(s|ed|ing|ful|ist)?$/, 'or$1'],
  [/is(e|ed|es|er|ers|ing|ation|ations)$/, 'iz$1'],
  [/ll(ed|er|ers|ing)$/, 'l$1'],
  [/tre(s)?$/, 'ter$1'],
]

/** Stems that were computed before. A search compares the same words again and again. */
const stems = new Map<string, string>()
const MAX_STEMS = 20_000

/**
 * The stem of an English word (Porter), the same for both spellings: `designers` -> `design`. Other words, and words with digits, are their
 * own stem.
 */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  const known = stems.get(word)
  if (known !== undefined) return known
  const found = SPELLINGS.find(([ending]) => word.length > 5 && ending.test(word))
  const stem = stemmer(found ? word.replace(...found) : word)
  if (stems.size >= MAX_STEMS) stems.clear()
  stems.set(word, stem)
  return stem
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
/** Particles, endings and polite words. In a search they only connect the others. */
const CONNECTING =
  /^(?:の|を|に|で|と|が|は|へ|も|や|か|から|まで|より|だけ|など|し|て|た|い|な|ん|する|した|したい|たい|ほしい|欲しい|ください|下さい|くれる|くださる|もらう|もらえる|もらいたい|いただける|お|ご|願い|お願い|できる|でき|出来る|できます|します|ます|です|いる|ある|ない|なく|なくて|こと|もの|ため|なら|ので|けど|そう|すぐ|今|困って|いま|す|人|方|者|化|先|的|系|用|時|中|年|月|日)+$/
/** Hiragana that look like katakana, between katakana. */
const LOOKALIKE = /(?<=[ァ-ヶー])[へべぺ](?=[ァ-ヶー])/g

/**
 * Splits Chinese, Japanese or Korean characters of a search into words, without those that only connect others: `猫の絵` -> `猫`, `絵`.
 * A text that has only such words is one word.
 */
export function splitWords(run: string): string[] {
  const text = run.replace(LOOKALIKE, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
  const words: string[] = []
  let previous = ''
  for (const { segment } of segmenter.segment(text)) {
    // A word of kana that the dictionary does not know is cut into pieces.
    const isPiece =
      (/^[ぁ-ゖー]+$/.test(segment) && /^[ぁ-ゖー]+$/.test(previous)) ||
      (/^[ァ-ヶー]+$/.test(segment) && /^[ァ-ヶー]+$/.test(previous) && (segment.length === 1 || previous.length === 1))
    if (isPiece) words.push(words.pop()! + segment)
    else words.push(segment)
    previous = segment
  }
  const meant = words.filter((word) => !CONNECTING.test(word))
  return meant.length ? meant : [run]
}

/** `猫の絵` -> `猫の`, `の絵`. */
export const bigrams = (run: string): string[] => {
  const letters = [...run]
  return letters.slice(1).map((letter, i) => letters[i]! + letter)
}

/** Whether a folded character is kana. A single one is no word, and nearly every Japanese text has it. */
export const isKana = (letter: string): boolean => /^[ぁ-ゖーゝゞ]$/.test(letter)
