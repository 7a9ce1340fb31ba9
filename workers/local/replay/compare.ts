import type { Client, InValue } from '@libsql/client/http'

/** A column that differs, or a row that is missing in one database: then `column` is null. */
export interface Difference {
  table: string
  key: string
  column: string | null
  stored: InValue
  replayed: InValue
}

type Row = Record<string, InValue>

const PAGE = 1000

/** A table that is computed from the chain: a unique key, what a row is about, the columns to compare, and the condition for its rows. */
interface Table {
  key: string
  subject: string
  columns: string
  where: string
}
/**
 * The tables of an area, and the query for the subjects with later events. In conditions, `?1` is the chain, `?2` the contract that names
 * the cursor and `?3` the last block to compare.
 */
export interface Area {
  tables: Record<string, Table>
  later: string
}

/**
 * Orders with a quote for the same buyer and seller that no earlier order has used. The title and the members of other orders depend on
 * when they were first read, so they are not compared.
 */
const HAS_QUOTE = `orders.terms_state <> 'unknown' and exists (select 1 from quotes q where q.ref = orders.ref and q.buyer = orders.buyer and q.seller = orders.seller)`

const OF_ORDERS = { subject: 'order_id', where: 'chain_id = ?1 and contract = ?2 and block_number <= ?3', columns: '*' }

export const ORDERS: Area = {
  tables: {
    chain_events: { ...OF_ORDERS, key: 'id' },
    unexpected_events: { ...OF_ORDERS, key: `transaction_hash || printf(' %06d', ordinal)` },
    orders: {
      ...OF_ORDERS,
      key: 'id',
      columns: `*, iif(${HAS_QUOTE}, terms, null) as terms, iif(${HAS_QUOTE}, buyer_id, null) as buyer_id,
        iif(${HAS_QUOTE}, seller_id, null) as seller_id`,
      where: 'chain_id = ?1 and contract = ?2 and ?3 is not null',
    },
  },
  later: 'select distinct order_id as subject from chain_events where chain_id = ?1 and contract = ?2 and block_number > ?3',
}

const OF_TOKENS = {
  key: `collection || ' ' || token_id`,
  subject: `collection || ' ' || token_id`,
  columns: '*',
  where: 'chain_id = ?1 and collection in (select address from nft_collections where chain_id = ?1 and factory = ?2) and ?3 is not null',
}

/** An event of an account may change each of its listings, and an event of a collection only the collection. */
export const NFTS: Area = {
  tables: {
    nft_events: {
      ...OF_TOKENS,
      key: 'id',
      subject: `collection || ' ' || coalesce(token_id, '')`,
      where: 'chain_id = ?1 and factory = ?2 and block_number <= ?3',
    },
    nft_collections: {
      ...OF_TOKENS,
      key: 'address',
      subject: `address || ' '`,
      where: 'chain_id = ?1 and factory = ?2 and ?3 is not null',
    },
    nft_tokens: OF_TOKENS,
    nft_listings: OF_TOKENS,
    nft_offers: { ...OF_TOKENS, key: `marketplace || printf(' %012d', number)` },
  },
  later: `select e.collection || ' ' || coalesce(e.token_id, '') as subject from nft_events e
      where e.chain_id = ?1 and e.factory = ?2 and e.block_number > ?3 and e.collection is not null
    union select l.collection || ' ' || l.token_id from nft_events e join nft_listings l on l.chain_id = e.chain_id and l.seller = e.account
      where e.chain_id = ?1 and e.factory = ?2 and e.block_number > ?3`,
}

export interface Scope {
  chainId: number
  contract: string
  /** The last block to compare. */
  to: number
}

/** Reads the rows of a table in the order of their keys. */
async function* rowsOf(db: Client, name: string, { key, subject, columns, where }: Table, scope: Scope): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const { rows, columns: names } = await db.execute({
      sql: `select ${columns}, ${key} as row_key, ${subject} as row_subject from ${name}
        where ${where} and ${key} > ?4 order by ${key} limit ${PAGE}`,
      args: [scope.chainId, scope.contract, scope.to, after],
    })
    // If a column is named twice, its last value counts.
    for (const row of rows) yield Object.fromEntries(names.map((column, i) => [column, row[i] as InValue]))
    if (rows.length < PAGE) return
    after = String(rows.at(-1)!.row_key)
  }
}

/** A difference, and what its row is about. */
type Found = Difference & { subject: InValue }

/** Compares a table of both databases row by row. Calls `found` for each difference, and returns the number of rows that were compared. */
async function compareTable(
  [name, table]: [string, Table],
  stored: Client,
  replayed: Client,
  scope: Scope,
  found: (one: Found) => void,
): Promise<number> {
  const [left, right] = [rowsOf(stored, name, table, scope), rowsOf(replayed, name, table, scope)]
  const next = async (rows: AsyncGenerator<Row>): Promise<Row | null> => (await rows.next()).value ?? null
  let [a, b] = [await next(left), await next(right)]
  let count = 0
  const report = ({ row_key, row_subject }: Row, column: string | null, here: InValue, there: InValue) =>
    found({ table: name, key: String(row_key), subject: row_subject!, column, stored: here, replayed: there })
  for (; a || b; count++) {
    if (a && (!b || String(a.row_key) < String(b.row_key))) {
      report(a, null, 'present', 'missing')
      a = await next(left)
    } else if (b && (!a || String(b.row_key) < String(a.row_key))) {
      report(b, null, 'missing', 'present')
      b = await next(right)
    } else {
      for (const column of Object.keys(a!)) if (a![column] !== b![column]) report(a!, column, a![column]!, b![column]!)
      ;[a, b] = [await next(left), await next(right)]
    }
  }
  return count
}

/**
 * Compares the tables of an area that are computed from the chain, up to the block `to`. Leaves out the differences of what has a later
 * event in either database. Later events are read last, so that a database in use can be compared.
 */
export async function compare(stored: Client, replayed: Client, { tables, later }: Area, scope: Scope) {
  const all: Found[] = []
  const compared: Record<string, number> = {}
  for (const table of Object.entries(tables))
    compared[table[0]] = await compareTable(table, stored, replayed, scope, (one) => all.push(one))
  const { chainId, contract, to } = scope
  const changed = await Promise.all([stored, replayed].map((db) => db.execute({ sql: later, args: [chainId, contract, to] })))
  const movedOn = new Set(changed.flatMap(({ rows }) => rows.map((row) => String(row.subject))))
  const differences = all
    .filter(({ subject }) => subject === null || !movedOn.has(String(subject)))
    .map(({ subject, ...difference }): Difference => difference)
  return { differences, compared, movedOn: movedOn.size }
}
