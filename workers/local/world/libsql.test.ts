import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, LibsqlError } from '@libsql/client/http'
import { createClient as createWebClient } from '@libsql/client/web'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveLibsql } from './libsql.ts'

let dir: string
let server: Awaited<ReturnType<typeof serveLibsql>>
let db: Client

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'warren-libsql-'))
  server = await serveLibsql({ port: 0, file: join(dir, 'test.db'), idleMs: 150 })
  db = createClient({ url: server.url })
  await db.execute('CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, photo BLOB, height REAL, wei TEXT)')
})

afterEach(async () => {
  db.close()
  await server.close()
  rmSync(dir, { recursive: true })
})

/** A transaction that holds the write lock. */
async function takeLock() {
  const transaction = await db.transaction('write')
  await transaction.execute("INSERT INTO people (name) VALUES ('locked')")
  return transaction
}
/** Writes a batch on each of the two connections that the server may have. */
async function writeOnEachConnection() {
  const other = await db.transaction('deferred')
  // The transaction takes its connection with the first statement.
  await other.execute('SELECT 1')
  await db.batch(["INSERT INTO people (name) VALUES ('b')"], 'write')
  await other.execute("INSERT INTO people (name) VALUES ('c')")
  await other.commit()
  expect(await names()).toEqual(['b', 'c'])
}
const names = async () => (await db.execute('SELECT name FROM people ORDER BY id')).rows.map((row) => row.name)
const codeOf = (error: unknown) => (error instanceof LibsqlError ? error.code : String(error))

describe('values', () => {
  test('are returned unchanged', async () => {
    const photo = new Uint8Array([0, 255, 7])
    const done = await db.execute({
      sql: 'INSERT INTO people (name, photo, height, wei) VALUES (?, ?, ?, ?)',
      args: ['Ayumi 歩', photo, 1.5, '9223372036854775808'],
    })
    expect(done).toMatchObject({ rowsAffected: 1, lastInsertRowid: 1n })
    const { rows, columns, columnTypes } = await db.execute('SELECT * FROM people')
    expect(columns).toEqual(['id', 'name', 'photo', 'height', 'wei'])
    expect(columnTypes[0]).toBe('INTEGER')
    expect({ ...rows[0] }).toEqual({ id: 1, name: 'Ayumi 歩', photo: photo.buffer, height: 1.5, wei: '9223372036854775808' })
  })

  test('are returned as bigint, also beyond 2^53, if the client asks for bigint', async () => {
    const big = createClient({ url: server.url, intMode: 'bigint' })
    const { rows } = await big.execute({ sql: 'SELECT ? AS n', args: [9007199254740993n] })
    expect(rows[0]?.n).toBe(9007199254740993n)
  })

  test('can be named arguments, with or without the sign before the name', async () => {
    await db.execute({ sql: 'INSERT INTO people (name, height) VALUES (:name, @height)', args: { name: 'a', '@height': 2 } })
    expect(await names()).toEqual(['a'])
  })

  test('are returned by RETURNING, and the written rows are counted', async () => {
    const done = await db.execute("INSERT INTO people (name) VALUES ('a'), ('b') RETURNING id, name AS who")
    expect(done.rows.map((row) => ({ ...row }))).toEqual([
      { id: 1, who: 'a' },
      { id: 2, who: 'b' },
    ])
    expect(done.rowsAffected).toBe(2)
    expect((await db.execute('SELECT * FROM people')).rowsAffected).toBe(0)
  })
})

describe('batches', () => {
  test('run completely or not at all', async () => {
    const failing = db.batch(["INSERT INTO people (name) VALUES ('a')", "INSERT INTO people (name) VALUES ('a')"], 'write')
    expect(codeOf(await failing.catch((error) => error))).toBe('SQLITE_CONSTRAINT')
    expect(await names()).toEqual([])
    await db.batch(["INSERT INTO people (name) VALUES ('a')", { sql: 'INSERT INTO people (name) VALUES (?)', args: ['b'] }], 'write')
    expect(await names()).toEqual(['a', 'b'])
  })

  test('all succeed when they are sent at the same time', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => db.batch([{ sql: 'INSERT INTO people (name) VALUES (?)', args: [`n${i}`] }], 'write')),
    )
    expect(await names()).toHaveLength(40)
  })

  test('succeed on the connection of a statement with RETURNING that had to wait for a lock', async () => {
    const lock = await takeLock()
    const waiting = db.execute("INSERT INTO people (name) VALUES ('a') RETURNING id")
    await expect.poll(async () => ((await (await fetch(`${server.url}/stats`)).json()) as { statements: number }).statements).toBe(3)
    await lock.rollback()
    expect((await waiting).rows).toHaveLength(1)
    await db.batch(["INSERT INTO people (name) VALUES ('b')"], 'write')
    expect(await names()).toEqual(['a', 'b'])
  })

  test('succeed after a statement with RETURNING that failed in a transaction because of a lock', async () => {
    const lock = await takeLock()
    const other = await db.transaction('deferred')
    const failed = other.execute("INSERT INTO people (name) VALUES ('a') RETURNING id")
    expect(codeOf(await failed.catch((error) => error))).toBe('SQLITE_BUSY')
    await other.rollback()
    await lock.rollback()
    await writeOnEachConnection()
  })

  test.each(['INSERT INTO people (name) VALUES (1) RETURNING id', 'DELETE FROM people'])(
    'succeed after the plan of %s was explained',
    async (sql) => {
      await db.execute(`EXPLAIN QUERY PLAN ${sql}`)
      await writeOnEachConnection()
    },
  )

  test('can be one text with several statements, as in a migration', async () => {
    await db.executeMultiple("CREATE TABLE other (id INTEGER); INSERT INTO other VALUES (1); INSERT INTO people (name) VALUES ('z');")
    expect(await names()).toEqual(['z'])
  })
})

