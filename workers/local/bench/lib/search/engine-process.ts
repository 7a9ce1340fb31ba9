import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Engine, generateDocuments, type SearchRequest } from './engine.ts'
import { openLike } from './like.ts'
import { loadListings, type Table } from './load-postgres.ts'
import { openMiniSearch } from './minisearch.ts'
import { openPostgres } from './postgres.ts'
import { fillSearch } from './search-database.ts'

/** What the process does, with its options. `fill` and `load` end when they are done, the others are servers. */
export interface Tasks {
  fill: { file: string; size: number }
  load: Table & { size: number; after: number; upTo: number }
  like: { file: string }
  postgres: { host: string; table: string }
  minisearch: { size: number }
}

/** What a server sends when it listens: its address and, of MiniSearch, how many listings it has and the bytes of each. */
export interface Ready {
  ready: string
  size?: number
  bytes?: number
}

/** The memory (bytes) that MiniSearch may fill: half of what Node allows. With more, collecting garbage takes most of the time. */
const MEMORY = 2 * 1024 ** 3

async function listen(engine: Engine, about: Omit<Ready, 'ready'> = {}): Promise<void> {
  const server = createServer(async (request, response) => {
    const { maxPrice, city, ...rest } = Object.fromEntries(new URL(request.url!, 'http://localhost').searchParams)
    const search = { ...rest, ...(maxPrice && { maxPrice: Number(maxPrice) }), ...(city && { city: Number(city) }) } as SearchRequest
    try {
      const page = await engine.search(search)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.send!({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...about } satisfies Ready)
  process.on('disconnect', () => process.exit())
}

const TASKS: { [Name in keyof Tasks]: (options: Tasks[Name]) => Promise<void> | void } = {
  fill: ({ file, size }) => fillSearch(file, size),
  load: ({ size, after, upTo, ...table }) => loadListings(table, generateDocuments(size, after, upTo)),
  like: ({ file }) => listen(openLike(file)),
  postgres: async (options) => listen(await openPostgres(options)),
  minisearch: ({ size }) => {
    const engine = openMiniSearch()
    const before = process.memoryUsage().heapUsed
    const isFull = () => process.memoryUsage().heapUsed > MEMORY
    const added = engine.add(generateDocuments(size), isFull)
    return listen(engine, { size: added, bytes: Math.round((process.memoryUsage().heapUsed - before) / added) })
  },
}

const [name, options] = process.argv.slice(2) as [keyof Tasks, string]
await TASKS[name](JSON.parse(options) as never)
