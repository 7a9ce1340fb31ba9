import { type SQL, sql } from 'drizzle-orm'
import { abortUnless } from './abort-unless.ts'
import type { Database } from './db.ts'

/** Where an area stores the events of its contracts, and up to which block it has read them. */
export interface EventStore {
  chainId: number
  /** The contract that names the cursor: the only contract of the area, or the one that creates the others. */
  contract: string
  /** The table of the events. Its column `contract` is the contract that emitted an event. */
  events: string
  /** The column of that table with the contract that names the cursor. */
  source: string
  /** The table of the cursors. */
  cursors: string
}

/** The last block that the indexer has read. */
export interface Cursor {
  blockNumber: number
  blockHash: string
}

/**
 * A range of blocks that was read completely: the events passed with it are all events in these blocks. `after` is the cursor when the read
 * started, `hash` the hash of the last block.
 */
export interface Range {
  after: Cursor | null
  from: number
  to: number
  hash: string
  /** The hashes of the blocks of missing events, see {@link MissingEvent}. */
  canonical?: [block: number, hash: string][]
  /** The range is one block, whose events are already stored, part by part. Only the events of other blocks with its number are deleted. */
  inParts?: true
}

/** A single receipt, read from a node whose chain contains the cursor's block. `after` is the cursor when the read started. */
export interface Receipt {
  after: Cursor | null
}

/** The place of a log in the chain. Contract, `transactionHash` and `ordinal` identify it in receipts and in block ranges alike. */
export interface LogPosition {
  transactionHash: string
  /** The position among the logs of its contract in the transaction. */
  ordinal: number
  blockNumber: number
  blockHash: string
  logIndex: number
}

/**
 * A stored event that is not among the events of its range. If its block is still part of the chain, the read was incomplete; if not, a
 * reorg removed it. If an earlier log of its transaction is missing, its log has another ordinal.
 */
export interface MissingEvent extends LogPosition {
  contract: string
}

/** How many cursors are stored to return to after a reorg. At one per minute they cover two hours. */
const MAX_CHECKPOINTS = 128
const MAX_MISSING = 50

/** SQL condition: an event is of the store. */
const ofEvents = ({ chainId, contract, source }: EventStore) => sql`chain_id = ${chainId} and ${sql.raw(source)} = ${contract}`
/** SQL condition: a cursor is of the store. */
const ofCursors = ({ chainId, contract }: EventStore) => sql`chain_id = ${chainId} and contract = ${contract}`

/** The cursors of a store, newest first. The older ones are the checkpoints to return to after a reorg. */
export const readCursors = (db: Database, store: EventStore, limit = MAX_CHECKPOINTS): Promise<Cursor[]> =>
  db.all<Cursor>(sql`select block_number as blockNumber, block_hash as blockHash from ${sql.raw(store.cursors)}
    where ${ofCursors(store)} order by block_number desc limit ${limit}`)

/** Returns to an earlier cursor after a reorg (null: before the first block). The indexer then reads the later blocks again. */
export async function rewind(db: Database, store: EventStore, to: Cursor | null): Promise<void> {
  await db.run(sql`delete from ${sql.raw(store.cursors)} where ${ofCursors(store)} and block_number > ${to?.blockNumber ?? -1}`)
}

/** SQL condition: `cursor` is the newest cursor of the store; null means that there is none. */
const newestIs = (store: EventStore, cursor: Cursor | null): SQL =>
  sql`(select block_number || ' ' || block_hash from ${sql.raw(store.cursors)} where ${ofCursors(store)}
    order by block_number desc limit 1) is ${cursor && `${cursor.blockNumber} ${cursor.blockHash}`}`

/** SQL condition for events: what a range replaces besides the transactions of its events. */
function storedIn(store: EventStore, { from, to, hash, inParts }: Range): SQL {
  const inBlocks = sql`${ofEvents(store)} and block_number between ${from} and ${to}`
  return inParts ? sql`${inBlocks} and block_hash <> ${hash}` : inBlocks
}

/** SQL condition for events: stored, but missing in the range, and its block is not known to be replaced by another one. */
function isMissing(store: EventStore, range: Range, events: LogPosition[]): SQL {
  const read = JSON.stringify(
    events.map(({ transactionHash, ordinal, logIndex, blockHash }) => `${transactionHash} ${ordinal} ${logIndex} ${blockHash}`),
  )
  const canonical = JSON.stringify([...(range.canonical ?? []), [range.to, range.hash]])
  return sql`${storedIn(store, range)}
    and transaction_hash || ' ' || ordinal || ' ' || log_index || ' ' || block_hash not in (select value from json_each(${read}))
    and not exists (select 1 from json_each(${canonical}) where value ->> 0 = block_number and value ->> 1 <> block_hash)`
}

