import { type GenericSchema, safeParse } from 'valibot'

/** The name of the rule in credentials.schema.ts that a text breaks, or null. */
export function brokenRule(schema: GenericSchema<string, string>, text: string): string | null {
  const checked = safeParse(schema, text)
  return checked.success ? null : checked.issues[0].message
}
