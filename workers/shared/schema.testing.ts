import { type GenericSchema, safeParse } from 'valibot'

/** The parts of a valibot schema that these tests read. */
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

/** Whether a pattern limits the length of a text: it is anchored at both ends and has no unlimited repetition. */
export function isBounded(pattern: RegExp): boolean {
  const simplified = pattern.source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  if (!simplified.startsWith('^') || !simplified.endsWith('$') || pattern.multiline || /[*+]|\{\d+,\}/.test(simplified)) return false
  // In an alternative outside of parentheses, ^ and $ apply to one side only.
  let topLevel = simplified
  for (let previous = ''; previous !== topLevel; ) {
    previous = topLevel
    topLevel = topLevel.replace(/\([^()]*\)/g, 'x')
  }
  return !topLevel.includes('|')
}

/** The checks of a node that run on its untransformed input. */
function stepsOf(node: Node): Step[] {
  // The first element of a pipe may be a pipe itself.
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

/** Every field of a schema that accepts values of unlimited size or type, as `path: reason`. */
export function unboundedOf(schema: GenericSchema, path = ''): string[] {
  const node = schema as unknown as Node
  const steps = stepsOf(node)
  const has = (...types: string[]) => steps.some(({ type }) => types.includes(type))
  const inner = (part: unknown, at: string) => unboundedOf(part as GenericSchema, path && at ? `${path}.${at}` : path || at)
  const reportUnless = (bounded: boolean, reason: string) => (bounded ? [] : [`${path || '(whole)'}: ${reason}`])
  if (WRAPPERS.has(node.type)) return inner(node.wrapped, '')
  if (CLOSED.has(node.type)) return []
  switch (node.type) {
    case 'string': {
      const patterned = steps.some(({ requirement }) => requirement instanceof RegExp && isBounded(requirement))
      return reportUnless(patterned || has('max_length', 'length', 'max_bytes'), 'a text of any length')
    }
    case 'number':
      return reportUnless(has('value') || (has('max_value') && has('min_value')), 'a number without bounds')
    case 'array':
      return [...reportUnless(has('max_length', 'length'), 'a list of any length'), ...inner(node.item, '[]')]
    case 'tuple':
      return node.items!.flatMap((item, i) => inner(item, String(i)))
    case 'object':
    case 'strict_object':
      return Object.entries(node.entries!).flatMap(([key, value]) => inner(value, key))
    case 'record':
      return [...reportUnless(has('max_entries', 'entries'), 'a map of any size'), ...inner(node.key, '(key)'), ...inner(node.value, '{}')]
    case 'union':
    case 'variant':
    case 'intersect':
      return node.options!.filter(isNode).flatMap((option) => inner(option, ''))
    default:
      return reportUnless(false, `of type ${node.type}`)
  }
}

/** A request that is valid except for one field, whose value is at or beyond a bound. */
export interface Edge {
  /** The field and the value: `product.title: 121 characters`. */
  name: string
  value: unknown
}

/** Unusual values that are tried in every field. A field may accept or reject them, but no call may fail with a server error. */
const ODD_VALUES: Record<string, unknown> = {
  null: null,
  true: true,
  '-1': -1,
  '0.5': 0.5,
  '1e308': 1e308,
  '2^53': 2 ** 53,
  'an empty text': '',
  'a lone surrogate': 'Logo \ud83d',
  'a NUL': 'a\0b',
  'a huge text': 'x'.repeat(100_000),
  'an empty list': [],
  'a long list': Array(2000).fill(null),
  'an object': { constructor: { prototype: 1 }, length: 1 },
}

/** Returns a copy of `whole` with `value` at a path; undefined removes the field. */
function put(whole: unknown, [key, ...rest]: (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const inner = put((whole as Record<string, unknown> | undefined)?.[key], rest, value)
  return Array.isArray(whole) ? whole.with(Number(key), inner) : { ...(whole as object), [key]: inner }
}

const requirement = (steps: Step[], ...types: string[]) => steps.find(({ type }) => types.includes(type))?.requirement as number | undefined

/**
 * Variants of a sample. In each of them, one field is at a bound (of length, value or number of entries) or just beyond it, has another
 * type or an odd value, or is missing.
 */
export function edgesOf(schema: GenericSchema, sample: unknown): Edge[] {
  const edges: Edge[] = []
  const add = (path: (string | number)[], name: string, value: unknown) =>
    edges.push({ name: `${path.join('.') || '(whole)'}: ${name}`, value: put(sample, path, value) })
  /** `first` is false for further alternatives of a union, whose odd values were already added. */
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
      for (const [name, oddValue] of Object.entries(ODD_VALUES)) add(path, name, oddValue)
      if (path.length) add(path, 'missing', undefined)
    }
    const maximum = requirement(steps, 'max_length', 'length', 'max_entries')
    if (node.type === 'string' && maximum !== undefined)
      for (const length of [maximum, maximum + 1]) add(path, `${length} characters`, 'あ'.repeat(length))
    if (node.type === 'number') {
      const [low, high] = [requirement(steps, 'min_value'), requirement(steps, 'max_value')]
      for (const bound of [low, low && low - 1, high, high && high + 1]) if (bound !== undefined) add(path, String(bound), bound)
    }
    if (node.type === 'array') {
      const item = Array.isArray(value) ? value[0] : undefined
      for (const length of maximum === undefined ? [] : [maximum, maximum + 1])
        add(path, `${length} entries`, Array(length).fill(item ?? null))
      if (item !== undefined) walk(node.item!, item, [...path, 0])
    }
    if (node.entries)
      for (const [key, entry] of Object.entries(node.entries)) walk(entry, (value as Record<string, unknown>)?.[key], [...path, key])
    if (node.type === 'record' && typeof value === 'object' && value !== null) {
      const [[key, first] = []] = Object.entries(value)
      if (key === undefined) return
      for (const size of maximum === undefined ? [] : [maximum, maximum + 1])
        add(path, `${size} entries`, Object.fromEntries(Array.from({ length: size }, (_, i) => [`${key} ${i}`, first])))
      for (const oddValue of ['', '\ud83d', '__proto__', 'x'.repeat(10_000)])
        add(path, `the key ${oddValue.slice(0, 9)}`, Object.fromEntries([[oddValue, first]]))
      walk(node.value!, first, [...path, key])
    }
  }
  walk(schema as unknown as Node, sample, [])
  return edges
}
