import { check, maxLength, pipe, string, transform } from 'valibot'
import { characters, cleanLine, cleanLines } from './text.schema.ts'

/** Schema for a cleaned single line of at most `limit` characters. */
export const singleLineText = (limit: number) =>
  pipe(
    string(),
    maxLength(limit * 4, 'too_long'),
    transform(cleanLine),
    check((text) => characters(text) <= limit, 'too_long'),
  )
/** Schema for a cleaned text with line breaks of at most `limit` characters. */
export const multiLineText = (limit: number) =>
  pipe(
    string(),
    maxLength(limit * 4, 'too_long'),
    transform(cleanLines),
    check((text) => characters(text) <= limit, 'too_long'),
  )
