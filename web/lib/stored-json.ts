import { readStored } from './storage.ts'

// Separate from storage.ts, which is loaded with the first page.

/** The JSON value stored under a key; null if there is none or it is invalid. It may have another shape, such as that of an older version. */
export function readJson<Value>(key: string): Value | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/** The items of the list stored under a key, without those that lack a field of `sample` or have another type there. */
export function readList<Item extends object>(key: string, sample: Item): Item[] {
  const stored = readJson<unknown>(key)
  const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
  const hasShape = (item: Partial<Record<string, unknown>> | null) =>
    item !== null && Object.entries(sample).every(([name, value]) => typeOf(item[name]) === typeOf(value))
  return Array.isArray(stored) ? stored.filter(hasShape) : []
}
