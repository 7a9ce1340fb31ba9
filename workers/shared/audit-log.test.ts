import { env } from 'cloudflare:test'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuditEntry, findBrokenRow, runWithAudit } from './audit-log.ts'
import { auditLog } from './audit-tables.ts'
import { database } from './db.ts'
import type { AreaEnv } from './env.ts'
import { now, opaqueId } from './ids.ts'
import { raceBefore } from './racing.testing.ts'

const testEnv = env as unknown as AreaEnv
const db = database(testEnv)

const entry = (key = opaqueId()): AuditEntry => ({
  at: now(),
  actor: '0x00000000000000000000000000000000000AD313',
  action: 'disputeDecided',
  subject: opaqueId(),
  key,
  details: { refund: '40000000', reason: 'Ein „Grund“ 😀' },
})
const append = (...entries: AuditEntry[]) => {
  // A client of its own for each call, because raceBefore replaces what new clients use.
  const client = database(testEnv)
  return runWithAudit(client, entries, async (statements) => {
    const [first, ...rest] = statements.map((statement) => client.run(statement))
    if (first) await client.batch([first, ...rest])
    return statements.length
  })
}
const newest = async (count: number) => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(count)).reverse()
const count = async () => (await db.select({ id: auditLog.id }).from(auditLog)).length

beforeEach(async () => {
  await append(entry())
})

describe('the audit log', () => {
  it('numbers the rows without gaps, and each row has the hash of the row before', async () => {
    const [before] = await newest(1)
    expect(await append(entry(), entry())).toBe(2)
    const [first, second] = await newest(2)
    expect(first).toMatchObject({ id: before!.id + 1, previousHash: before!.hash })
    expect(second).toMatchObject({ id: before!.id + 2, previousHash: first!.hash })
    expect(second!.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await findBrokenRow(db)).toBeNull()
  })

  it('records a key only once, even if several writers append it at the same time', async () => {
    const [before, once] = [await count(), entry()]
    await Promise.all([append(once), append(once), append({ ...once, details: {} })])
    expect(await append(once)).toBe(0)
    expect(await count()).toBe(before + 1)
    expect(await findBrokenRow(db)).toBeNull()
  })

  it('refuses several entries if one of them has a condition', async () => {
    const before = await count()
    await expect(append({ ...entry(), condition: sql`false` }, entry())).rejects.toThrow('only a single audit entry')
    expect(await count()).toBe(before)
    expect(await append({ ...entry(), condition: sql`true` })).toBe(1)
  })

  it('keeps the entries of writers that append at the same time', async () => {
    const before = await count()
    await Promise.all(Array.from({ length: 5 }, () => append(entry(), entry())))
    expect(await count()).toBe(before + 10)
    expect(await findBrokenRow(db)).toBeNull()
  })

  it('runs the batch again if another writer appends between reading the end and the batch', async () => {
    const before = await count()
    const mine = entry()
    const race = raceBefore('insert into audit_log', () => append(entry()))
    await append(mine)
    race.restore()
    expect([race.happened, await count()]).toEqual([true, before + 2])
    expect((await newest(1))[0]!.key).toBe(mine.key)
    expect(await findBrokenRow(db)).toBeNull()
  })

  it('records nothing if the rest of the batch fails, and reports the failure', async () => {
    const before = await count()
    const failing = runWithAudit(db, [entry()], async ([statement]) => {
      await db.batch([db.run(statement!), db.run(sql`insert into quotes (ref) values (null)`)])
    })
    await expect(failing).rejects.toThrow()
    expect(await count()).toBe(before)
  })

  it('refuses changes, deletions, replaced rows, and rows that do not follow the last one', async () => {
    const [last] = await newest(1)
    const isLast = eq(auditLog.id, last!.id)
    const values = (fields: Partial<typeof last & object>) => ({
      ...last!,
      id: last!.id + 1,
      key: opaqueId(),
      previousHash: last!.hash,
      ...fields,
    })
    await expect(db.update(auditLog).set({ details: '{}' }).where(isLast)).rejects.toThrow()
    await expect(db.delete(auditLog).where(isLast)).rejects.toThrow()
    await expect(db.run(sql`insert or replace into audit_log select * from audit_log where id = ${last!.id}`)).rejects.toThrow()
    await expect(
      db.run(sql`insert or replace into audit_log select id + 1, at, actor, action, subject, key, details, hash, hash from audit_log
        where id = ${last!.id}`),
    ).rejects.toThrow()
    for (const fields of [{ id: last!.id + 2 }, { id: last!.id }, { previousHash: '' }, { key: last!.key }])
      await expect(db.insert(auditLog).values(values(fields))).rejects.toThrow()
    expect(await newest(1)).toEqual([last])
  })
})

describe('the check of the whole log finds the first row', () => {
  const TRIGGERS = ['audit_log_unchanged', 'audit_log_kept', 'audit_log_chained']

  /** Drops the triggers, runs a statement, checks the log, and restores the rows and the triggers. */
  async function checkAfter(statement: ReturnType<typeof sql>): Promise<number | null> {
    const rows = await db.select().from(auditLog)
    const triggers = (await db.all(sql`select sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_log'`)) as {
      sql: string
    }[]
    for (const name of TRIGGERS) await db.run(sql.raw(`drop trigger ${name}`))
    try {
      await db.run(statement)
      return await findBrokenRow(db)
    } finally {
      await db.delete(auditLog)
      await db.insert(auditLog).values(rows)
      for (const trigger of triggers) await db.run(sql.raw(trigger.sql))
    }
  }

  it.each([
    'at = at + 1',
    "actor = '0x'",
    "action = 'x'",
    "subject = 'x'",
    "key = 'x'",
    "details = '{}'",
    "previous_hash = 'x'",
    "hash = 'x'",
  ])('that was changed: %s', async (change) => {
    await append(entry(), entry())
    const [, second] = await newest(3)
    expect(await checkAfter(sql`update audit_log set ${sql.raw(change)} where id = ${second!.id}`)).toBe(second!.id)
    expect(await findBrokenRow(db)).toBeNull()
  })

  it('after a deleted one', async () => {
    await append(entry(), entry())
    const [, second, third] = await newest(3)
    expect(await checkAfter(sql`delete from audit_log where id = ${second!.id}`)).toBe(third!.id)
  })

  it('that follows a changed row whose own hash was computed again', async () => {
    await append(entry(), entry())
    const [, second, third] = await newest(3)
    const { id, at, actor, action, subject, key, previousHash } = second!
    const content = JSON.stringify([id, at, actor, action, subject, key, '{}', previousHash])
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
    const forged = Buffer.from(digest).toString('hex')
    expect(await checkAfter(sql`update audit_log set details = '{}', hash = ${forged} where id = ${second!.id}`)).toBe(third!.id)
  })
})
