import { type GenericSchema, safeParse } from 'valibot'

/** What valibot keeps of a schema, as far as tests read it. */
interface Node {
  kind: 'schema'
  type: string
  pipe?: [Node, ...(Node | Step)[]]
  wrapped?: Node
  item?: Node
  items?: Node[]
  options?: unknown[]
  entries?: Record<string, Node>
  key?: Node
  value?: Node
}
interface Step {
  kind: 'validation' | 'transformation' | 'metadata'
  type: string
  requirement?: unknown
}

const isNode = (part: unknown): part is Node => (part as Node | null)?.kind === 'schema'

/** Whether a pattern fits texts of a limited length only: from beginning to end, and nothing in it repeats without end. */
export function isBounded(pattern: RegExp): boolean {
  const bare = pattern.source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  if (!bare.startsWith('^') || !bare.endsWith('$') || pattern.multiline || /[*+]|\{\d+,\}/.test(bare)) return false
  // An alternative outside of brackets ends the hold of ^ and begins that of $.
  let outside = bare
  for (let before = ''; before !== outside; ) {
    before = outside
    outside = outside.replace(/\([^()]*\)/g, 'x')
  }
  return !outside.includes('|')
}

/** What a node says of its input before anything transforms it. */
function stepsOf(node: Node): Step[] {
  // A pipe may begin with a pipe.
  const all = (one: Node): (Node | Step)[] => (one.pipe ? [...all(one.pipe[0]), ...one.pipe.slice(1)] : [])
  const steps = all(node)
  const end = steps.findIndex(({ kind }) => kind === 'transformation' || kind === 'schema')
  return (end < 0 ? steps : steps.slice(0, end)) as Step[]
}

const WRAPPERS = new Set([
  'optional',
  'exact_optional',
  'undefinedable',
  'nullish',
  'nullable',
  'non_optional',
  'non_nullish',
  'non_nullable',
])
const CLOSED = new Set(['boolean', 'literal', 'picklist', 'enum', 'null', 'undefined', 'void', 'never'])

/** Every field of a schema that takes texts, numbers, lists or maps of any size, or anything at all, as `path: why`. */
export function unboundedOf(schema: GenericSchema, path = ''): string[] {
  const node = schema as unknown as Node
  const steps = stepsOf(node)
  const has = (...types: string[]) => steps.some(({ type }) => types.includes(type))
  const inner = (part: unknown, at: string) => unboundedOf(part as GenericSchema, path && at ? `${path}.${at}` : path || at)
  const unless = (bounded: boolean, why: string) => (bounded ? [] : [`${path || '(whole)'}: ${why}`])
  if (WRAPPERS.has(node.type)) return inner(node.wrapped, '')
  if (CLOSED.has(node.type)) return []
  switch (node.type) {
    case 'string': {
      const patterned = steps.some(({ requirement }) => requirement instanceof RegExp && isBounded(requirement))
      return unless(patterned || has('max_length', 'length', 'max_bytes'), 'a text of any length')
    }
    case 'number':
      return unless(has('value') || (has('max_value') && has('min_value')), 'a number without bounds')
    case 'array':
      return [...unless(has('max_length', 'length'), 'a list of any length'), ...inner(node.item, '[]')]
    case 'tuple':
      return node.items!.flatMap((item, i) => inner(item, String(i)))
    case 'object':
    case 'strict_object':
      return Object.entries(node.entries!).flatMap(([key, value]) => inner(value, key))
    case 'record':
      return [...unless(has('max_entries', 'entries'), 'a map of any size'), ...inner(node.key, '(key)'), ...inner(node.value, '{}')]
    case 'union':
    case 'variant':
    case 'intersect':
      return node.options!.filter(isNode).flatMap((option) => inner(option, ''))
    default:
      return unless(false, `of type ${node.type}`)
  }
}

/** A value at a bound of a field or beyond it, put into a request nothing else is wrong with. */
export interface Edge {
  /** Where and what: `product.title: 121 characters`. */
  name: string
  value: unknown
}

