import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createClient } from '@libsql/client/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import drizzle from '../../../drizzle.config.ts'
import { ROOT } from '../world/bundle.ts'
import { serveLibsql } from '../world/libsql.ts'
import { migrate } from './migrate.ts'

const dir = mkdtempSync(join(tmpdir(), 'warren-migrate-'))
let server: Awaited<ReturnType<typeof serveLibsql>>

beforeAll(async () => {
  server = await serveLibsql({ port: 0, file: join(dir, 'test.db') })
})

afterAll(async () => {
  await server.close()
  rmSync(dir, { recursive: true })
})

function folderWith(files: Record<string, string>): string {
  const folder = join(dir, 'migrations')
  mkdirSync(join(folder, 'meta'), { recursive: true })
  for (const [tag, sql] of Object.entries(files)) writeFileSync(join(folder, `${tag}.sql`), sql)
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries: Object.keys(files).map((tag) => ({ tag })) }))
  return folder
}

test('applies each file once, in order and atomically, and rejects a changed file', async () => {
  const first = { '0000_a': 'CREATE TABLE a (x INTEGER);\n--> statement-breakpoint\nINSERT INTO a VALUES (1);' }
  expect(await migrate(server.url, { folder: folderWith(first), dryRun: true })).toEqual(['0000_a'])
  expect(await migrate(server.url, { folder: folderWith(first) })).toEqual(['0000_a'])
  expect(await migrate(server.url, { folder: folderWith(first) })).toEqual([])

  const broken = { ...first, '0001_b': 'INSERT INTO a VALUES (2);\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);' }
  await expect(migrate(server.url, { folder: folderWith(broken) })).rejects.toThrow('nowhere')
  const db = createClient({ url: server.url })
  expect((await db.execute('SELECT x FROM a')).rows).toHaveLength(1)

  const changed = { '0000_a': 'CREATE TABLE a (x TEXT);' }
  await expect(migrate(server.url, { folder: folderWith(changed) })).rejects.toThrow('write a new migration')
})

test('the migrations of this repository apply to an empty database', async () => {
  const fresh = await serveLibsql({ port: 0, file: join(dir, 'fresh.db') })
  expect((await migrate(fresh.url)).length).toBeGreaterThan(0)
  expect(await migrate(fresh.url)).toEqual([])
  await fresh.close()
})

test('the migrations make every table and column that the code declares', () => {
  const folder = join(dir, 'generated')
  cpSync(join(ROOT, 'migrations'), folder, { recursive: true })
  const config = join(dir, 'drizzle.config.json')
  // The program takes the folder relative to its own.
  writeFileSync(config, JSON.stringify({ ...drizzle, out: relative(ROOT, folder) }))
  // If a table or column seems to be renamed, it asks, and without a terminal it ends with an error.
  const answer = execFileSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate', `--config=${config}`], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(answer).toContain('No schema changes')
})
