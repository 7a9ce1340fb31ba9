import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

/** Schemas by the names that references to them use. */
export type Named = Record<string, GenericSchema>

/** Settings of the conversion, with references to the named schemas. */
export const configFor = (definitions: Named): ConversionConfig => ({
  target: 'draft-2020-12',
  // What JSON Schema cannot express is left out: the cleaning of texts, and checks by functions.
  typeMode: 'input',
  errorMode: 'ignore',
  definitions,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
})

/** Changes every object in a JSON value, the innermost first. */
const mapObjects = (value: unknown, change: (object: Record<string, unknown>) => Record<string, unknown>): unknown =>
  Array.isArray(value)
    ? value.map((one) => mapObjects(one, change))
    : typeof value === 'object' && value !== null
      ? change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapObjects(one, change)])))
      : value

/** Converts a schema. Answers may get more fields later, so their objects allow more fields. */
export function convert(schema: GenericSchema, definitions: Named): JsonSchema {
  const { $schema: _, $defs: __, ...converted } = toJsonSchema(schema, configFor(definitions))
  return open(converted)
}
/** Allows more fields in every object of a schema. */
export const open = (schema: JsonSchema): JsonSchema =>
  mapObjects(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === undefined || additionalProperties === false ? rest : { ...rest, additionalProperties },
  ) as JsonSchema

/** Adds a call's notes to the fields of its request, by their path (`product.options.price`) or else by their name. */
export function withNotes(schema: JsonSchema, notes: Record<string, string>, path: string[] = []): JsonSchema {
  const into = (part: unknown) => (typeof part === 'object' && part !== null ? withNotes(part as JsonSchema, notes, path) : part)
  const noted = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const fieldPath = [...path, name]
    const note = notes[fieldPath.join('.')] ?? notes[name]
    const inner = withNotes(field as JsonSchema, notes, fieldPath)
    if (note === undefined) return [name, inner]
    // Texts are cleaned before their length is checked. The schema then has a looser bound, which would contradict the note.
    const { maxLength: _, ...rest } = inner
    return [name, { ...(note.includes('characters') ? rest : inner), description: note }]
  })
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(noted) }),
    ...(schema.items !== undefined && { items: into(schema.items) }),
    ...(schema.additionalProperties !== undefined && { additionalProperties: into(schema.additionalProperties) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(into) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(into) }),
  } as JsonSchema
}
