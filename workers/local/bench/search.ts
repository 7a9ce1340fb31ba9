import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { migrate } from '../deploy/migrate.ts'
import { optionsFor } from '../world/bundle.ts'
import { openConnection } from '../world/hrana.ts'
import { startWorkerd, writeWorker } from '../world/workerd.ts'
import type { Bench, Result } from './lib/result.ts'
import type { SearchRequest } from './lib/search/engine.ts'
import type { Ready, Tasks } from './lib/search/engine-process.ts'
import { ownerName, PER_OWNER } from './lib/search/generated-listings.ts'
import { joinTables, loadListings, loadPeople } from './lib/search/load-postgres.ts'
import { type Measured, measureClass, type Times } from './lib/search/measure.ts'
import { openPostgres } from './lib/search/postgres.ts'
import { type Cluster, findPostgres, startCluster } from './lib/search/postgres-cluster.ts'
import { QUERY_CLASSES, type QueryClass } from './lib/search/query-classes.ts'
import { measureRelevance } from './lib/search/relevance.ts'
import { measureWrites } from './lib/search/write-cost.ts'
import { round, serve } from './lib/served-database.ts'

/** Listings in the databases. A smaller marketplace for a quick run: `WARREN_SEARCH_SIZES=1000,5000,10000`. */
const SIZES = (process.env.WARREN_SEARCH_SIZES ?? '10000,500000,1000000').split(',').map(Number) as [number, number, number]
const [SMALL, MIDDLE, LARGE] = SIZES
const ORIGIN = 'http://localhost:8788'
const NO_POSTGRES = "PostgreSQL is missing: install Debian's postgresql"
const CLASSES = Object.keys(QUERY_CLASSES) as QueryClass[]
/** The classes in which LIKE is to be a thousand times slower. */
const THOUSAND: QueryClass[] = ['one CJK character', 'a rare word', 'nothing found']

const PROCESS = join(import.meta.dirname, 'lib/search/engine-process.ts')

/** Runs a task that ends by itself. */
async function runTask<Name extends keyof Tasks>(name: Name, options: Tasks[Name]): Promise<void> {
  const child = fork(PROCESS, [name, JSON.stringify(options)])
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
}

/** Starts an engine in its own process. */
async function startEngine<Name extends keyof Tasks>(name: Name, options: Tasks[Name], children: ChildProcess[]): Promise<Ready> {
  const child = fork(PROCESS, [name, JSON.stringify(options)])
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
}

/** A worker that asks an engine over HTTP, as Warren's worker asks its database. */
const PEER = `export default {
  async fetch(request, env) {
    const answer = await fetch(env.ENGINE + '/' + new URL(request.url).search)
    if (!answer.ok) return new Response(await answer.text(), { status: 500 })
    return Response.json(await answer.json())
  },
}`

interface Shops {
  dir: string
  stops: (() => Promise<void>)[]
  children: ChildProcess[]
  log: (line: string) => void
}

/** Seconds since a time of `performance.now()`. */
const since = (started: number) => ((performance.now() - started) / 1000).toFixed(0)

async function fillDatabases({ dir, log }: Shops): Promise<Map<number, string>> {
  const files = new Map<number, string>()
  for (const size of SIZES) {
    const started = performance.now()
    const file = join(dir, `${size}.db`)
    const empty = await serve(file)
    await migrate(empty.url)
    await empty.stop()
    await runTask('fill', { file, size })
    files.set(size, file)
    log(`${size} listings written and indexed (${since(started)} s)`)
  }
  return files
}

/** The table of both halves of the listings, and that of the first half. */
const [ALL, FIRST, SECOND] = ['listings', 'first_listings', 'other_listings'] as const

/** Loads two tables, of which the first is searched alone, too: half of the time of loading both sizes. */
async function fillPostgres({ host }: Cluster, bin: string, log: Shops['log']): Promise<void> {
  const started = performance.now()
  await runTask('load', { bin, host, table: FIRST, size: LARGE, after: 0, upTo: MIDDLE })
  await runTask('load', { bin, host, table: SECOND, size: LARGE, after: MIDDLE, upTo: LARGE })
  await joinTables({ bin, host, table: ALL }, [FIRST, SECOND])
  for (const table of [FIRST, ALL])
    await loadPeople(
      { bin, host, table },
      Array.from({ length: Math.ceil(LARGE / PER_OWNER) }, (_, i) => [i + 1, ownerName(i + 1)]),
    )
  log(`${LARGE} listings in PostgreSQL, indexed (${since(started)} s)`)
}