describe('interactive transactions', () => {
  test('become visible with a commit, and are discarded by a rollback', async () => {
    const first = await db.transaction('write')
    await first.execute("INSERT INTO people (name) VALUES ('kept')")
    expect(await names()).toEqual([])
    await first.commit()
    const second = await db.transaction('write')
    await second.execute("INSERT INTO people (name) VALUES ('dropped')")
    await second.rollback()
    expect(await names()).toEqual(['kept'])
  })

  test('are rolled back and release their lock when the client stops using them', async () => {
    const lost = await db.transaction('write')
    await lost.execute("INSERT INTO people (name) VALUES ('lost')")
    await db.execute("INSERT INTO people (name) VALUES ('next')")
    expect(await names()).toEqual(['next'])
    expect(codeOf(await lost.execute('SELECT 1').catch((error) => error))).toBe('STREAM_EXPIRED')
  })
})

describe('errors', () => {
  test.each([
    ['INSERT INTO people (name) VALUES (NULL)', 'SQLITE_CONSTRAINT', 'NOT NULL constraint failed: people.name'],
    ['SELEC 1', 'SQLITE_ERROR', 'near "SELEC": syntax error'],
    ['SELECT * FROM nowhere', 'SQLITE_ERROR', 'no such table: nowhere'],
  ])('have the code and message of Turso for %s', async (sql, code, text) => {
    const error = await db.execute(sql).catch((thrown) => thrown)
    expect(codeOf(error)).toBe(code)
    expect(error.message).toContain(text)
  })

  test('include SQLITE_CONSTRAINT for a broken foreign key', async () => {
    await db.execute('CREATE TABLE pets (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES people(id))')
    expect(codeOf(await db.execute('INSERT INTO pets (owner) VALUES (5)').catch((error) => error))).toBe('SQLITE_CONSTRAINT')
  })

  test('have the status 415 for plain text, 404 for an unknown path and 400 for invalid JSON', async () => {
    const plain = await fetch(`${server.url}/v2/pipeline`, { method: 'POST', body: '{"requests":[]}' })
    expect(plain.status).toBe(415)
    expect((await fetch(`${server.url}/v1/jobs`)).status).toBe(404)
    const broken = await fetch(`${server.url}/v2/pipeline`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
    expect(broken.status).toBe(400)
  })
})

test('full-text search (FTS5) finds bigrams', async () => {
  await db.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'unicode61')")
  await db.execute("INSERT INTO words VALUES ('デザ ザイ イン')")
  expect((await db.execute(`SELECT rowid FROM words WHERE words MATCH '"デザ ザイ"'`)).rows).toHaveLength(1)
})

test('keeps acknowledged writes after a restart, and counts each statement of a batch', async () => {
  const web = createWebClient({ url: server.url })
  await web.batch(["INSERT INTO people (name) VALUES ('a')", "INSERT INTO people (name) VALUES ('b')"], 'write')
  const stats = await (await fetch(`${server.url}/stats`)).json()
  expect(stats).toMatchObject({ requests: 2, statements: 3, control: 2 })
  await server.close()
  server = await serveLibsql({ port: 0, file: join(dir, 'test.db') })
  db = createClient({ url: server.url })
  expect(await names()).toEqual(['a', 'b'])
})

test('supports requests that the client library does not send: describe, stored texts, and use of a closed stream', async () => {
  const send = async (body: object) => {
    const answer = await fetch(`${server.url}/v3/pipeline`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const { body } = await send({
    requests: [
      { type: 'store_sql', sql_id: 1, sql: 'SELECT id FROM people WHERE name = :name AND id > ?' },
      { type: 'describe', sql_id: 1 },
      { type: 'get_autocommit' },
      { type: 'close_sql', sql_id: 1 },
      { type: 'describe', sql_id: 1 },
    ],
  })
  expect(body.results[1].response.result).toEqual({
    params: [{ name: ':name' }, { name: null }],
    cols: [{ name: 'id', decltype: 'INTEGER' }],
    is_explain: false,
    is_readonly: true,
  })
  expect(body.results[2].response.is_autocommit).toBe(true)
  expect(body.results[4].error.code).toBe('SQL_NOT_FOUND')
  expect((await send({ baton: body.baton, requests: [{ type: 'close' }] })).body.baton).toBe(null)
  expect((await send({ baton: body.baton, requests: [{ type: 'close' }] })).body.code).toBe('STREAM_EXPIRED')
})
