import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { users } from './tables.ts'
import { ask, worldEnv } from './testing.ts'

const db = database(worldEnv)
afterEach(() => vi.unstubAllGlobals())

/** Rows of this person that the deletion should have left nothing of. */
async function left(id: number): Promise<string[]> {
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
const erase = (as: TestUser) => ask('POST', 'deleteAccount', { as, body: { confirm: 'DELETE' } })

/** Calls that write something for a person, and the statement before which they lose their account. */
const WRITES: [call: string, statement: string, body: (other: TestUser) => unknown][] = [
  ['addProfile', 'insert into \\"profiles\\"', () => ({ profile: { name: 'Aiko Mori' } })],
  ['setEmail', 'update \\"users\\"', () => ({ name: `late_${Date.now()}` })],
  ['setEmail', 'insert into \\"credentials\\"', () => ({ email: `late.${Date.now()}@example.com` })],
  ['setLanguage', 'update \\"users\\"', () => ({ language: 'ja' })],
  ['enableAccount', 'update \\"users\\"', () => ({})],
  ['claimCarrots', 'carrots', () => ({})],
  ['follow', 'follows', ({ id }) => ({ userId: id })],
]

describe('an account deleted while another call of its owner is under way', () => {
  it.each(WRITES)('leaves nothing of %s, before %s, which is told that nobody is signed in', async (call, statement, body) => {
    const [me, other] = [await signedIn(worldEnv), await signedIn(worldEnv)]
    const race = raceBefore(statement, async () => expect((await erase(me)).status).toBe(200))
    const answer = await ask('POST', call, { as: me, body: body(other) })
    race.restore()
    expect(race.happened).toBe(true)
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthorized'])
    expect(await left(me.id)).toEqual([])
    const [row] = await db.select().from(users).where(eq(users.id, me.id))
    expect(row).toMatchObject({ email: null, username: null, termsAcceptedAt: null, deletedAt: expect.any(Number) })
  })

  it('is not followed', async () => {
    const [me, other] = [await signedIn(worldEnv), await signedIn(worldEnv)]
    const race = raceBefore('insert into \\"follows\\"', () => erase(other))
    const answer = await ask('POST', 'follow', { as: me, body: { userId: other.id } })
    race.restore()
    expect([race.happened, answer.status < 500]).toEqual([true, true])
    expect(await left(other.id)).toEqual([])
  })

  it('is deleted once, by whichever came first', async () => {
    const me = await signedIn(worldEnv)
    const answers = await Promise.all([erase(me), erase(me), erase(me)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(await left(me.id)).toEqual([])
  })

  it('and many calls at once: no fault of ours, and nothing left', async () => {
    const me = await signedIn(worldEnv)
    const profile = { profile: { name: 'Aiko Mori' } }
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => ask('POST', 'addProfile', { as: me, body: profile })),
      erase(me),
      ...Array.from({ length: 8 }, () => ask('POST', 'claimCarrots', { as: me, body: {} })),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await left(me.id)).toEqual([])
  })
})

test('no table takes a row for somebody who is gone', async () => {
  const columns = (await db.all(sql`select m.name as name from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'user_id'`)) as { name: string }[]
  const guarded = (await db.all(sql`select tbl_name as name from sqlite_master where type = 'trigger'`)) as { name: string }[]
  // What the deletion has yet to do, and a room's members, of whom chat keeps nobody who is gone.
  const free = ['user_events', 'room_members']
  const bare = columns.map(({ name }) => name).filter((name) => !free.includes(name) && !guarded.some((table) => table.name === name))
  expect(bare).toEqual([])
})