/** What fits no field, or what fields of every kind must bear. */
const STRANGE: Record<string, unknown> = {
  null: null,
  true: true,
  '-1': -1,
  '0.5': 0.5,
  '1e308': 1e308,
  '2^53': 2 ** 53,
  'an empty text': '',
  'half a letter': 'Logo \ud83d',
  'a NUL': 'a\0b',
  'a huge text': 'x'.repeat(100_000),
  'an empty list': [],
  'a long list': Array(2000).fill(null),
  'an object': { constructor: { prototype: 1 }, length: 1 },
}

/** A copy of a value with another at a path; undefined takes the field away. */
function put(whole: unknown, [key, ...rest]: (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const inner = put((whole as Record<string, unknown> | undefined)?.[key], rest, value)
  return Array.isArray(whole) ? whole.with(Number(key), inner) : { ...(whole as object), [key]: inner }
}

const requirement = (steps: Step[], ...types: string[]) => steps.find(({ type }) => types.includes(type))?.requirement as number | undefined

/**
 * A sample with each field of its schema in turn at its bounds (of length, value or number of entries), just beyond them, of another
 * type, missing, and strange.
 */
export function edgesOf(schema: GenericSchema, sample: unknown): Edge[] {
  const edges: Edge[] = []
  const add = (path: (string | number)[], name: string, value: unknown) =>
    edges.push({ name: `${path.join('.') || '(whole)'}: ${name}`, value: put(sample, path, value) })
  /** `first`: not one of several alternatives for the same field, of which another was tried with what is strange. */
  const walk = (node: Node, value: unknown, path: (string | number)[], first = true): void => {
    const steps = stepsOf(node)
    if (node.wrapped) {
      walk(node.wrapped, value, path, first)
      return
    }
    if (node.options?.some(isNode)) {
      const options = node.options.filter(isNode)
      const fitting = options.find((option) => safeParse(option as unknown as GenericSchema, value).success) ?? options[0]!
      walk(fitting, value, path, first)
      for (const other of options) if (other !== fitting) walk(other, undefined, path, false)
      return
    }
    if (first) {
      for (const [name, strange] of Object.entries(STRANGE)) add(path, name, strange)
      if (path.length) add(path, 'missing', undefined)
    }
    const most = requirement(steps, 'max_length', 'length', 'max_entries')
    if (node.type === 'string' && most !== undefined)
      for (const length of [most, most + 1]) add(path, `${length} characters`, 'あ'.repeat(length))
    if (node.type === 'number') {
      const [low, high] = [requirement(steps, 'min_value'), requirement(steps, 'max_value')]
      for (const bound of [low, low && low - 1, high, high && high + 1]) if (bound !== undefined) add(path, String(bound), bound)
    }
    if (node.type === 'array') {
      const item = Array.isArray(value) ? value[0] : undefined
      for (const length of most === undefined ? [] : [most, most + 1]) add(path, `${length} entries`, Array(length).fill(item ?? null))
      if (item !== undefined) walk(node.item!, item, [...path, 0])
    }
    if (node.entries)
      for (const [key, entry] of Object.entries(node.entries)) walk(entry, (value as Record<string, unknown>)?.[key], [...path, key])
    if (node.type === 'record' && typeof value === 'object' && value !== null) {
      const [[key, first] = []] = Object.entries(value)
      if (key === undefined) return
      for (const size of most === undefined ? [] : [most, most + 1])
        add(path, `${size} entries`, Object.fromEntries(Array.from({ length: size }, (_, i) => [`${key} ${i}`, first])))
      for (const odd of ['', '\ud83d', '__proto__', 'x'.repeat(10_000)])
        add(path, `the key ${odd.slice(0, 9)}`, Object.fromEntries([[odd, first]]))
      walk(node.value!, first, [...path, key])
    }
  }
  walk(schema as unknown as Node, sample, [])
  return edges
}
