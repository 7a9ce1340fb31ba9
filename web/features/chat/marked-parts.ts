/** A part of a text, and whether it is a word of a search. */
interface Part {
  text: string
  isMarked: boolean
}

/** Splits a text at the words of a search that it has literally, in upper or lower case. */
export function markedParts(text: string, search: string): Part[] {
  const words = search.split(/\s+/).filter(Boolean)
  if (!words.length) return [{ text, isMarked: false }]
  // Longer words first, so that a word is not marked only as far as a shorter one goes.
  const pattern = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'giu'))
    .map((part, i) => ({ text: part, isMarked: i % 2 === 1 }))
    .filter((part) => part.text)
}
