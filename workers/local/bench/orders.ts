import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { migrate } from '../deploy/migrate.ts'
import { optionsFor } from '../world/bundle.ts'
import { openConnection } from '../world/hrana.ts'
import { startWorkerd, writeWorker } from '../world/workerd.ts'
import type { Bench, Result } from './lib/result.ts'
import { cookieOf, cost, insertSession, median, round, serve } from './lib/served-database.ts'

const SIZES = [10, 1000, 100_000] as const
type Size = (typeof SIZES)[number]
/** Rounds per size, and calls of each kind per round. */
const [ROUNDS, CALLS] = [12, 20]
/** The measured member, and the service of theirs that is reviewed. */
const [ME, SERVICE] = [1, 1]
const OTHERS = 1000

const idOf = (i: string) => `printf('%022d', ${i})`
/** The time of an order or review, newest with the highest number. */
const timeOf = (i: string) => `1700000000 + ${i}`

/**
 * Inserts this many orders of the measured member, half of them sold and half of them completed, as many of others, three events for each,
 * and a visible review for each by its buyer.
 */
function fill(file: string, size: Size): void {
  const db = openConnection(file)
  const count = (to: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`
  const isOther = `i > ${size}`
  const someone = `2 + i % ${OTHERS}`
  const terms = JSON.stringify({ title: 'TITLE', plan: 'Studio', description: 'x'.repeat(200), features: ['SVG', 'PNG'], picture: null })
  const event = (name: string, status: number, at: number) => `insert into chain_events (chain_id, transaction_hash, ordinal, id, contract,
      order_id, block_number, block_hash, log_index, timestamp, name, status, args)
    select 8453, id || '${name}', 0, id || '${name}', '0x', order_id, cast(order_id as integer) + ${at}, '0x', 0, created_at, '${name}', ${status},
      '{"arbitrationFeeBps":500,"toSeller":"9","toTreasury":"1"}' from orders`
  db.exec('pragma synchronous = off; pragma cache_size = -300000; pragma foreign_keys = off; begin')
  for (const sql of [
    `${count(OTHERS + 1)} insert into users (id, created_at, terms_accepted_at) select i, 1, 1 from n`,
    `insert into profiles (user_id, name, title, updated_at) select id, 'Member ' || id, 'Designer', 1 from users`,
    insertSession(ME),
    `${count(2 * size)} insert into orders (id, chain_id, contract, order_id, ref, terms_state, service_id, buyer, seller, buyer_id, seller_id,
        token, price, fee_bps, delivery, status, status_at, created_at, terms)
      select ${idOf('i')}, 8453, '0x', i, '0x', 'ok', iif(${isOther}, ${someone}, ${SERVICE}), '0x', '0x',
        iif(${isOther} or i / 2 % 2, ${someone}, ${ME}), iif(not ${isOther} and i / 2 % 2, ${ME}, ${someone} + ${isOther}),
        '0x', '240000000', 1000, 7, iif(i % 2, 5, i / 2 % 5), 1, ${timeOf('i')}, replace('${terms}', 'TITLE', 'Order w' || i % 97) from n`,
    ...(['NewOrder', 'AcceptOrder', 'CompleteOrder'] as const).map((name, at) => event(name, [0, 1, 5][at]!, at)),
    `insert into reviews (id, order_id, side, author_id, subject_id, service_id, rating, text, created_at, visible_at, visible)
      select id, id, 'buyer', ${ME} + 1 + rowid % ${OTHERS}, ${ME}, service_id, 1 + rowid % 5, printf('%.*c', 200, 'x'), created_at, created_at, 1 from orders`,
    `insert into rating_counts (rated, rated_id, stars, count)
      select 'service', service_id, rating, count(*) from reviews group by service_id, rating`,
  ])
    db.exec(sql)
  db.exec('commit; analyze; pragma wal_checkpoint(truncate)')
  db.close()
}

const some = (below: number) => 1 + Math.floor(Math.random() * below)
/** The measured calls. A page has as many rows at every size. Calls of later pages begin at another row each time. */
const READS = {
  'getMyOrders, the first page': () => 'getMyOrders?tab=all&limit=5',
  'getMyOrders, a later page': (size: Size) => {
    const last = size - some(size - 9)
    return `getMyOrders?tab=all&limit=5&cursor=${1_700_000_000 + last}.${String(last).padStart(22, '0')}`
  },
  'getMyOrders, the first tab': () => 'getMyOrders?tab=auto&limit=1',
  'getMyOrders, a tab as the seller': () => 'getMyOrders?tab=completed&role=seller&limit=2',
  getWaitingOrders: () => 'getWaitingOrders',
  'getReviewsByServiceId, newest first': () => `getReviewsByServiceId?id=${SERVICE}`,
  'getReviewsByServiceId, best first': () => `getReviewsByServiceId?id=${SERVICE}&sort=best`,
  'getMyOrders, a search': () => `getMyOrders?tab=all&limit=5&text=w${some(96)}`,
} as const
type Read = keyof typeof READS
/** A search looks at up to 1,000 orders, so its time grows until then and has no goal. */
const GROWS: Read[] = ['getMyOrders, a search']

interface Shop {
  size: Size
  databaseUrl: string
  get: (path: string, cookie?: string) => Promise<unknown>
}

/**
 * Measures the lists of a member's orders and of a service's reviews with few and many rows, through the real worker and a real libSQL
 * server. Each database has as many rows of others. The sizes take turns, so that other load on the machine affects all of them.
 */
export const run: Bench = async (log) => {
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-orders-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const { outputFiles } = await build({ ...optionsFor('orders', dir), sourcemap: false, write: false })
    const shops: Shop[] = []
    for (const size of SIZES) {
      const file = join(dir, `${size}.db`)
      const empty = await serve(file)
      await migrate(empty.url)
      await empty.stop()
      fill(file, size)
      log(`${size} orders written`)
      const { url: databaseUrl, stop } = await serve(file)
      stops.push(stop)
      // The measured calls do not use the chain.
      const chain = {
        CHAIN_ID: '8453',
        RPC_URL: 'http://127.0.0.1:9',
        COINBASE_URL: 'http://127.0.0.1:9',
        KRAKEN_URL: 'http://127.0.0.1:9',
      }
      const bindings = { ENV: 'local', APP_ORIGINS: 'http://localhost:8788', DATABASE_URL: databaseUrl, ...chain }
      const worker = await startWorkerd(writeWorker(join(dir, String(size)), outputFiles![0]!.text, bindings, { LIMITS: 'Limiter' }))
      stops.push(worker.stop)
      const get = async (path: string, cookie = cookieOf(ME)) => {
        // Another network for each request, and no limit of the member is reached.
        const address = `2001:db8:${some(65_535).toString(16)}:${some(65_535).toString(16)}::1`
        const answer = await fetch(`${worker.url}/api/orders/${path}`, { headers: { cookie, 'x-address': address } })
        const body = await answer.text()
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`)
        return JSON.parse(body) as unknown
      }
      shops.push({ size, databaseUrl, get })
    }
    return await measure(shops, log)
  } finally {
    for (const stop of stops) await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(shops: Shop[], log: (line: string) => void): Promise<Result[]> {
  const reads = Object.keys(READS) as Read[]
  const times = new Map(reads.map((read) => [read, shops.map((): number[] => [])]))
  for (let round = -1; round < ROUNDS; round++)
    for (const [read, bySize] of times)
      for (const [i, shop] of shops.entries())
        for (let call = 0; call < CALLS; call++) {
          const started = performance.now()
          await shop.get(READS[read](shop.size))
          // The first round fills the caches.
          if (round >= 0) bySize[i]!.push(performance.now() - started)
        }
  const results: Result[] = []
  for (const [read, bySize] of times) {
    const middles = bySize.map(median)
    log(`${read}: ${SIZES.map((size, i) => `${round(middles[i]!)} ms at ${size}`).join(', ')}`)
    const ratio = { name: `${read}: at 100k, of 10`, value: round(middles.at(-1)! / middles[0]!), unit: 'x', better: 'lower' } as const
    results.push(GROWS.includes(read) ? ratio : { ...ratio, goal: 2 })
    results.push({ name: `${read}: at 100k`, value: round(middles.at(-1)!), unit: 'ms', better: 'lower' })
  }
  const large = shops.at(-1)!
  for (const read of reads) {
    const { statements } = await cost(large.databaseUrl, () => large.get(READS[read](large.size)))
    results.push({ name: `${read}: database statements, with the session`, value: statements, unit: '', goal: 2, better: 'lower' })
  }
  return results
}
