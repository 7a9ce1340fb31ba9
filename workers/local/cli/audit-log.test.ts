import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createClient } from '@libsql/client/http'
import { expect, test } from 'vitest'
import { runWithAudit } from '../../shared/audit-log.ts'
import { database } from '../../shared/db.ts'
import { testDatabase } from '../world/test-database.ts'

/** Runs the command; returns its exit code and what it prints. */
const check = (DATABASE_URL: string) =>
  promisify(execFile)(process.execPath, ['workers/local/cli/audit-log.ts'], { env: { ...process.env, DATABASE_URL } }).then(
    ({ stdout }) => [0, stdout.trim()],
    ({ code, stdout }: { code: number; stdout: string }) => [code, stdout.trim()],
  )

test('the command accepts an unchanged log, and exits with 1 at the first entry that was changed or deleted', async () => {
  const DATABASE_URL = await testDatabase()
  const [db, plain] = [database({ DATABASE_URL }), createClient({ url: DATABASE_URL })]
  expect(await check(DATABASE_URL)).toEqual([0, 'the audit log is unchanged'])
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    const entry = { at: 1, actor: '0x1', action: 'adminAdded' as const, subject: key, key, details: { key } }
    await runWithAudit(db, [entry], ([append]) => db.run(append!))
  }
  expect(await check(DATABASE_URL)).toEqual([0, 'the audit log is unchanged'])
  // Somebody with the password of the database can also delete the triggers.
  const { rows } = await plain.execute("select name from sqlite_master where type = 'trigger' and tbl_name = 'audit_log'")
  for (const { name } of rows) await plain.execute(`drop trigger "${String(name)}"`)
  await plain.execute("delete from audit_log where key = 'd'")
  const broken = (id: number) => [1, `entry ${id} of the audit log was changed, or does not follow the entry before it`]
  expect(await check(DATABASE_URL)).toEqual(broken(5))
  await plain.execute("update audit_log set actor = '0x2' where key = 'b'")
  expect(await check(DATABASE_URL)).toEqual(broken(2))
})

test('the command exits with 1 if the database does not answer', async () => {
  expect(await check('http://127.0.0.1:9')).toEqual([1, ''])
})
