import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
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
/** The measured member, and their service that is reviewed. */
const [ME, SERVICE] = [1, 1]
const OTHERS = 1000

const idOf = (i: string) => `printf('%022d', ${i})`
/** The time of an order or review, newest with the highest number. */
const timeOf = (i: string) => `1700000000 + ${i}`

/**
 * Inserts `size` orders of the measured member and `size` orders of others. Half of the member's orders are sales, and half of all orders
 * are completed. Each order has three events and a visible review by a buyer. The member has `size` unread notifications, and `size` newer
 * ones that are hidden.
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
    `${count(3 * size)} insert into notifications (id, user_id, event_key, kind, thing_kind, thing_id, params, at, hidden)
      select i, iif(i > ${2 * size}, ${someone}, ${ME}), i, 'orderPlaced', 'order', ${idOf('i')}, '{"title":"Order w' || i % 97 || '"}',
        ${timeOf('i')}, ${isOther} and i <= ${2 * size} from n`,
  ])
    db.exec(sql)
  db.exec('commit; analyze; pragma wal_checkpoint(truncate)')
  db.close()
}

const some = (below: number) => 1 + Math.floor(Math.random() * below)
/**
 * The measured calls. A page of orders or reviews has the same number of rows at every size. A page of notifications has up to 30 rows, and
 * the unread count ends at 100, so both read more rows above the smallest size. Calls of later pages begin at another row each time.
 */
const READS = {
  'getMyOrders, the first page': () => 'orders/getMyOrders?tab=all&limit=5',
  'getMyOrders, a later page': (size: Size) => {
    const last = size - some(size - 9)
    return `orders/getMyOrders?tab=all&limit=5&cursor=${1_700_000_000 + last}.${String(last).padStart(22, '0')}`
  },
  'getMyOrders, the first tab': () => 'orders/getMyOrders?tab=auto&limit=1',
  'getMyOrders, a tab as the seller': () => 'orders/getMyOrders?tab=completed&role=seller&limit=2',
  getWaitingOrders: () => 'orders/getWaitingOrders',
  'getReviewsByServiceId, newest first': () => `orders/getReviewsByServiceId?id=${SERVICE}`,
  'getReviewsByServiceId, best first': () => `orders/getReviewsByServiceId?id=${SERVICE}&sort=best`,
  'getNotifications, the first page': () => 'notifications/getNotifications',
  'getNotifications, a later page': (size: Size) => `notifications/getNotifications?cursor=${1 + some(size)}`,
  getUnreadCount: () => 'notifications/getUnreadCount',
  'getMyOrders, a search': () => `orders/getMyOrders?tab=all&limit=5&text=w${some(96)}`,
} as const
type Read = keyof typeof READS
/** A search looks at up to 1,000 orders, so its time grows until then and has no goal. */
const GROWS: Read[] = ['getMyOrders, a search']

interface Shop {
  size: Size
  databaseUrl: string
  /** Makes a call. Returns its time (ms). */
  get: (path: string) => Promise<number>
}

/** The variables of the measured workers besides those of every area. The measured calls use none of them. */
const UNUSED = 'http://127.0.0.1:9'
const BINDINGS = {
  orders: { CHAIN_ID: '8453', RPC_URL: UNUSED, COINBASE_URL: UNUSED, KRAKEN_URL: UNUSED },
  notifications: { MAIL_FROM: 'Warren <hello@warren.example>', UNSUBSCRIBE_KEY: 'unused', VAPID_KEY: 'unused' },
}
type Area = keyof typeof BINDINGS
const AREAS = Object.keys(BINDINGS) as Area[]

/** Starts the measured workers on a database. Returns the address of each, and what stops them. */
async function startWorkers(dir: string, scripts: Record<Area, string>, databaseUrl: string) {
  const workers = await Promise.all(
    AREAS.map(async (area) => {
      const bindings = { ENV: 'local', APP_ORIGINS: 'http://localhost:8788', DATABASE_URL: databaseUrl, ...BINDINGS[area] }
      return [area, await startWorkerd(writeWorker(join(dir, area), scripts[area], bindings, { LIMITS: 'Limiter' }))] as const
    }),
  )
  return {
    urls: Object.fromEntries(workers.map(([area, { url }]) => [area, url])) as Record<Area, string>,
    stop: async () => void (await Promise.all(workers.map(([, worker]) => worker.stop()))),
  }
}

/**
 * Measures the lists of a member's orders and notifications and of a service's reviews with few and many rows, through the real workers and
 * a real libSQL server. Each database also has as many rows of other members. The sizes take turns, so that other load on the machine
 * affects all of them.
 */
export const run: Bench = async (log) => {
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-orders-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const bundle = async (area: Area) => (await build({ ...optionsFor(area, dir), sourcemap: false, write: false })).outputFiles![0]!.text
    const scripts = { orders: await bundle('orders'), notifications: await bundle('notifications') }
    const shops: Shop[] = []
    for (const size of SIZES) {
      const file = join(dir, `${size}.db`)
      const empty = await serve(file)
      await migrate(empty.url)
      await empty.stop()
      fill(file, size)
      log(`${size} orders, reviews and notifications written`)
      const { url: databaseUrl, stop } = await serve(file)
      stops.push(stop)
      const workers = await startWorkers(join(dir, String(size)), scripts, databaseUrl)
      stops.push(workers.stop)
      const get = async (path: string): Promise<number> => {
        // Each request comes from another client network, so that no rate limit of a network is reached.
        const address = `2001:db8:${some(65_535).toString(16)}:${some(65_535).toString(16)}::1`
        const headers = { cookie: cookieOf(ME), 'x-address': address }
        const started = performance.now()
        const answer = await fetch(`${workers.urls[path.split('/')[0] as Area]}/api/${path}`, { headers })
        const body = await answer.text()
        const ms = performance.now() - started
        if (answer.ok) return ms
        // The member may list their orders 600 times a minute.
        const seconds = answer.status === 429 && Number(answer.headers.get('retry-after'))
        if (!seconds) throw new Error(`${path} answered ${answer.status}: ${body}`)
        await wait(seconds * 1000)
        return get(path)
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
  // Fills the caches.
  for (const read of reads) for (const shop of shops) for (let call = 0; call < CALLS; call++) await shop.get(READS[read](shop.size))
  // Counted before the calls that a rate limit delays: the statements of a refused call would count too.
  const large = shops.at(-1)!
  const counts: Result[] = []
  for (const read of reads) {
    const { statements } = await cost(large.databaseUrl, () => large.get(READS[read](large.size)))
    counts.push({ name: `${read}: database statements, with the session`, value: statements, unit: '', goal: 2, better: 'lower' })
  }
  const times = new Map(reads.map((read) => [read, shops.map((): number[] => [])]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [read, bySize] of times)
      for (const [i, shop] of shops.entries())
        for (let call = 0; call < CALLS; call++) bySize[i]!.push(await shop.get(READS[read](shop.size)))
  const results: Result[] = []
  for (const [read, bySize] of times) {
    const middles = bySize.map(median)
    log(`${read}: ${SIZES.map((size, i) => `${round(middles[i]!)} ms at ${size}`).join(', ')}`)
    const ratio = { name: `${read}: at 100k, of 10`, value: round(middles.at(-1)! / middles[0]!), unit: 'x', better: 'lower' } as const
    results.push(GROWS.includes(read) ? ratio : { ...ratio, goal: 2 })
    results.push({ name: `${read}: at 100k`, value: round(middles.at(-1)!), unit: 'ms', better: 'lower' })
  }
  return [...results, ...counts]
}
