import { asc, desc, gt, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from './audit-actions.schema.ts'
import { auditLog } from './audit-tables.ts'
import type { Database } from './db.ts'
import { hash } from './ids.ts'

/** Something to record. `key` is unique: an entry whose key is already in the log is not recorded again. */
export interface AuditEntry {
  /** UTC seconds. */
  at: number
  /** The admin's wallet. */
  actor: string
  action: AuditAction
  subject: string
  key: string
  details: object
  /** If given, the entry is recorded only if this holds in the batch, before its other statements. Only for a single entry. */
  condition?: SQL
}

type Row = typeof auditLog.$inferSelect

/** SQL condition: the log has an entry of this action about the subject. */
export const wasRecorded = (action: AuditAction, subject: string): SQL =>
  sql`exists (select 1 from ${auditLog} where ${auditLog.subject} = ${subject} and ${auditLog.action} = ${action})`

/** SQL condition: the log has this entry. In the batch that appends it: its condition held. */
export const isRecorded = ({ key }: AuditEntry): SQL => sql`exists (select 1 from ${auditLog} where ${auditLog.key} = ${key})`

/** How often an entry is tried while other writers append theirs first. */
const MAX_TRIES = 8
const ROWS_PER_PAGE = 1000

/** The hash of a row: SHA-256 of its other columns as a JSON array, in this order. */
const hashOf = ({ id, at, actor, action, subject, key, details, previousHash }: Omit<Row, 'hash'>): Promise<string> =>
  hash(JSON.stringify([id, at, actor, action, subject, key, details, previousHash]))

/** Whether a batch was refused because another writer has appended to the log since its end was read. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes('audit_log_moved') || isOvertaken(error.cause))

/** The statements that append the entries that are not in the log yet. They succeed only while the log ends as it does now. */
async function appendStatements(db: Database, entries: AuditEntry[]): Promise<SQL[]> {
  const [known, [last]] = await db.batch([
    db
      .select({ key: auditLog.key })
      .from(auditLog)
      .where(
        // One variable for all keys: the chain decides how many there are.
        sql`${auditLog.key} in (select value from json_each(${JSON.stringify(entries.map(({ key }) => key))}))`,
      ),
    db.select({ id: auditLog.id, hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.id)).limit(1),
  ])
  const statements: SQL[] = []
  let { id, hash: previousHash } = last ?? { id: 0, hash: '' }
  for (const { condition = sql`true`, ...entry } of entries) {
    if (known.some(({ key }) => key === entry.key)) continue
    const row = { ...entry, id: ++id, details: JSON.stringify(entry.details), previousHash }
    previousHash = await hashOf(row)
    // Another writer may have recorded the same since the log was read.
    statements.push(sql`insert into audit_log (id, at, actor, action, subject, key, details, previous_hash, hash)
      select ${row.id}, ${row.at}, ${row.actor}, ${row.action}, ${row.subject}, ${row.key}, ${row.details}, ${row.previousHash}, ${previousHash}
      where not exists (select 1 from audit_log where key = ${row.key}) and ${condition}`)
  }
  return statements
}

/**
 * Records entries in the batch of the change that they belong to: `run` gets the statements that append the entries, and must run them in
 * one batch with its own statements. It is called again if another writer has appended to the log first, so it must change nothing unless
 * the batch succeeds.
 */
export async function runWithAudit<Result>(db: Database, entries: AuditEntry[], run: (append: SQL[]) => Promise<Result>): Promise<Result> {
  if (!entries.length) return run([])
  // An entry that is left out would leave a gap before the next one, and every retry would fail.
  if (entries.length > 1 && entries.some(({ condition }) => condition)) throw new Error('only a single audit entry can have a condition')
  for (let tries = 1; ; tries++) {
    try {
      return await run(await appendStatements(db, entries))
    } catch (error) {
      if (!isOvertaken(error) || tries === MAX_TRIES) throw error
    }
  }
}

/** Checks the whole log. Returns the id of the first row that was changed or does not follow the row before it; null if there is none. */
export async function findBrokenRow(db: Database): Promise<number | null> {
  let last: Pick<Row, 'id' | 'hash'> = { id: 0, hash: '' }
  for (;;) {
    const rows = await db.select().from(auditLog).where(gt(auditLog.id, last.id)).orderBy(asc(auditLog.id)).limit(ROWS_PER_PAGE)
    for (const row of rows) {
      const follows = row.id === last.id + 1 && row.previousHash === last.hash
      if (!follows || row.hash !== (await hashOf(row))) return row.id
      last = row
    }
    if (rows.length < ROWS_PER_PAGE) return null
  }
}
