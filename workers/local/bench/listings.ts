import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { DEFAULT_OPTION } from '../../listings/services.schema.ts'
import { FREELANCE } from '../../listings/taxonomy.schema.ts'
import { migrate } from '../deploy/migrate.ts'
import { seedCities } from '../seed/cities.ts'
import { optionsFor } from '../world/bundle.ts'
import { openConnection } from '../world/hrana.ts'
import { startWorkerd, type Workerd, writeWorker } from '../world/workerd.ts'
import type { Bench, Result } from './lib/result.ts'
import { cookieOf, cost, insertSession, median, round, serve } from './lib/served-database.ts'

const SIZES = [1000, 100_000, 1_000_000] as const
type Size = (typeof SIZES)[number]
const ORIGIN = 'http://localhost:8788'
/** Signed-in sellers. One seller may publish only a few listings an hour, so several take turns. */
const SIGNED_IN = 400
const COOKIE = cookieOf(1)
/** Rounds per size, and calls of each kind per round. */
const [ROUNDS, CALLS] = [12, 20]
/** Concurrent publishing sellers, and the duration (ms). */
const [LANES, RATE_MS] = [8, 6000]

const worst = (values: number[]) => Math.max(...values)

/**
 * Inserts many realistic listings with one SQL statement per table: one seller per fifty listings, one picture each, and a row in the
 * search index.
 */
function fill(file: string, size: Size): void {
  const db = openConnection(file)
  const json = (value: unknown) => `'${JSON.stringify(value)}'`
  const options = json({ Basic: { ...DEFAULT_OPTION, description: 'One direction, two rounds.', features: ['SVG', 'PNG'] } })
  const category = `case i % ${FREELANCE.length} ${FREELANCE.map(({ id }, n) => `when ${n} then '${id}'`).join(' ')} end`
  const count = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${size})`
  // One in five has a location: one country, eight cities.
  const local = (value: string) => `case when i % 5 = 0 then ${value} end`
  const seller = `1 + i % ${Math.max(1, size / 50)}`
  db.exec('pragma synchronous = off; pragma cache_size = -300000; pragma foreign_keys = off; begin')
  for (const sql of [
    `${count} insert into users (id, created_at, terms_accepted_at) select i, 1, 1 from n where i <= 1 + ${size} / 50`,
    `insert into profiles (user_id, name, title, geoip, updated_at) select id, 'Seller ' || id, 'Designer', '{"country":"JP"}', 1 from users`,
    `insert into accounts (address, user_id, provider, linked_at) select '0x' || printf('%040x', id), id, 'bench', 1 from users`,
    ...Array.from({ length: Math.min(SIGNED_IN, size / 50) }, (_, i) => insertSession(i + 1)),
    `${count} insert into media (id, user_id, kind, key, original_filename, content_type, size, created_at, ready_at, width, height, placeholder)
      select printf('%022d', i), ${seller}, 'image', 'originals/' || i, 'p.jpg', 'image/jpeg', 1000, 1, 1, 1600, 1200, 'data:image/webp;base64,UklGRg' from n`,
    `${count} insert into listings (id, list_type, user_id, account, lang, category, title, description_preview, description, options,
        price_usd, local, country, city, city_id, created_at, updated_at)
      select i, 'services', ${seller}, '0x', 'en', ${category}, 'Listing number ' || i || ' of many', 'What you get, in one line.',
        '<p>' || printf('%.*c', 240, 'x') || '</p>', ${options}, 5000000 + i, i % 5 = 0, ${local(`'JP'`)},
        ${local(json({ cityId: 1, en: 'Kyoto', ja: '京都' }))}, ${local('i % 40')}, i, i from n`,
    `${count} insert into listing_media (listing_id, media_id, position) select i, printf('%022d', i), 0 from n`,
    `insert into search_terms (rowid, terms)
      select id, 's0~every s0~langen s0~category' || category || ' s1~list s1~w' || (id % 997) || ' s2~seller' from listings`,
  ])
    db.exec(sql)
  db.exec('commit; analyze; pragma wal_checkpoint(truncate)')
  db.close()
}

interface Shop {
  size: Size
  worker: Workerd
  databaseUrl: string
  get: (path: string, cookie?: string) => Promise<unknown>
}

/** Services published per second by several sellers concurrently, each service with three pictures of its seller. */
async function writes({ size, worker }: Shop): Promise<number> {
  const mediaOf = (seller: number) => [1, 2, 3].map((n) => String((n * size) / 50 + seller - 1).padStart(22, '0'))
  const until = performance.now() + RATE_MS
  const publish = async (lane: number) => {
    let count = 0
    for (; performance.now() < until; count++) {
      const seller = 1 + ((count * LANES + lane) % SIGNED_IN)
      const address = `2001:db8:0:${seller.toString(16)}::1`
      const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie: cookieOf(seller), 'x-address': address }
      const product = {
        category: 'design',
        title: `Logo ${count} of ${lane}`,
        descriptionPreview: 'Three separate directions and a file set.',
        description: `<p>${'I draw marks that still work at sixteen pixels and on the side of a van. '.repeat(3)}</p>`,
        options: { Basic: { price: 120_000_000, delivery: 7, description: 'One direction, two rounds.' } },
        media: mediaOf(seller),
      }
      const answer = await fetch(`${worker.url}/api/listings/addService`, { method: 'POST', headers, body: JSON.stringify({ product }) })
      if (!answer.ok) throw new Error(`addService answered ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    }
    return count
  }
  const counts = await Promise.all(Array.from({ length: LANES }, (_, lane) => publish(lane)))
  return counts.reduce((sum, count) => sum + count, 0) / (RATE_MS / 1000)
}

