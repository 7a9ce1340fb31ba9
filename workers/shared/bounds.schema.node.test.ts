import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  any,
  array,
  type GenericSchema,
  integer,
  looseObject,
  maxEntries,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  string,
  transform,
  union,
} from 'valibot'
import { describe, expect, it } from 'vitest'
import { isBounded, unboundedOf } from './schema.testing.ts'

const gitFiles = (pattern: string) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], { encoding: 'utf8' }).split('\n').filter(Boolean)
const isSchema = (value: unknown): value is GenericSchema => (value as GenericSchema | null | undefined)?.kind === 'schema'
const schemas = (
  await Promise.all(
    // Schemas of answers need no bounds: they describe what the server sends.
    gitFiles('workers/**/*.schema.ts')
      .filter((file) => !file.endsWith('/answers.schema.ts'))
      .map(async (file) => {
        const exported = (await import(resolve(file))) as Record<string, unknown>
        return Object.entries(exported).flatMap(([name, value]) => (isSchema(value) ? [{ name: `${name} of ${file}`, schema: value }] : []))
      }),
  )
).flat()

describe('schemas', () => {
  it.each(schemas)('$name limits the size of its texts, numbers, lists and maps', ({ schema }) => expect(unboundedOf(schema)).toEqual([]))

  it('are all checked: none is written inline in a handler', () => {
    expect(schemas.length).toBeGreaterThan(50)
    // An inline schema would not be found by the test above.
    const inline = gitFiles('workers/*/*.ts')
      .filter((file) => !/\.test\.ts$|testing\.ts$|^workers\/local\/|shared\/valid\.ts$/.test(file))
      .flatMap((file) => {
        const source = readFileSync(file, 'utf8')
        const imported = [...source.matchAll(/import \{([^}]*)\} from '[^']*\.schema\.ts'/g)].flatMap(([, names]) => names!.split(/[\s,]+/))
        return [...source.matchAll(/(?<![.\w])valid\((?:'(\w+)', (\w+)\))?/g)]
          .filter(([, , schema]) => source.includes('shared/valid.ts') && !(schema && imported.includes(schema)))
          .map(([call]) => `${file}: ${call}`)
      })
    expect(inline).toEqual([])
  })
})

describe('unboundedOf and isBounded', () => {
  it.each<[string, GenericSchema, string[]]>([
    ['a text', string(), ['(whole): a text of any length']],
    [
      'a text whose length is checked after a transformation',
      pipe(
        string(),
        transform((text) => text.trim()),
        maxLength(5),
      ),
      ['(whole): a text of any length'],
    ],
    ['an unbounded pattern', pipe(string(), regex(/^a+$/)), ['(whole): a text of any length']],
    ['a number', object({ n: optional(pipe(number(), integer(), minValue(0))) }), ['n: a number without bounds']],
    ['a list', object({ a: array(pipe(number(), minValue(0), maxValue(1))) }), ['a: a list of any length']],
    ['a text in a list', pipe(array(object({ t: string() })), maxLength(3)), ['[].t: a text of any length']],
    ['a map', record(pipe(string(), maxLength(3)), picklist(['a'])), ['(whole): a map of any size']],
    ['the keys of a map', pipe(record(string(), picklist(['a'])), maxEntries(3)), ['(key): a text of any length']],
    ['anything', any(), ['(whole): of type any']],
    ['a loose object', looseObject({}), ['(whole): of type loose_object']],
    ['a union with an unbounded option', union([picklist(['a']), string()]), ['(whole): a text of any length']],
  ])('unboundedOf reports %s', (_, schema, found) => expect(unboundedOf(schema)).toEqual(found))

  it.each([/^[\w-]{22}$/, /^(?:others|all|[0-9a-f]{32})$/, /^\d{1,12}\.[1-9]\d{0,15}$/, /^[+*]{1,2}$/])(
    'isBounded accepts the pattern %s',
    (pattern) => expect(isBounded(pattern)).toBe(true),
  )
  it.each([/^a|b$/, /a{2}/, /^a{2,}$/, /^(?:a|b)*$/, /^a{2}$/m, /^a|(b)$/])('isBounded rejects the pattern %s', (pattern) =>
    expect(isBounded(pattern)).toBe(false),
  )
})
