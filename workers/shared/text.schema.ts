/**
 * What people type, made safe to show: used for names, titles, messages and everything else that is one person's words on another's
 * screen. Nothing of what is removed is seen, and all of it can make a text read as another.
 */

// Controls but tabs and line breaks, soft hyphen, zero-width characters, fillers, direction marks, overrides and isolates, tag characters.
const UNSEEN = String.raw`[\p{Cc}--[\t\n]]|[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{13430}-\u{1343f}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]`
// Three flags are a black one and tag characters; nothing else is made of these.
const FLAG = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`
const UNSEEN_OR_FLAG = new RegExp(`(?<flag>${FLAG})|${UNSEEN}`, 'gv')

// A joiner belongs between two emoji or between two letters of a script that joins; anywhere else it only hides.
const JOINING =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
const JOINS = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}${JOINING.split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')}]`
const JOINER = '[\u200c\u200d]'
const STRAY_JOINER = new RegExp(String.raw`(?<!${JOINS}\p{M}*)${JOINER}|${JOINER}(?!${JOINS})`, 'gu')
const JOINERS = new RegExp(JOINER, 'g')

// A variation selector chooses how an emoji, a symbol or a letter of these scripts is drawn; anywhere else it only hides.
const STRAY_SELECTOR =
  /(?<![\p{Emoji}\p{S}\p{Script=Han}\p{Script=Myanmar}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<!\p{Script=Mongolian})[\u180b-\u180d\u180f]/gu

// What shows nothing by itself: marks without a letter, blank Braille, a blank note head, the place of an object that is not there.
const BLANK = /^[\s\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]*$/u
/** Whether nothing of a text would be seen. */
export const isBlank = (text: string): boolean => BLANK.test(text)

// More marks on one letter than any script stacks.
const STACKED = /(\p{M}{4})\p{M}+/gu

/** The text composed (NFC) and well-formed, without unseen characters, stray joiners and selectors, and with four marks on a letter at most. */
export const unmasked = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSEEN_OR_FLAG, '$<flag>')
    .replace(STRAY_JOINER, '')
    .replace(STRAY_SELECTOR, '')
    .normalize('NFC')
    .replace(STACKED, '$1')

/** The text without the joiners that belong where they are; what is left of joiners is stray. */
export const withoutJoiners = (text: string): string => ([...text.matchAll(STRAY_JOINER)].length ? text : text.replace(JOINERS, ''))

/** One line: unmasked, every run of white space one space, trimmed; empty where nothing would be seen. */
export function cleanLine(text: string): string {
  const line = unmasked(text.replace(/[^\S\ufeff]+/gu, ' '))
    .replace(/ {2,}/g, ' ')
    .trim()
  return isBlank(line) ? '' : line
}

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

/** Where in what was sent (keys and indexes) a string or a key is no proper text, holding half of a letter; null where all are. */
export function malformedAt(value: unknown): (string | number)[] | null {
  // Not by recursion: a body may be nested deeper than the stack.
  interface Place {
    value: unknown
    key: string | number
    within: Place | null
  }
  const pathOf = (place: Place): (string | number)[] => {
    const path: (string | number)[] = []
    for (let at: Place | null = place; at?.within; at = at.within) path.push(at.key)
    return path.reverse()
  }
  const left: Place[] = [{ value, key: '', within: null }]
  for (let place = left.pop(); place; place = left.pop()) {
    if (typeof place.value === 'string' && !place.value.isWellFormed()) return pathOf(place)
    if (typeof place.value !== 'object' || place.value === null) continue
    for (const [key, inner] of Object.entries(place.value)) {
      const child: Place = { value: inner, key: key.toWellFormed(), within: place }
      if (!key.isWellFormed()) return pathOf(child)
      left.push(child)
    }
  }
  return null
}