const some = (below: number) => 1 + Math.floor(Math.random() * below)
/** The measured calls. Each call reads other rows, so that it does not always find the same database pages in memory. */
const READS = {
  getListing: ({ size }: Shop) => `getListing?listType=SERVICES&id=${some(size)}`,
  'a page of 24 cards': ({ size }: Shop) => `query?type=SERVICES&cursor=0.${30 + some(size - 30)}`,
  'a page of one category': ({ size }: Shop) => `query?type=SERVICES&category=web&cursor=0.${500 + some(size - 500)}`,
  'a page of what is local': ({ size }: Shop) => `query?type=SERVICES&local=true&cursor=0.${200 + some(size - 200)}`,
  'a page of one city': ({ size }: Shop) =>
    `query?type=SERVICES&country=JP&city=${5 * some(7)}&cursor=0.${size < 2000 ? size : 1000 + some(size - 1000)}`,
  'a page of what was searched': () => `query?type=SERVICES&text=w${100 + some(800)}`,
  'a page searched by a word of every listing besides': () => `query?type=SERVICES&text=listing+w${100 + some(800)}`,
  'a page searched by a word of every listing': () => 'query?type=SERVICES&text=listing',
} as const
type Read = keyof typeof READS
/** The index visits all listings that have the more common of two words, so the time of this search grows with them; it has no goal. */
const GROWS: Read[] = ['a page searched by a word of every listing besides']

/** Common prefixes of city names, in the countries with the most cities. */
const CITY_QUERIES = ['US', 'IN', 'CN', 'MX', 'PH', 'IT', 'JP'].flatMap((country) =>
  ['', 's', 'ma', 'a', '東'].map((text) => ({ country, text })),
)

/**
 * Measures reads of listings at three sizes of the marketplace, through the real worker and a real libSQL server, and their cost at the
 * database. The sizes take turns, so that other load on the machine affects all of them. Also measures how many listings with pictures are
 * published per second while there are a hundred thousand. Filling the database takes most of the time.
 */
export const run: Bench = async (log) => {
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-listings-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const { outputFiles } = await build({ ...optionsFor('listings', dir), sourcemap: false, write: false })
    const shops: Shop[] = []
    for (const size of SIZES) {
      const file = join(dir, `${size}.db`)
      const started = performance.now()
      const empty = await serve(file)
      await migrate(empty.url)
      if (size === SIZES[0]) await seedCities(empty.url)
      await empty.stop()
      fill(file, size)
      log(`${size} listings written (${((performance.now() - started) / 1000).toFixed(0)} s)`)
      const { url: databaseUrl, stop } = await serve(file)
      stops.push(stop)
      const bindings = { ENV: 'local', APP_ORIGINS: ORIGIN, DATABASE_URL: databaseUrl, AI_MODEL: 'none' }
      const config = writeWorker(join(dir, String(size)), outputFiles![0]!.text, bindings, { LIMITS: 'Limiter' })
      const worker = await startWorkerd(config)
      stops.push(worker.stop)
      const get = async (path: string, cookie = '') => {
        const answer = await fetch(`${worker.url}/api/listings/${path}`, { headers: { cookie } })
        const body = await answer.text()
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`)
        return JSON.parse(body) as unknown
      }
      shops.push({ size, worker, databaseUrl, get })
    }
    return await measure(shops, log)
  } finally {
    for (const stop of stops) await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(shops: Shop[], log: (line: string) => void): Promise<Result[]> {
  const [small, middle, large] = shops as [Shop, Shop, Shop]
  const results: Result[] = []
  const times = new Map<Read, Map<Size, number[]>>()
  for (const read of Object.keys(READS) as Read[]) {
    times.set(read, new Map(SIZES.map((size) => [size, []])))
    for (const shop of shops) await shop.get(READS[read](shop))
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const [read, bySize] of times)
      for (const shop of shops)
        for (let i = 0; i < CALLS; i++) {
          const started = performance.now()
          await shop.get(READS[read](shop))
          bySize.get(shop.size)!.push(performance.now() - started)
        }
  for (const [read, bySize] of times) {
    const middles = SIZES.map((size) => median(bySize.get(size)!))
    log(`${read}: ${SIZES.map((size, i) => `${middles[i]!.toFixed(2)} ms at ${size}`).join(', ')}`)
    const ratio = { name: `${read} at 1M, of 1k`, value: round(middles[2]! / middles[0]!), unit: 'x', better: 'lower' } as const
    results.push(GROWS.includes(read) ? ratio : { ...ratio, goal: 2 })
    results.push({ name: `${read} at 1M`, value: round(middles[2]!), unit: 'ms', better: 'lower' })
  }
  for (const read of ['getListing', 'a page of 24 cards'] as const) {
    const guest = await cost(large.databaseUrl, () => large.get(READS[read](large)))
    const seller = await cost(large.databaseUrl, () => large.get(READS[read](large), COOKIE))
    const value = worst([guest.statements, seller.statements])
    log(`${read}: ${guest.statements} statements for a guest, ${seller.statements} for a signed-in user`)
    results.push({ name: `database statements of ${read}`, value, unit: '', goal: 2, better: 'lower' })
  }
  const cities: number[] = []
  for (const { country, text } of CITY_QUERIES) {
    const query = new URLSearchParams({ country, text })
    // The median of five, so that other load on the machine hardly affects it.
    const costs = []
    for (let i = 0; i < 5; i++) costs.push((await cost(small.databaseUrl, () => small.get(`queryCities?${query}`))).ms)
    cities.push(median(costs))
  }
  results.push({ name: 'database time of the slowest queryCities', value: round(worst(cities)), unit: 'ms', goal: 10, better: 'lower' })
  const rate = await writes(middle)
  results.push({ name: 'services with three pictures published a second', value: round(rate), unit: '/s', better: 'higher' })
  return results
}
