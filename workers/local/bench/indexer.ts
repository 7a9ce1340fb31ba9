import { createClient } from '@libsql/client/http'
import { poll } from '../../indexer/index.ts'
import { indexing } from '../../orders/indexing.ts'
import { decodeLogs } from '../../orders/logs.ts'
import { testDatabase } from '../world/test-database.ts'
import { serveFixtureChain } from './lib/fixture-chain.ts'
import { installPonder, PONDER, readByPonder } from './lib/ponder.ts'
import type { Bench, Result } from './lib/result.ts'
import { median, round } from './lib/served-database.ts'
import { run as measureLive } from './live.ts'

const [ORDERS, ORDERS_PER_BLOCK, ROUNDS] = [1000, 5, 3]
type Chain = Awaited<ReturnType<typeof serveFixtureChain>>

/** Reads the chain with the indexer into a new database. Returns the events per second. */
async function readByIndexer({ url, deployment, events }: Chain): Promise<number> {
  const databaseUrl = await testDatabase()
  const orders = indexing({ ENV: 'local', CHAIN_ID: '31337', LOCAL_DEPLOYMENT: deployment, DATABASE_URL: databaseUrl })
  const started = performance.now()
  while (await poll({ RPC_URL: url, ORDERS: orders }, { ms: 600_000, ranges: 10_000, logs: 10_000_000 }));
  const seconds = (performance.now() - started) / 1000
  await check(databaseUrl, events)
  return events / seconds
}

/** Does the same work with two statements for each event: one stores the event, one inserts or updates its order. */
async function readRowByRow({ contract, logs, timestamps, events }: Chain): Promise<number> {
  const databaseUrl = await testDatabase()
  const db = createClient({ url: databaseUrl })
  const started = performance.now()
  const decoded = decodeLogs(31337, contract, logs, timestamps)
  for (const { id, transactionHash, ordinal, orderId, blockNumber, blockHash, logIndex, timestamp, name, status, args } of decoded.events) {
    await db.execute({
      sql: `insert into chain_events (chain_id, contract, transaction_hash, ordinal, id, order_id, block_number, block_hash, log_index,
        timestamp, name, status, args) values (31337, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      args: [
        contract,
        transactionHash,
        ordinal,
        id,
        orderId,
        blockNumber,
        blockHash,
        logIndex,
        timestamp,
        name,
        status,
        JSON.stringify(args),
      ],
    })
    const {
      ref = '',
      productId = 0,
      buyer = '',
      seller = '',
      token = '',
      price = '',
      feeBps = 0,
      delivery = 0,
    } = args as Record<string, string>
    await db.execute({
      sql: `insert into orders (id, chain_id, contract, order_id, ref, terms_state, service_id, buyer, seller, token, price, fee_bps, delivery,
          status, status_at, created_at, terms, events) values (?, 31337, ?, ?, ?, 'unknown', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '{}', ?)
        on conflict (chain_id, contract, order_id) do update set status = excluded.status, status_at = excluded.status_at,
          events = orders.events || ' ' || excluded.events`,
      args: [id, contract, orderId, ref, productId, buyer, seller, token, price, feeBps, delivery, status, timestamp, timestamp, id],
    })
  }
  const seconds = (performance.now() - started) / 1000
  db.close()
  await check(databaseUrl, events)
  return events / seconds
}

/** Throws unless a database has all events and orders, each order completed. */
async function check(url: string, events: number): Promise<void> {
  const db = createClient({ url })
  const { rows } = await db.execute('select (select count(*) from chain_events) as events, count(*) as orders from orders where status = 5')
  db.close()
  if (rows[0]!.events !== events || rows[0]!.orders !== ORDERS) throw new Error(`the database has ${JSON.stringify(rows[0])}`)
}

/** Installs Ponder. Returns why that is not possible, for example without a network, or null. */
function whyNotInstalled(): string | null {
  try {
    installPonder()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Measures the three ways of reading in turns, so that other load on the machine affects all. */
async function measureReading(chain: Chain, log: (line: string) => void): Promise<Result[]> {
  const [byIndexer, rowByRow, byPonder]: [number[], number[], number[]] = [[], [], []]
  const reason = whyNotInstalled()
  for (let i = 0; i < ROUNDS; i++) {
    byIndexer.push(await readByIndexer(chain))
    rowByRow.push(await readRowByRow(chain))
    if (reason === null) byPonder.push(await readByPonder(chain, ORDERS))
    const others = `${Math.round(rowByRow[i]!)} row by row, ${reason ?? `${Math.round(byPonder[i]!)} by ${PONDER}`}`
    log(`round ${i + 1}: ${Math.round(byIndexer[i]!)} events/s by the indexer, ${others}`)
  }
  const [ours, theirs] = [median(byIndexer), reason === null ? median(byPonder) : null]
  const perSecond = { unit: 'events/s', better: 'higher' } as const
  const note = reason === null ? {} : { note: reason }
  return [
    { name: 'indexer, of row-by-row upserts', value: round(ours / median(rowByRow)), unit: 'x', goal: 3, better: 'higher' },
    { name: `indexer, of ${PONDER}`, value: theirs && round(ours / theirs), unit: 'x', goal: 5, better: 'higher', ...note },
    { name: 'indexer', value: Math.round(ours), ...perSecond },
    { name: 'row-by-row upserts', value: Math.round(median(rowByRow)), ...perSecond },
    { name: PONDER, value: theirs && Math.round(theirs), ...perSecond, ...note },
  ]
}

/**
 * Measures how fast the indexer applies events from a chain served on this machine, beside row-by-row upserts of the same events and beside
 * Ponder, and then the time from a block to the pages of both parties of an order, as `live` does.
 */
export const run: Bench = async (log) => {
  const chain = await serveFixtureChain(ORDERS, ORDERS_PER_BLOCK)
  const results = await measureReading(chain, log).finally(chain.close)
  return [...results, ...(await measureLive(log))]
}
