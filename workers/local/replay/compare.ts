import type { Client, InValue } from '@libsql/client/http'

/** A column that differs, or a row that is missing in one database: then `column` is null. */
export interface Difference {
  table: string
  key: string
  orderId: string | null
  column: string | null
  stored: InValue
  replayed: InValue
}

type Row = Record<string, InValue>

const PAGE = 1000

/**
 * Orders with a quote for the same buyer and seller that no earlier order has used. The title and the members of other orders depend on
 * when they were first read, so they are not compared.
 */
const HAS_QUOTE = `orders.terms_state <> 'unknown' and exists (select 1 from quotes q where q.ref = orders.ref and q.buyer = orders.buyer and q.seller = orders.seller)`

/** The tables that are computed from the chain: a unique key, the columns to compare with the order's number, and the limit by block. */
const TABLES: Record<string, { key: string; columns: string; upTo: string }> = {
  chain_events: { key: 'id', columns: '*', upTo: 'block_number <= ?' },
  unexpected_events: { key: `transaction_hash || printf(' %06d', ordinal)`, columns: '*', upTo: 'block_number <= ?' },
  orders: {
    key: 'id',
    columns: `*, iif(${HAS_QUOTE}, terms, null) as terms, iif(${HAS_QUOTE}, buyer_id, null) as buyer_id,
      iif(${HAS_QUOTE}, seller_id, null) as seller_id`,
    upTo: '? is not null',
  },
}

interface Scope {
  chainId: number
  contract: string
  /** The last block to compare. */
  to: number
}

/** Reads the rows of a table in the order of their keys. */
async function* rowsOf(db: Client, table: string, { chainId, contract, to }: Scope): AsyncGenerator<Row> {
  const { key, columns, upTo } = TABLES[table]!
  for (let after = ''; ; ) {
    const { rows, columns: names } = await db.execute({
      sql: `select ${columns}, ${key} as row_key from ${table}
        where chain_id = ? and contract = ? and ${upTo} and ${key} > ? order by ${key} limit ${PAGE}`,
      args: [chainId, contract, to, after],
    })
    // If a column is named twice, its last value counts.
    for (const row of rows) yield Object.fromEntries(names.map((name, i) => [name, row[i] as InValue]))
    if (rows.length < PAGE) return
    after = String(rows.at(-1)!.row_key)
  }
}

/** Compares a table of both databases row by row. Calls `found` for each difference, and returns the number of rows that were compared. */
async function compareTable(
  table: string,
  stored: Client,
  replayed: Client,
  scope: Scope,
  found: (one: Difference) => void,
): Promise<number> {
  const [left, right] = [rowsOf(stored, table, scope), rowsOf(replayed, table, scope)]
  const next = async (rows: AsyncGenerator<Row>): Promise<Row | null> => (await rows.next()).value ?? null
  let [a, b] = [await next(left), await next(right)]
  let count = 0
  const missing = (row: Row, here: InValue, there: InValue) =>
    found({ table, key: String(row.row_key), orderId: row.order_id as string | null, column: null, stored: here, replayed: there })
  for (; a || b; count++) {
    if (a && (!b || String(a.row_key) < String(b.row_key))) {
      missing(a, 'present', 'missing')
      a = await next(left)
    } else if (b && (!a || String(b.row_key) < String(a.row_key))) {
      missing(b, 'missing', 'present')
      b = await next(right)
    } else {
      const { row_key: key, order_id: orderId } = a!
      for (const column of Object.keys(a!))
        if (a![column] !== b![column])
          found({ table, key: String(key), orderId: orderId as string | null, column, stored: a![column]!, replayed: b![column]! })
      ;[a, b] = [await next(left), await next(right)]
    }
  }
  return count
}

/**
 * Compares the tables that are computed from the chain, up to the block `to`. Leaves out the differences of orders with a later event in
 * either database. Later events are read last, so that a database in use can be compared.
 */
export async function compare(stored: Client, replayed: Client, scope: Scope) {
  const all: Difference[] = []
  const compared: Record<string, number> = {}
  for (const table of Object.keys(TABLES)) compared[table] = await compareTable(table, stored, replayed, scope, (one) => all.push(one))
  const { chainId, contract, to } = scope
  const later = await Promise.all(
    [stored, replayed].map((db) =>
      db.execute({
        sql: 'select distinct order_id from chain_events where chain_id = ? and contract = ? and block_number > ?',
        args: [chainId, contract, to],
      }),
    ),
  )
  const movedOn = new Set(later.flatMap(({ rows }) => rows.map((row) => String(row.order_id))))
  return { differences: all.filter(({ orderId }) => orderId === null || !movedOn.has(orderId)), compared, movedOn: movedOn.size }
}