const searchesFor = (size: number) =>
  Object.fromEntries(CLASSES.map((name) => [name, QUERY_CLASSES[name](size)])) as Record<QueryClass, SearchRequest[]>

async function startWarren(shops: Shops, file: string, size: number): Promise<Measured & { databaseUrl: string }> {
  const { url: databaseUrl, stop } = await serve(file)
  shops.stops.push(stop)
  const { outputFiles } = await build({ ...optionsFor('listings', shops.dir), sourcemap: false, write: false })
  const bindings = { ENV: 'local', APP_ORIGINS: ORIGIN, DATABASE_URL: databaseUrl, AI_MODEL: 'none' }
  const worker = await startWorkerd(writeWorker(join(shops.dir, `warren-${size}`), outputFiles![0]!.text, bindings, { LIMITS: 'Limiter' }))
  shops.stops.push(worker.stop)
  return { name: 'Warren', size, url: `${worker.url}/api/listings/query`, searches: searchesFor(size), databaseUrl }
}

/** Starts a worker before an engine. `generated` is the number of listings whose names are searched. */
async function startPeer(shops: Shops, name: string, { ready, size }: Ready, generated: number): Promise<Measured> {
  const worker = await startWorkerd(writeWorker(join(shops.dir, `${name}-${generated}`), PEER, { ENGINE: ready }))
  shops.stops.push(worker.stop)
  return { name, size: size ?? generated, url: worker.url, searches: searchesFor(generated) }
}

/** Bytes of Warren's index for each listing: the terms, and the words for corrections. */
function indexBytes(file: string, size: number): number {
  const db = openConnection(file)
  const row = db.prepare(`select sum(pgsize) as bytes from dbstat('main', 1) where name like 'search_%'`).get() as { bytes: number }
  db.close()
  return Math.round(row.bytes / size)
}

async function postgresBytes(cluster: Cluster): Promise<number> {
  const bytes = await cluster.query(`select sum(pg_relation_size(indexrelid)) from pg_index join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = relam where indrelid in ('${FIRST}'::regclass, '${SECOND}'::regclass, '${ALL}_words'::regclass) and amname = 'gin'`)
  return Math.round(Number(bytes) / LARGE)
}

type Measurement = Measured & { times: Map<QueryClass, Times> }

async function measureAll(all: Measured[], log: Shops['log']): Promise<Measurement[]> {
  const measurements = all.map((one) => ({ ...one, times: new Map<QueryClass, Times>() }))
  for (const name of CLASSES) {
    for (const one of measurements) one.times.set(name, await measureClass(one, name))
    const of = ({ name: engine, size, times }: Measurement) => {
      const { median, p99, samples } = times.get(name)!
      return `${engine} ${size}: ${round(median)} / ${round(p99)} ms (${samples})`
    }
    log(`${name}: ${measurements.map(of).join(', ')}`)
  }
  return measurements
}

