import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { FOLLOW_LIMIT } from './follows.ts'
import type { FollowingPage, ProfileAnswer } from './profiles.schema.ts'
import { follows, profiles, users } from './tables.ts'
import { ask, worldEnv } from './testing.ts'

const post = (path: 'follow' | 'unfollow', userId: unknown, as?: TestUser) => ask('POST', path, { body: { userId }, ...(as && { as }) })
const seen = async (userId: number, as?: TestUser) =>
  (await (await ask('GET', `getProfile?userId=${userId}`, { ...(as && { as }) })).json()) as ProfileAnswer
const list = async (as: TestUser, cursor = '') =>
  (await (await ask('GET', `getFollowing${cursor && `?cursor=${cursor}`}`, { as })).json()) as FollowingPage

describe('following', () => {
  it('wants a session and somebody else who has a profile', async () => {
    const [user, other] = [await signedIn(worldEnv), await signedIn(worldEnv)]
    for (const path of ['follow', 'unfollow'] as const) expect(await codeOf(await post(path, other.id))).toBe('unauthorized')
    expect(await codeOf(await ask('GET', 'getFollowing'))).toBe('unauthorized')
    expect(await codeOf(await post('follow', user.id, user))).toBe('follow_self')
    expect(await codeOf(await post('follow', 987_654_321, user))).toBe('not_found')
    expect(await codeOf(await post('follow', (await signedIn(worldEnv, { name: '' })).id, user))).toBe('not_found')
    for (const wrong of [0, -1, 1.5, '7', null, Number.NaN, 2 ** 60]) expect((await post('follow', wrong, user)).status).toBe(422)
    for (const cursor of ['x', '1', '1.0', '-1.1'])
      expect((await ask('GET', `getFollowing?cursor=${cursor}`, { as: user })).status).toBe(422)
    expect(await list(user)).toEqual({ following: [], followers: 0, next: null })
  })

  it('begins once, ends once, and is counted', async () => {
    const [aiko, ben, chiyo] = [await signedIn(worldEnv), await signedIn(worldEnv, { name: 'Ben' }), await signedIn(worldEnv)]
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('follow', ben.id, aiko)))
    for (const answer of answers) expect(await answer.json()).toMatchObject({ followed: true })
    expect(await (await post('follow', ben.id, chiyo)).json()).toEqual({ followed: true, followers: 2 })
    expect(await seen(ben.id, aiko)).toMatchObject({ followers: 2, followed: true })
    expect(await seen(ben.id)).toMatchObject({ followers: 2, followed: false })
    expect(await seen(aiko.id, ben)).toMatchObject({ followers: 0, followed: false })
    expect(await list(aiko)).toMatchObject({ following: [{ user_id: ben.id, name: 'Ben' }], followers: 0, next: null })
    expect(await list(ben)).toEqual({ following: [], followers: 2, next: null })
    expect(await (await post('unfollow', ben.id, aiko)).json()).toEqual({ followed: false, followers: 1 })
    expect(await (await post('unfollow', ben.id, aiko)).json()).toEqual({ followed: false, followers: 1 })
    expect(await list(aiko)).toMatchObject({ following: [] })
  })

  it('is one’s own, whatever the body says', async () => {
    const [aiko, ben, chiyo] = [await signedIn(worldEnv), await signedIn(worldEnv), await signedIn(worldEnv)]
    await ask('POST', 'follow', { as: aiko, body: { userId: ben.id, followerId: chiyo.id, user_id: chiyo.id } })
    expect((await list(chiyo)).following).toEqual([])
    expect((await list(aiko)).following).toHaveLength(1)
  })

  it('is told page by page, newest first, and has an end', async () => {
    const db = database(worldEnv)
    const user = await signedIn(worldEnv)
    const people = await db
      .insert(users)
      .values(Array.from({ length: 30 }, () => ({ createdAt: 1 })))
      .returning({ id: users.id })
    await db.insert(profiles).values(people.map(({ id }) => ({ userId: id, name: `P${id}`, updatedAt: 1 })))
    await db.insert(follows).values(people.map(({ id }, i) => ({ followerId: user.id, followeeId: id, at: 1000 + (i >> 1) })))
    const first = await list(user)
    const second = await list(user, first.next!)
    const ids = [...first.following, ...second.following].map((person) => person.user_id)
    expect(ids).toEqual(people.map(({ id }) => id).reverse())
    expect([first.following.length, second.next]).toEqual([24, null])

    const rest = Array.from({ length: FOLLOW_LIMIT - 30 }, (_, i) => ({ followerId: user.id, followeeId: 10_000_000 + i, at: 1 }))
    for (let i = 0; i < rest.length; i += 500) await db.insert(follows).values(rest.slice(i, i + 500))
    const other = await signedIn(worldEnv)
    expect(await codeOf(await post('follow', other.id, user))).toBe('follow_limit')
    expect((await post('follow', people[0]!.id, user)).status).toBe(200)
    await post('unfollow', people[0]!.id, user)
    expect((await post('follow', other.id, user)).status).toBe(200)
  })
})
