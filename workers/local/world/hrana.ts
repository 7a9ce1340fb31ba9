import Database from 'libsql'

/** Hrana, the wire protocol of libSQL and Turso: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md */
type HranaValue =
  | { type: 'null' }
  | { type: 'integer'; value: string }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'blob'; base64: string }

export interface HranaStatement {
  sql?: string | null
  sql_id?: number | null
  args?: HranaValue[]
  named_args?: { name: string; value: HranaValue }[]
  want_rows?: boolean
}

type Condition =
  | { type: 'ok' | 'error'; step: number }
  | { type: 'not'; cond: Condition }
  | { type: 'and' | 'or'; conds: Condition[] }
  | { type: 'is_autocommit' }

export interface HranaError {
  message: string
  code: string
}

interface StatementResult {
  cols: { name: string; decltype: string | null }[]
  rows: HranaValue[][]
  affected_row_count: number
  last_insert_rowid: string
}

export type HranaRequest =
  | { type: 'close' | 'get_autocommit' }
  | { type: 'execute'; stmt: HranaStatement }
  | { type: 'batch'; batch: { steps: { stmt: HranaStatement; condition?: Condition | null }[] } }
  | { type: 'sequence' | 'describe'; sql?: string | null; sql_id?: number | null }
  | { type: 'store_sql'; sql_id: number; sql: string }
  | { type: 'close_sql'; sql_id: number }

/** Counts of what was executed. `statements` counts each step of a batch, `control` counts BEGIN, COMMIT etc., `ms` is the total time. */
export interface Counts {
  requests: number
  statements: number
  control: number
  ms: number
}

/** How long a statement waits for another connection's write transaction (ms). */
const BUSY_MS = 5000
const READ = /^\s*(select|with)\b(?![\s\S]*\b(insert|update|delete)\b)/i
const CONTROL = /^\s*(begin|commit|end|rollback|savepoint|release|pragma)\b/i

/** A request that the protocol does not allow; `code` is the one that Turso's server returns. */
export class ProtocolError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const decode = (value: HranaValue): unknown => {
  switch (value.type) {
    case 'null':
      return null
    case 'integer':
      return BigInt(value.value)
    case 'float':
      return value.value
    case 'text':
      return value.value
    case 'blob':
      return Buffer.from(value.base64, 'base64')
    default:
      throw new ProtocolError('unknown type of value', 'PROTOCOL_ERROR')
  }
}

const encode = (value: unknown): HranaValue => {
  if (value === null || value === undefined) return { type: 'null' }
  if (typeof value === 'bigint') return { type: 'integer', value: String(value) }
  if (typeof value === 'number') return { type: 'float', value }
  if (typeof value === 'string') return { type: 'text', value }
  return { type: 'blob', base64: Buffer.from(value as Uint8Array).toString('base64') }
}

/** Turso returns the primary code (SQLITE_CONSTRAINT, not ..._UNIQUE) and starts the message with it. The same is done here. */
export function hranaError(error: unknown): HranaError {
  if (error instanceof ProtocolError) return { message: error.message, code: error.code }
  if (error instanceof Database.SqliteError) {
    const code = error.code.startsWith('SQLITE_') ? error.code.split('_').slice(0, 2).join('_') : 'SQLITE_ERROR'
    return { message: `SQLite error: ${error.message}`, code }
  }
  return { message: error instanceof Error ? error.message : String(error), code: 'INTERNAL_ERROR' }
}

/** The named and numbered parameters of a statement in order, null for a plain `?`. Comments and quoted text are skipped. */
function parametersOf(sql: string): { name: string | null }[] {
  const found = new Set<string>()
  const list: { name: string | null }[] = []
  for (const [token] of sql.matchAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|\?\d*|[:@$][A-Za-z_]\w*/g,
  )) {
    if (!/^[?:@$]/.test(token) || found.has(token)) continue
    if (token !== '?') found.add(token)
    list.push({ name: token === '?' ? null : token })
  }
  return list
}

/** The statements that a connection keeps. Preparing one that reads takes as long as running it. */
const kept = new WeakMap<Database.Database, Map<string, Database.Statement>>()
const MAX_KEPT = 200

/** Prepares a statement, and keeps one that reads. If there are too many, the one that was kept first is removed. */
function prepare(connection: Database.Database, sql: string): Database.Statement {
  const statements = kept.get(connection) ?? new Map<string, Database.Statement>()
  const statement = statements.get(sql) ?? connection.prepare(sql)
  if (!READ.test(sql)) return statement
  kept.set(connection, statements.set(sql, statement))
  if (statements.size > MAX_KEPT) statements.delete(statements.keys().next().value!)
  return statement
}

/** Opens the file with the settings of every connection. FULL: an acknowledged commit survives a power failure. */
export function openConnection(file: string): Database.Database {
  const connection = new Database(file, { timeout: 0 })
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) connection.exec(`PRAGMA ${pragma}`)
  return connection
}

/** One Hrana stream: a connection, its stored SQL texts, and its requests, run one after another. */
export class HranaStream {
  readonly connection: Database.Database
  readonly #counts: Counts
  readonly #texts = new Map<number, string>()
  closed = false