/** Moves the cursor to the end of a range. Aborts the whole batch if the cursor is no longer `after`, or stored events are missing. */
function advanceCursor(store: EventStore, { after, to, hash }: Range, missing: SQL, at: number): SQL[] {
  const [events, cursors] = [sql.raw(store.events), sql.raw(store.cursors)]
  const condition = sql`${newestIs(store, after)} and not exists (select 1 from ${events} where ${missing})`
  return [
    sql`insert into ${cursors} (chain_id, contract, block_number, block_hash, updated_at)
      values (${store.chainId}, ${store.contract}, ${to}, ${abortUnless(condition, hash)}, ${at})`,
    sql`delete from ${cursors} where ${ofCursors(store)} and block_number not in
      (select block_number from ${cursors} where ${ofCursors(store)} order by block_number desc limit ${MAX_CHECKPOINTS})`,
  ]
}

/**
 * Aborts the whole batch if the cursor has passed the block of these events since they were read. The cron has then read that block
 * itself, and if a reorg removed the block, its events would never be deleted. Otherwise the statement changes nothing.
 */
function abortIfCursorPassed(store: EventStore, { after }: Receipt, lowest: number, sameTransactions: SQL): SQL[] {
  const [events, cursors] = [sql.raw(store.events), sql.raw(store.cursors)]
  const storedLowest = sql`(select min(e.block_number) from ${events} e where ${sameTransactions})`
  return [
    sql`update ${cursors} set block_hash = ${abortUnless(newestIs(store, after), sql<string>`block_hash`)}
      where ${ofCursors(store)} and block_number = (select max(block_number) from ${cursors} where ${ofCursors(store)})
        and block_number >= min(${lowest}, coalesce(${storedLowest}, ${lowest}))`,
  ]
}

/** How events replace stored ones, see {@link replacement}. */
export interface Replacement {
  /** The first statements of the batch. They abort it if the read is outdated or incomplete. */
  guards: SQL[]
  /** SQL conditions for the stored events that are replaced. */
  replaced: SQL[]
  /**
   * Says why the batch was aborted: `moved` if another run has moved the cursor, or the stored events that the range lacks. Throws any
   * other error again.
   */
  explain: (error: unknown) => Promise<'moved' | MissingEvent[]>
}

/**
 * How the events of a receipt or of a range of blocks replace the stored events of the same transactions and blocks. `positions` are those
 * of the events; `others` those of logs that are stored elsewhere, whose transactions are replaced too. Time `at` in UTC seconds.
 */
export function replacement(
  db: Database,
  store: EventStore,
  read: Range | Receipt,
  positions: LogPosition[],
  others: LogPosition[],
  at: number,
): Replacement {
  const all = [...positions, ...others]
  const transactions = JSON.stringify([...new Set(all.map(({ transactionHash }) => transactionHash))])
  const sameTransactions = sql`${ofEvents(store)} and transaction_hash in (select value from json_each(${transactions}))`
  const lowest = all.reduce((least, { blockNumber }) => Math.min(least, blockNumber), Number.MAX_SAFE_INTEGER)
  const range = 'to' in read ? read : null
  const missing = range && isMissing(store, range, positions)
  return {
    guards: missing ? advanceCursor(store, range, missing, at) : abortIfCursorPassed(store, read, lowest, sameTransactions),
    replaced: range ? [sameTransactions, storedIn(store, range)] : [sameTransactions],
    explain: async (error) => {
      if (!messagesOf(error).includes(`constraint failed: ${store.cursors}.`)) throw error
      const lacking = missing ? await findMissing(db, store, sql`${newestIs(store, read.after)} and ${missing}`) : []
      return lacking.length ? lacking : 'moved'
    },
  }
}

/** The first events that fulfil the condition, in the order of the chain. */
const findMissing = (db: Database, store: EventStore, condition: SQL): Promise<MissingEvent[]> =>
  db.all<MissingEvent>(sql`select contract, block_number as blockNumber, block_hash as blockHash, transaction_hash as transactionHash, ordinal,
      log_index as logIndex
    from ${sql.raw(store.events)} where ${condition} order by block_number, log_index limit ${MAX_MISSING}`)

/** The messages of an error and of its causes, in one text. */
const messagesOf = (error: unknown): string => (error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : '')
