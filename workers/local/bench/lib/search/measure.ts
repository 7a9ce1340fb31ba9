import type { SearchRequest } from './engine.ts'
import type { QueryClass } from './query-classes.ts'

/** The median and the 99th percentile (ms). With fewer than a hundred samples, the latter is the slowest. */
export interface Times {
  median: number
  p99: number
  samples: number
}

/** An engine behind a worker: both are called in the same way. */
export interface Measured {
  name: string
  size: number
  /** Where a search is answered, for example `http://127.0.0.1:1/api/listings/query`. */
  url: string
  searches: Record<QueryClass, SearchRequest[]>
}

/** Samples of one class: as many as fit into the time (ms), within these numbers. */
const [MIN, MAX, TIME] = [3, 120, 3000]

async function call(url: string, { text, ...filters }: SearchRequest): Promise<number> {
  const query = new URLSearchParams({
    type: 'services',
    text,
    ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
  })
  const started = performance.now()
  const answer = await fetch(`${url}?${query}`)
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url}?${query} answered ${answer.status}: ${body}`)
  return performance.now() - started
}

/** Measures one class of searches. Searches take turns, and each is sent once before if that takes little time. */
export async function measureClass({ url, searches }: Measured, name: QueryClass): Promise<Times> {
  const some = searches[name]
  const until = performance.now() + TIME / 2
  for (const one of some) if (performance.now() < until) await call(url, one)
  const times: number[] = []
  const started = performance.now()
  while (times.length < MIN || (times.length < MAX && performance.now() - started < TIME))
    times.push(await call(url, some[times.length % some.length]!))
  const sorted = times.toSorted((a, b) => a - b)
  return {
    median: sorted[sorted.length >> 1]!,
    p99: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))]!,
    samples: times.length,
  }
}
