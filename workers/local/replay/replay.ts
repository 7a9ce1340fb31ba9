import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type InValue } from '@libsql/client/http'
import type { Deployment } from '../../../contracts/addresses.ts'
import { indexing as indexingNfts } from '../../nft/indexing.ts'
import { indexing as indexingOrders } from '../../orders/indexing.ts'
import { linkOrdersToUsers } from '../../orders/outbox.ts'
import { findBrokenRow } from '../../shared/audit-log.ts'
import { readChain } from '../../shared/chain-reading/read-chain.ts'
import { database } from '../../shared/db.ts'
import type { Indexing } from '../../shared/indexing.ts'
import { hexOf, type RawBlock, rpc } from '../../shared/rpc.ts'
import { migrate } from '../deploy/migrate.ts'
import { serveLibsql } from '../world/libsql.ts'
import { compare, NFTS, ORDERS, type Scope } from './compare.ts'

interface ReplayOptions {
  /** The database to check. It is only read, so its token may be a read-only one. */
  stored: { url: string; token?: string }
  /** One or more addresses of the chain, separated by commas. */
  rpcUrl: string
  deployment: Deployment
  log?: (line: string) => void
}

const PAGE = 1000
/** How many runs in a row may make no progress before the replay gives up. */
const MAX_IDLE_RUNS = 3

/** The rows that orders depend on besides the chain. They are copied; the rest of the new database is empty. */
const INPUTS: Record<string, { columns: string; where?: string }> = {
  quotes: {
    columns: `ref, chain_id, contract, service_id, buyer_id, seller_id, buyer, seller, token, amount, price_usd, fee_bps,
      arbitration_fee_bps, delivery, terms, created_at, valid_until`,
  },
  accounts: { columns: 'address, user_id, provider, linked_at' },
  rooms: { columns: 'id, order_id, created_at, last_at', where: 'order_id is not null' },
}

async function copyInputs(stored: Client, replayed: Client): Promise<void> {
  // The users of the accounts are not copied, because no part of an order depends on their rows.
  for (const [table, { columns, where = 'true' }] of Object.entries(INPUTS)) {
    const marks = columns.replaceAll(/\w+/g, '?')
    for (let after = 0; ; ) {
      const { rows } = await stored.execute({
        sql: `select rowid as position, ${columns} from ${table} where ${where} and rowid > ? order by rowid limit ${PAGE}`,
        args: [after],
      })
      const insert = `insert into ${table} (${columns}) values (${marks})`
      const values = rows.map((row) => Array.from({ length: row.length as number }, (_, i) => row[i] as InValue).slice(1))
      if (values.length) await replayed.migrate(values.map((args) => ({ sql: insert, args })))
      if (rows.length < PAGE) break
      after = Number(rows.at(-1)!.position)
    }
  }
}

/** The last block that an area has read; null if it has read none. Throws if the block is not in the chain. */
async function lastBlock(
  db: Client,
  rpcUrl: string,
  table: 'cursors' | 'nft_cursors',
  chainId: number,
  contract: string,
): Promise<Scope | null> {
  const [cursor] = (
    await db.execute({
      sql: `select block_number, block_hash from ${table} where chain_id = ? and contract = ? order by block_number desc limit 1`,
      args: [chainId, contract],
    })
  ).rows
  if (!cursor) return null
  const to = Number(cursor.block_number)
  const [block] = await rpc<[RawBlock | null]>({ RPC_URL: rpcUrl, CHAIN_ID: String(chainId) }, ['eth_getBlockByNumber', hexOf(to), false])
  if (block?.hash !== cursor.block_hash) throw new Error(`block ${to} of the database is not in the chain: let the cron run first`)
  return { chainId, contract, to }
}

/** Reads the chain at least up to a block, and stores what it finds. */
async function readUpTo(to: number, rpcUrl: string, area: Indexing, log: (line: string) => void): Promise<void> {
  for (let [at, idle] = [-1, 0]; at < to; ) {
    await readChain(rpcUrl, area)
    const read = (await area.progress()).cursors[0]?.blockNumber ?? -1
    idle = read > at ? 0 : idle + 1
    if (idle === MAX_IDLE_RUNS) throw new Error(`the chain could not be read after block ${read}`)
    at = read
    log(`read up to block ${at} of ${to}`)
  }
}

/**
 * Rebuilds all orders and NFTs from the chain in a new, temporary database, with the code of the indexer, up to the last block that the
 * checked database has read. Then compares both, and checks the audit log, which cannot be rebuilt (`brokenRow`). Throws if the checked
 * database has read no block for orders, or its last block is not in the chain. NFTs are not compared until it has read a block for them.
 */
export async function replay({ stored: { url, token }, rpcUrl, deployment, log = () => {} }: ReplayOptions) {
  const { chainId, orderBook, collectionFactory } = deployment
  const dir = mkdtempSync(join(tmpdir(), 'warren-replay-'))
  const server = await serveLibsql({ port: 0, file: join(dir, 'replay.db') })
  const stored = createClient({ url, ...(token && { authToken: token }) })
  const replayed = createClient({ url: server.url })
  try {
    const ofOrders = await lastBlock(stored, rpcUrl, 'cursors', chainId, orderBook)
    if (!ofOrders) throw new Error('the database has read no block of this contract yet')
    const ofNfts = await lastBlock(stored, rpcUrl, 'nft_cursors', chainId, collectionFactory)

    await migrate(server.url)
    await copyInputs(stored, replayed)
    const env = { ENV: 'local', CHAIN_ID: String(chainId), LOCAL_DEPLOYMENT: JSON.stringify(deployment), DATABASE_URL: server.url } as const
    await readUpTo(ofOrders.to, rpcUrl, indexingOrders(env), log)
    await linkOrdersToUsers(database(env))
    const brokenRow = await findBrokenRow(database({ DATABASE_URL: url, ...(token && { DATABASE_TOKEN: token }) }))
    const orders = await compare(stored, replayed, ORDERS, ofOrders)
    if (!ofNfts) return { to: ofOrders.to, brokenRow, ...orders }
    await readUpTo(ofNfts.to, rpcUrl, indexingNfts(env), log)
    const nfts = await compare(stored, replayed, NFTS, ofNfts)
    return {
      ...{ to: Math.min(ofOrders.to, ofNfts.to), brokenRow, movedOn: orders.movedOn + nfts.movedOn },
      ...{ differences: [...orders.differences, ...nfts.differences], compared: { ...orders.compared, ...nfts.compared } },
    }
  } finally {
    stored.close()
    replayed.close()
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
