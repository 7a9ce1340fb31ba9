import { check, maxLength, pipe, string, transform } from 'valibot'
import { characters, cleanLine, cleanLines } from './text.schema.ts'

const cleanedText = (clean: (text: string) => string, limit: number) =>
  pipe(
    string(),
    maxLength(limit * 4, 'too_long'),
    transform(clean),
    check((text) => characters(text) <= limit, 'too_long'),
  )

/** Schema for a cleaned single line of at most `limit` characters. */
export const singleLineText = (limit: number) => cleanedText(cleanLine, limit)
/** Schema for a cleaned text of at most `limit` characters, with line breaks. */
export const multiLineText = (limit: number) => cleanedText(cleanLines, limit)
