import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { profiles, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { FOLLOW_LIMIT } from './follows.ts'
import type { FollowingPage, ProfileAnswer } from './profiles.schema.ts'
import { follows } from './tables.ts'
import { request, testEnv } from './testing.ts'

const send = (path: 'follow' | 'unfollow', userId: unknown, as?: TestUser) => request('POST', path, { body: { userId }, ...(as && { as }) })
const getProfile = async (userId: number, as?: TestUser) =>
  (await (await request('GET', `getProfile?userId=${userId}`, { ...(as && { as }) })).json()) as ProfileAnswer
const getFollowing = async (as: TestUser, cursor = '') =>
  (await (await request('GET', `getFollowing${cursor && `?cursor=${cursor}`}`, { as })).json()) as FollowingPage

describe('follows', () => {
  it('need a session and another user with a profile', async () => {
    const [user, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    for (const path of ['follow', 'unfollow'] as const) expect(await codeOf(await send(path, other.id))).toBe('unauthorized')
    expect(await codeOf(await request('GET', 'getFollowing'))).toBe('unauthorized')
    expect(await codeOf(await send('follow', user.id, user))).toBe('follow_self')
    expect(await codeOf(await send('follow', 987_654_321, user))).toBe('not_found')
    expect(await codeOf(await send('follow', (await signedIn(testEnv, { name: '' })).id, user))).toBe('not_found')
    for (const wrong of [0, -1, 1.5, '7', null, Number.NaN, 2 ** 60]) expect((await send('follow', wrong, user)).status).toBe(422)
    for (const cursor of ['x', '1', '1.0', '-1.1'])
      expect((await request('GET', `getFollowing?cursor=${cursor}`, { as: user })).status).toBe(422)
    expect(await getFollowing(user)).toEqual({ following: [], followers: 0, next: null })
  })

  it('can be added and removed repeatedly and are counted once', async () => {
    const [aiko, ben, chiyo] = [await signedIn(testEnv), await signedIn(testEnv, { name: 'Ben' }), await signedIn(testEnv)]
    const responses = await Promise.all(Array.from({ length: 5 }, () => send('follow', ben.id, aiko)))
    for (const response of responses) expect(await response.json()).toMatchObject({ followed: true })
    expect(await (await send('follow', ben.id, chiyo)).json()).toEqual({ followed: true, followers: 2 })
    expect(await getProfile(ben.id, aiko)).toMatchObject({ followers: 2, followed: true })
    expect(await getProfile(ben.id)).toMatchObject({ followers: 2, followed: false })
    expect(await getProfile(aiko.id, ben)).toMatchObject({ followers: 0, followed: false })
    expect(await getFollowing(aiko)).toMatchObject({ following: [{ user_id: ben.id, name: 'Ben' }], followers: 0, next: null })
    expect(await getFollowing(ben)).toEqual({ following: [], followers: 2, next: null })
    expect(await (await send('unfollow', ben.id, aiko)).json()).toEqual({ followed: false, followers: 1 })
    expect(await (await send('unfollow', ben.id, aiko)).json()).toEqual({ followed: false, followers: 1 })
    expect(await getFollowing(aiko)).toMatchObject({ following: [] })
  })

  it('are added for the caller only, whatever the body says', async () => {
    const [aiko, ben, chiyo] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    await request('POST', 'follow', { as: aiko, body: { userId: ben.id, followerId: chiyo.id, user_id: chiyo.id } })
    expect((await getFollowing(chiyo)).following).toEqual([])
    expect((await getFollowing(aiko)).following).toHaveLength(1)
  })

  it('are listed in pages, newest first, and cannot exceed a maximum', async () => {
    const db = database(testEnv)
    const user = await signedIn(testEnv)
    const people = await db
      .insert(users)
      .values(Array.from({ length: 30 }, () => ({ createdAt: 1 })))
      .returning({ id: users.id })
    await db.insert(profiles).values(people.map(({ id }) => ({ userId: id, name: `P${id}`, updatedAt: 1 })))
    await db.insert(follows).values(people.map(({ id }, i) => ({ followerId: user.id, followeeId: id, at: 1000 + (i >> 1) })))
    const first = await getFollowing(user)
    const second = await getFollowing(user, first.next!)
    const ids = [...first.following, ...second.following].map((person) => person.user_id)
    expect(ids).toEqual(people.map(({ id }) => id).reverse())
    expect([first.following.length, second.next]).toEqual([24, null])

    const rest = Array.from({ length: FOLLOW_LIMIT - 30 }, (_, i) => ({ followerId: user.id, followeeId: 10_000_000 + i, at: 1 }))
    for (let i = 0; i < rest.length; i += 500) await db.insert(follows).values(rest.slice(i, i + 500))
    const other = await signedIn(testEnv)
    expect(await codeOf(await send('follow', other.id, user))).toBe('follow_limit')
    expect((await send('follow', people[0]!.id, user)).status).toBe(200)
    await send('unfollow', people[0]!.id, user)
    expect((await send('follow', other.id, user)).status).toBe(200)
  })
})
