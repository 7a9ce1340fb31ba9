import { maxLength, pipe, string } from 'valibot'

/** The name of a creator as somebody types it, in upper or lower case. It may be no name at all. */
export const typedName = pipe(string(), maxLength(100))
