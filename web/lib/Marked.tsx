import { splitMatches } from './search-words.ts'

/** A text with the searched words marked. `words` are those of `wordsOf`. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  splitMatches(text, words).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    i % 2 ? <mark key={i}>{part}</mark> : part,
  )
