import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { request, testEnv } from './testing.ts'

const db = database(testEnv)
afterEach(() => vi.unstubAllGlobals())

/** The tables that still have rows of this user: none after the deletion. */
async function remainingRows(id: number): Promise<string[]> {
  const tables = [
    'profiles',
    'accounts',
    'credentials',
    'sessions',
    'mail_links',
    'wallet_changes',
    'carrots',
    'listings',
    'applications',
    'media',
  ]
  const found = await db.batch([
    db.all(sql.raw(`select 'follows' as name from follows where follower_id = ${id} or followee_id = ${id}`)),
    ...tables.map((name) => db.all(sql.raw(`select '${name}' as name from ${name} where user_id = ${id}`))),
  ])
  return (found.flat() as { name: string }[]).map(({ name }) => name)
}
const deleteAccount = (as: TestUser) => request('POST', 'deleteAccount', { as, body: { confirm: 'DELETE' } })

/** Calls that write rows of a user, and the statement before which the account is deleted. */
const WRITES: [call: string, statement: string, body: (other: TestUser) => unknown][] = [
  ['addProfile', 'insert into \\"profiles\\"', () => ({ profile: { name: 'Aiko Mori' } })],
  ['setEmail', 'update \\"users\\"', () => ({ name: `late_${Date.now()}` })],
  ['setEmail', 'insert into \\"credentials\\"', () => ({ email: `late.${Date.now()}@example.com` })],
  ['setLanguage', 'update \\"users\\"', () => ({ language: 'ja' })],
  ['enableAccount', 'update \\"users\\"', () => ({})],
  ['claimCarrots', 'carrots', () => ({})],
  ['follow', 'follows', ({ id }) => ({ userId: id })],
]

describe('deletion of an account during another call', () => {
  it.each(WRITES)('leaves no row of the user when it happens in %s before %s, and the call returns 401', async (call, statement, body) => {
    const [me, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const race = raceBefore(statement, async () => expect((await deleteAccount(me)).status).toBe(200))
    const response = await request('POST', call, { as: me, body: body(other) })
    race.restore()
    expect(race.happened).toBe(true)
    expect([response.status, await codeOf(response)]).toEqual([401, 'unauthorized'])
    expect(await remainingRows(me.id)).toEqual([])
    const [row] = await db.select().from(users).where(eq(users.id, me.id))
    expect(row).toMatchObject({ email: null, username: null, termsAcceptedAt: null, deletedAt: expect.any(Number) })
  })

  it('leaves no follower when another user follows the account meanwhile', async () => {
    const [me, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const race = raceBefore('insert into \\"follows\\"', () => deleteAccount(other))
    const response = await request('POST', 'follow', { as: me, body: { userId: other.id } })
    race.restore()
    expect([race.happened, response.status < 500]).toEqual([true, true])
    expect(await remainingRows(other.id)).toEqual([])
  })

  it('succeeds once for concurrent requests', async () => {
    const me = await signedIn(testEnv)
    const responses = await Promise.all([deleteAccount(me), deleteAccount(me), deleteAccount(me)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(await remainingRows(me.id)).toEqual([])
  })

  it('causes no server error and leaves no row of the user, even with 16 concurrent calls', async () => {
    const me = await signedIn(testEnv)
    const profile = { profile: { name: 'Aiko Mori' } }
    const responses = await Promise.all([
      ...Array.from({ length: 8 }, () => request('POST', 'addProfile', { as: me, body: profile })),
      deleteAccount(me),
      ...Array.from({ length: 8 }, () => request('POST', 'claimCarrots', { as: me, body: {} })),
    ])
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(await remainingRows(me.id)).toEqual([])
  })
})

test('every table with a user_id column has a trigger, except user_events and room_members', async () => {
  const columns = (await db.all(sql`select m.name as name from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'user_id'`)) as { name: string }[]
  const guarded = (await db.all(sql`select tbl_name as name from sqlite_master where type = 'trigger'`)) as { name: string }[]
  // Exceptions: the outbox of the deletion itself, and room members, which chat checks itself.
  const exceptions = ['user_events', 'room_members']
  const unguarded = columns
    .map(({ name }) => name)
    .filter((name) => !exceptions.includes(name) && !guarded.some((table) => table.name === name))
  expect(unguarded).toEqual([])
})