  constructor(connection: Database.Database, counts: Counts) {
    this.connection = connection
    this.#counts = counts
  }

  async handle(request: HranaRequest): Promise<object> {
    switch (request.type) {
      case 'close':
        this.closed = true
        return { type: 'close' }
      case 'execute':
        return { type: 'execute', result: await this.#execute(request.stmt) }
      case 'batch':
        return { type: 'batch', result: await this.#batch(request.batch.steps) }
      case 'sequence': {
        const sql = this.#text(request)
        this.#counts.statements += 1
        await this.#whenFree(() => this.connection.exec(sql))
        return { type: 'sequence' }
      }
      case 'describe':
        return { type: 'describe', result: this.#describe(this.#text(request)) }
      case 'store_sql':
        this.#texts.set(request.sql_id, request.sql)
        return { type: 'store_sql' }
      case 'close_sql':
        this.#texts.delete(request.sql_id)
        return { type: 'close_sql' }
      case 'get_autocommit':
        return { type: 'get_autocommit', is_autocommit: !this.connection.inTransaction }
      default:
        throw new ProtocolError('unknown type of request', 'PROTOCOL_ERROR')
    }
  }

  #text(from: { sql?: string | null; sql_id?: number | null }): string {
    const text = from.sql ?? this.#texts.get(from.sql_id ?? -1)
    if (text === undefined) throw new ProtocolError(`SQL text ${from.sql_id} not found`, 'SQL_NOT_FOUND')
    return text
  }

  /**
   * The engine is synchronous, so waiting inside it would also block the connection that must release the lock. Outside a transaction
   * nothing has been executed yet, so the statement is retried.
   */
  async #whenFree<T>(work: () => T): Promise<T> {
    const until = Date.now() + BUSY_MS
    for (;;) {
      try {
        return work()
      } catch (error) {
        const busy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
        if (!busy || this.connection.inTransaction || Date.now() > until) throw error
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
  }

  #execute(statement: HranaStatement): Promise<StatementResult> {
    const sql = this.#text(statement)
    const named = statement.named_args ?? []
    const args = named.length
      ? Object.fromEntries(named.map(({ name, value }) => [name.replace(/^[:@$]/, ''), decode(value)]))
      : (statement.args ?? []).map(decode)
    this.#counts[CONTROL.test(sql) ? 'control' : 'statements'] += 1
    // Prepared once: a statement that found the database locked stays active in the engine until it is run again.
    let prepared: Database.Statement | undefined
    return this.#whenFree(() => {
      prepared ??= prepare(this.connection, sql)
      return this.#run(prepared, args, statement.want_rows !== false)
    })
  }

  #run(prepared: Database.Statement, args: unknown, wantRows: boolean): StatementResult {
    prepared.safeIntegers(true)
    if (!prepared.reader) {
      const { changes, lastInsertRowid } = prepared.run(args)
      return { cols: [], rows: [], affected_row_count: changes, last_insert_rowid: String(lastInsertRowid) }
    }
    const before = this.#numbers()
    const rows = prepared.raw(true).all(args) as unknown[][]
    const after = this.#numbers()
    return {
      cols: prepared.columns().map(({ name, type }) => ({ name, decltype: type })),
      rows: wantRows ? rows.map((row) => row.map(encode)) : [],
      // changes() keeps the count of the last write. It belongs to this statement only if the total changed (INSERT ... RETURNING).
      affected_row_count: before[1] === after[1] ? 0 : Number(after[0]),
      last_insert_rowid: String(after[2]),
    }
  }

  #numbers(): [changes: bigint, total: bigint, rowid: bigint] {
    const prepared = prepare(this.connection, 'SELECT changes(), total_changes(), last_insert_rowid()')
    return prepared.safeIntegers(true).raw(true).get([]) as [bigint, bigint, bigint]
  }

  async #batch(steps: { stmt: HranaStatement; condition?: Condition | null }[]) {
    const results: (StatementResult | null)[] = []
    const errors: (HranaError | null)[] = []
    const holds = (condition: Condition): boolean => {
      switch (condition.type) {
        case 'ok':
          return results[condition.step] != null
        case 'error':
          return errors[condition.step] != null
        case 'not':
          return !holds(condition.cond)
        case 'and':
          return condition.conds.every(holds)
        case 'or':
          return condition.conds.some(holds)
        case 'is_autocommit':
          return !this.connection.inTransaction
        default:
          throw new ProtocolError('unknown type of condition', 'PROTOCOL_ERROR')
      }
    }
    for (const [index, step] of steps.entries()) {
      results[index] = null
      errors[index] = null
      if (step.condition && !holds(step.condition)) continue
      try {
        results[index] = await this.#execute(step.stmt)
      } catch (error) {
        errors[index] = hranaError(error)
      }
    }
    return { step_results: results, step_errors: errors }
  }

  #describe(sql: string) {
    const prepared = this.connection.prepare(sql)
    return {
      params: parametersOf(sql),
      cols: prepared.reader ? prepared.columns().map(({ name, type }) => ({ name, decltype: type })) : [],
      is_explain: /^\s*explain\b/i.test(sql),
      is_readonly: /^\s*(select|explain|values)\b/i.test(sql),
    }
  }
}
