import { foldText } from '../../workers/listings/search/words.schema.ts'

/** The words of a search, folded. */
export const wordsOf = (search: string): string[] => foldText(search.toWellFormed()).split(/\s+/).filter(Boolean)

/**
 * Splits a text into parts that match a word and parts that do not, alternately; the first does not match and may be empty. Folding can
 * change the length of a text, so each letter is folded by itself.
 */
export function splitMatches(text: string, words: readonly string[]): string[] {
  if (!words.length) return [text]
  let folded = ''
  // For each UTF-16 unit of the folded text, and for its end: the position in the text.
  const positions: number[] = []
  let at = 0
  for (const letter of text) {
    const part = foldText(letter)
    for (let i = 0; i < part.length; i++) positions.push(at)
    folded += part
    at += letter.length
  }
  positions.push(at)
  const parts: string[] = []
  let from = 0
  for (let i = 0; i < folded.length; ) {
    const length = Math.max(0, ...words.filter((word) => folded.startsWith(word, i)).map((word) => word.length))
    if (!length) {
      i++
      continue
    }
    const [start, end] = [positions[i]!, positions[i + length]!]
    parts.push(text.slice(from, start), text.slice(start, end))
    from = end
    i += length
  }
  return [...parts, text.slice(from)]
}
