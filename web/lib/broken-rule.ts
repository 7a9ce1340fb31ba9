import { type GenericSchema, safeParse } from 'valibot'

/** The rule a text breaks, as credentials.schema.ts names it, or null. */
export function brokenRule(schema: GenericSchema<string, string>, text: string): string | null {
  const checked = safeParse(schema, text)
  return checked.success ? null : checked.issues[0].message
}