/** The goals of each class of searches, and the figures of all engines. */
function resultsOf(measurements: Measurement[]): Result[] {
  const timesOf = (engine: string, size: number, name: QueryClass) =>
    measurements.find((one) => one.name === engine && one.size === size)?.times.get(name)
  const results: Result[] = []
  for (const name of CLASSES) {
    const [small, large] = [timesOf('Warren', SMALL, name)!, timesOf('Warren', LARGE, name)!]
    results.push({
      name: `${name}: Warren at ${LARGE}, of ${SMALL}`,
      value: round(large.median / small.median),
      unit: 'x',
      goal: 2,
      better: 'lower',
    })
    const like = timesOf('LIKE', LARGE, name)!
    results.push({
      name: `${name}: LIKE, of Warren`,
      value: Math.round(like.median / large.median),
      unit: 'x',
      ...(THOUSAND.includes(name) && { goal: 1000 }),
      better: 'higher',
    })
    const postgres = timesOf('PostgreSQL', LARGE, name)
    results.push({
      name: `${name}: PostgreSQL, of Warren`,
      value: postgres ? round(postgres.median / large.median) : null,
      unit: 'x',
      goal: 1,
      better: 'higher',
      ...(!postgres && { note: NO_POSTGRES }),
    })
  }
  results.push({
    name: `slowest adversarial search of Warren at ${LARGE}`,
    value: round(timesOf('Warren', LARGE, 'adversarial')!.p99),
    unit: 'ms',
    goal: 1000,
    better: 'lower',
  })
  for (const { name: engine, size, times } of measurements)
    for (const [name, { median, p99, samples }] of times) {
      results.push({ name: `${name}: ${engine} at ${size}, median`, value: round(median), unit: 'ms', better: 'lower' })
      results.push({ name: `${name}: ${engine} at ${size}, p99`, value: round(p99), unit: 'ms', better: 'lower', note: `of ${samples}` })
    }
  return results
}

/**
 * Measures searches of ten classes in marketplaces of three sizes, beside LIKE in the same database, MiniSearch, and PostgreSQL with full text
 * and trigrams: time, size of the index, relevance on the judged searches, and what the index adds to a write.
 */
export const run: Bench = async (log) => {
  const dir = mkdtempSync(join(tmpdir(), 'search-'))
  const shops: Shops = { dir, stops: [], children: [], log }
  const bin = findPostgres()
  if (!bin) log(NO_POSTGRES)
  try {
    const cluster = bin && (await startCluster(bin))
    if (cluster) shops.stops.push(cluster.stop)
    const fillBoth = async () => {
      const files = await fillDatabases(shops)
      const started = performance.now()
      const memory = await startEngine('minisearch', { size: LARGE }, shops.children)
      log(`MiniSearch holds ${memory.size} listings in 2 GiB (${since(started)} s)`)
      return { files, memory }
    }
    const [{ files, memory }] = await Promise.all([fillBoth(), cluster && fillPostgres(cluster, bin, log)])
    const warren = []
    for (const size of SIZES) warren.push(await startWarren(shops, files.get(size)!, size))
    const peers: Measured[] = []
    for (const size of [MIDDLE, LARGE]) {
      peers.push(await startPeer(shops, 'LIKE', await startEngine('like', { file: files.get(size)! }, shops.children), size))
      if (!cluster) continue
      const engine = await startEngine('postgres', { host: cluster.host, table: size === LARGE ? ALL : FIRST }, shops.children)
      peers.push(await startPeer(shops, 'PostgreSQL', engine, size))
    }
    peers.push(await startPeer(shops, 'MiniSearch', memory, LARGE))

    const results = resultsOf(await measureAll([...warren, ...peers], log))
    results.push({ name: 'index of Warren', value: indexBytes(files.get(LARGE)!, LARGE), unit: 'bytes/listing', better: 'lower' })
    const bytes = cluster ? await postgresBytes(cluster) : null
    results.push({
      name: 'indexes of PostgreSQL',
      value: bytes,
      unit: 'bytes/listing',
      better: 'lower',
      ...(bytes === null && { note: NO_POSTGRES }),
    })
    results.push({
      name: 'memory of MiniSearch',
      value: memory.bytes!,
      unit: 'bytes/listing',
      better: 'lower',
      note: `at ${memory.size} listings, the most that fit in 2 GiB`,
    })
    const openJudged = async (documents: Parameters<typeof loadListings>[1]) => {
      if (!bin || !cluster) return null
      const table = { bin, host: cluster.host, table: 'judged' }
      await loadListings(table, documents)
      await loadPeople(table, [])
      return openPostgres(table)
    }
    results.push(...(await measureRelevance(openJudged, log)))
    const middle = warren[1]!
    results.push(...(await measureWrites({ dir, file: files.get(MIDDLE)!, databaseUrl: middle.databaseUrl, origin: ORIGIN })))
    return results
  } finally {
    for (const child of shops.children) child.kill()
    for (const stop of shops.stops.toReversed()) await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
