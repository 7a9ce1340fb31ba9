import { createExecutionContext } from 'cloudflare:test'
import { eq, gte, sql } from 'drizzle-orm'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { profiles } from '../shared/tables.ts'
import { call, codeOf, signedIn } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { AuthEnv } from './env.ts'
import worker from './index.ts'
import { addListing } from './my-data.testing.ts'
import { type FollowingPage, type Profile, type ProfileAnswer, profileFields } from './profiles.schema.ts'
import { userEvents } from './tables.ts'
import { request, testEnv } from './testing.ts'
import { deliverUserEvents } from './user-events.ts'

const db = database(testEnv)
type User = Awaited<ReturnType<typeof signedIn>>
const save = (as: User | undefined, profile: unknown, headers = {}) =>
  request('POST', 'addProfile', { body: { profile }, headers, ...(as && { as }) })
const saveSuccessfully = async (as: User, profile: object, headers = {}) => {
  const response = await save(as, { name: 'Aiko', ...profile }, headers)
  expect(response.status).toBe(200)
  return (await response.json()) as { added: boolean; profile: Profile }
}
const ruleOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; details: object } }
  expect([response.status, error.code]).toEqual([422, 'invalid_body'])
  return error.details
}
const addPicture = async (userId: number, changes = {}) => {
  const row = {
    id: opaqueId(),
    userId,
    kind: 'image',
    key: opaqueId(),
    originalFilename: 'me.jpg',
    contentType: 'image/jpeg',
    size: 1,
    createdAt: now(),
    readyAt: now(),
    ...changes,
  }
  await db.insert(media).values(row)
  return row.id
}

describe('addProfile', () => {
  it('adds a profile, then changes it', async () => {
    const user = await signedIn(testEnv, { name: '' })
    const image = await addPicture(user.id)
    const first = await saveSuccessfully(
      user,
      { name: ' Aiko  Mori ', title: 'Illustrator', description: 'Hello\r\n\r\n\r\n\r\nthere ', image },
      { 'x-country': 'JP' },
    )
    const profile = {
      user_id: user.id,
      name: 'Aiko Mori',
      title: 'Illustrator',
      description: 'Hello\n\nthere',
      image,
      video: null,
      address: user.address,
      geoip: '{"country":"JP"}',
      since: expect.any(Number),
    }
    expect(first).toEqual({ added: true, profile })
    expect(await saveSuccessfully(user, { name: 'あいこ' })).toEqual({
      added: false,
      profile: { ...profile, name: 'あいこ', title: '', description: '', image: null },
    })
  })

  it('returns 429 for one of 61 concurrent calls', async () => {
    const user = await signedIn(testEnv)
    const responses = await Promise.all(Array.from({ length: 61 }, () => save(user, { name: 'Aiko' })))
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('needs a session and accepted terms', async () => {
    expect(await codeOf(await save(undefined, { name: 'Aiko' }))).toBe('unauthorized')
    expect(await codeOf(await save(await signedIn(testEnv, { terms: false }), { name: 'Aiko' }))).toBe('terms_required')
  })

  it("changes only the caller's own profile, whatever the body says", async () => {
    const [mine, theirs] = [await signedIn(testEnv), await signedIn(testEnv, { name: 'Ben' })]
    const response = await saveSuccessfully(mine, { name: 'Eve', user_id: theirs.id, userId: theirs.id })
    expect(response.profile.user_id).toBe(mine.id)
    const { profile } = (await (await request('GET', `getProfile?userId=${theirs.id}`)).json()) as { profile: Profile }
    expect(profile.name).toBe('Ben')
  })

  it.each([
    ['', 'length'],
    ['  \u3000 ', 'length'],
    ['x'.repeat(61), 'length'],
    ['x'.repeat(10_000), 'length'],
    ['Ai\u200bko', 'characters'],
    ['\u202eokiA', 'characters'],
    ['Aiko\u2066', 'characters'],
    ['\u3164', 'characters'],
    ['Ai\u0000ko', 'characters'],
    ['a\u0301\u0301\u0301\u0301\u0301\u0301', 'characters'],
    ['\ue000', 'characters'],
  ])('rejects the name %j', async (name, rule) => {
    expect(await ruleOf(await save(await signedIn(testEnv), { name }))).toEqual({ path: 'profile.name', rule })
  })

  it.each(['Ai\u200dko', 'Ai\u200cko', '\u200dAiko'])('rejects the name %j with a stray joiner', async (name) => {
    expect(await ruleOf(await save(await signedIn(testEnv), { name }))).toEqual({ path: 'profile.name', rule: 'characters' })
  })

  it.each(['あいこ', 'José Ñandú', 'محمد علی', 'نیلوفر می\u200cخواهد', '👩\u200d🔬 Ada', 'נועה', '🦊 Fox', 'นภัสสร', '𠮷'.repeat(60)])(
    'accepts the name %s',
    async (name) => {
      expect((await saveSuccessfully(await signedIn(testEnv), { name })).profile.name).toBe(name.normalize('NFC'))
    },
  )

  it('stores the description as plain text and rejects one that is too long', async () => {
    const user = await signedIn(testEnv)
    const { profile } = await saveSuccessfully(user, { description: '<b>Hi</b>\u202e \u0007\tone\u2028' })
    expect(profile.description).toBe('<b>Hi</b> one')
    expect(await ruleOf(await save(user, { name: 'Aiko', description: 'x'.repeat(2001) }))).toEqual({
      path: 'profile.description',
      rule: 'length',
    })
    expect(await ruleOf(await save(user, { name: 'Aiko', title: 7 }))).toMatchObject({ path: 'profile.title' })
  })

  it('checks a description with 19,000 spaces in less than 500 ms', { timeout: 500 }, () => {
    const read = (description: string) => safeParse(profileFields, { name: 'Aiko', description })
    expect(read('a  \t\nb ').output).toMatchObject({ description: 'a\nb' })
    expect(read(`a${' '.repeat(19_000)}b`).issues?.[0].message).toBe('length')
  })

  it('rejects a file that is not a finished picture of the user', async () => {
    const [mine, theirs] = [await signedIn(testEnv), await signedIn(testEnv)]
    const wrong = [
      await addPicture(theirs.id),
      await addPicture(mine.id, { readyAt: null }),
      await addPicture(mine.id, { kind: 'video' }),
      opaqueId(),
    ]
    for (const image of wrong) expect(await codeOf(await save(mine, { name: 'Aiko', image }))).toBe('media_not_yours')
    expect(await ruleOf(await save(mine, { name: 'Aiko', image: '../etc' }))).toMatchObject({ path: 'profile.image' })
  })

  it.each(['first', 'next'])('on the %s save, rejects a picture that is deleted between check and insert', async (time) => {
    const user = await signedIn(testEnv, { name: time === 'first' ? '' : 'Aiko' })
    const image = await addPicture(user.id)
    const race = raceBefore('insert into \\"profiles\\"', () =>
      db.update(media).set({ readyAt: null, discardedAt: 1 }).where(eq(media.id, image)),
    )
    const response = await save(user, { name: 'Aiko', image })
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'media_not_yours'])
    expect((await saveSuccessfully(user, { name: 'Aiko' })).profile.image).toBe(null)
  })

  it('keeps the country of the first request until the owner sets another or none', async () => {
    const user = await signedIn(testEnv, { name: '' })
    const country = async (profile: object, from: string) => (await saveSuccessfully(user, profile, { 'x-country': from })).profile.geoip
    expect(await country({}, 'JP')).toBe('{"country":"JP"}')
    expect(await country({}, 'FR')).toBe('{"country":"JP"}')
    expect(await country({ country: 'DE' }, 'FR')).toBe('{"country":"DE"}')
    expect(await country({}, '')).toBe('{"country":"DE"}')
    expect(await country({ country: null }, 'FR')).toBe('{}')
    expect(await country({}, 'FR')).toBe('{}')
  })

  it.each(['XX', 'T1', 'jp', 'JPN', '', '"}<script>', 'ZZ', 7])('rejects the country %j', async (country) => {
    const user = await signedIn(testEnv, { name: '' })
    expect(await ruleOf(await save(user, { name: 'Aiko', country }))).toMatchObject({ path: 'profile.country' })
    expect((await saveSuccessfully(user, {}, { 'x-country': String(country) })).profile.geoip).toBe('{}')
  })

  it('accepts a video URL and returns its provider and id', async () => {
    const user = await signedIn(testEnv)
    const { profile } = await saveSuccessfully(user, { video: ' https://youtu.be/dQw4w9WgXcQ?t=3 ' })
    expect(profile.video).toEqual({ provider: 'youtube', id: 'dQw4w9WgXcQ' })
    expect((await saveSuccessfully(user, { video: '' })).profile.video).toBeNull()
    for (const video of [
      'https://evil.example/watch?v=dQw4w9WgXcQ',
      'javascript:alert(1)',
      7,
      {},
      { provider: 'youtube', id: 'dQw4w9WgXcQ' },
    ])
      expect(await ruleOf(await save(user, { name: 'Aiko', video }))).toMatchObject({ path: expect.stringMatching(/^profile\.video/) })
  })

  it("accepts only the user's own finished videos in a playable format", async () => {
    const [mine, theirs] = [await signedIn(testEnv), await signedIn(testEnv)]
    const clip = { kind: 'video', contentType: 'video/mp4' }
    const id = await addPicture(mine.id, clip)
    expect((await saveSuccessfully(mine, { video: { provider: 'file', id } })).profile.video).toEqual({ provider: 'file', id })
    const wrong = [
      await addPicture(theirs.id, clip),
      await addPicture(mine.id, { ...clip, readyAt: null }),
      await addPicture(mine.id, { ...clip, contentType: 'video/mpeg' }),
      await addPicture(mine.id),
      opaqueId(),
    ]
    for (const file of wrong)
      expect(await codeOf(await save(mine, { name: 'Aiko', video: { provider: 'file', id: file } }))).toBe('media_not_yours')
    expect(await ruleOf(await save(mine, { name: 'Aiko', video: { provider: 'file', id: '../etc' } }))).toMatchObject({
      path: expect.stringMatching(/^profile\.video/),
    })
  })
})

describe('reading profiles', () => {
  it('getProfile returns any profile, or not_found if there is none', async () => {
    const user = await signedIn(testEnv, { name: 'Chiyo' })
    expect(await (await request('GET', `getProfile?userId=${user.id}`)).json()).toMatchObject({
      profile: { user_id: user.id, name: 'Chiyo', address: user.address },
    })
    expect(await codeOf(await request('GET', 'getProfile?userId=987654321'))).toBe('not_found')
    expect(await codeOf(await request('GET', 'getProfile'))).toBe('unauthorized')
    for (const userId of ['0', '-1', '1e3', 'abc', '1.5', '99999999999999999']) {
      expect((await request('GET', `getProfile?userId=${userId}`)).status).toBe(422)
    }
  })

  it('getProfile returns null and the country of the request before the user has a profile', async () => {
    const user = await signedIn(testEnv, { name: '' })
    const response = await request('GET', 'getProfile', { as: user, headers: { 'x-country': 'FR' } })
    expect(await response.json()).toEqual({
      ...{ profile: null, geoip: '{"country":"FR"}', followers: 0, followed: false, creator: null, hidden: false },
    })
  })

  it('getUserProfiles returns several profiles at once', async () => {
    const [a, b] = [await signedIn(testEnv, { name: 'A' }), await signedIn(testEnv, { name: 'B' })]
    const { profiles } = (await (await request('GET', `getUserProfiles?users=${a.id},${b.id},987654321`)).json()) as { profiles: Profile[] }
    expect(profiles.map((profile) => [profile.user_id, profile.name, profile.address]).sort()).toEqual(
      [
        [a.id, 'A', a.address],
        [b.id, 'B', b.address],
      ].sort(),
    )
    expect(await (await request('GET', 'getUserProfiles?users=')).json()).toEqual({ profiles: [] })
    expect((await request('GET', 'getUserProfiles?users=1,x')).status).toBe(422)
    expect((await request('GET', `getUserProfiles?users=${Array(101).fill(1).join(',')}`)).status).toBe(422)
  })
})

describe('a changed profile name', () => {
  const rename = (as: User, name: string, env = testEnv) =>
    call(worker, env, createExecutionContext(), 'POST', '/api/auth/addProfile', { as, body: { profile: { name } } })
  const searchIds = async (word: string) =>
    ((await db.all(sql`select rowid as id from search_terms where search_terms match ${`"s2~${word}"`}`)) as { id: number }[]).map(
      ({ id }) => id,
    )

  it('is found by search at once', async () => {
    const user = await signedIn(testEnv, { name: 'Xenia Before' })
    const id = await addListing(user, await addPicture(user.id))
    expect((await rename(user, 'Ypsilon After')).status).toBe(200)
    expect([await searchIds('ypsilon'), await db.select().from(userEvents).where(eq(userEvents.userId, user.id))]).toEqual([[id], []])
  })

  it('is found by search after a retry if the listings worker was unavailable', async () => {
    const user = await signedIn(testEnv, { name: 'Xenia Before' })
    const id = await addListing(user, await addPicture(user.id))
    const broken = { ...testEnv, LISTINGS: { reindexUser: () => Promise.reject(new Error('listings are down')) } } as unknown as AuthEnv
    expect((await rename(user, 'Wilhelmina Later', broken)).status).toBe(200)
    expect(await searchIds('wilhelmina')).toEqual([])
    await deliverUserEvents(testEnv)
    expect(await searchIds('wilhelmina')).toEqual([id])
  })

  it('is found by search although the deliveries for many others keep failing', async () => {
    const user = await signedIn(testEnv, { name: 'Xenia Before' })
    const others = Array.from({ length: 25 }, (_, i) => ({ userId: 900_000_000 + i, kind: 'renamed', at: i }))
    await db.insert(userEvents).values([...others, { userId: user.id, kind: 'renamed', at: 100 }])
    const reindexUser = async (id: number) => {
      if (id !== user.id) throw new Error('this row cannot be read')
    }
    const broken = { ...testEnv, LISTINGS: { reindexUser } } as unknown as AuthEnv
    for (let run = 0; run < 2; run++) await deliverUserEvents(broken)
    await db.delete(userEvents).where(gte(userEvents.userId, 900_000_000))
    expect(await db.select().from(userEvents).where(eq(userEvents.userId, user.id))).toEqual([])
  })
})

describe('the version of a profile', () => {
  it('is another one for each save, also within a second', async () => {
    const user = await signedIn(testEnv)
    const version = async () => (await db.select().from(profiles).where(eq(profiles.userId, user.id)))[0]!.updatedAt
    const versions: number[] = []
    for (const title of ['One', 'Two', 'Three']) {
      await saveSuccessfully(user, { title })
      versions.push(await version())
    }
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions)
    expect(new Set(versions).size).toBe(3)
  })
})

describe('a hidden profile', () => {
  const hidden = { title: '', description: '', image: null, video: null }

  it('shows others only the name, and its owner all of it, who can change it', async () => {
    const [user, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const image = await addPicture(user.id)
    const texts = { name: 'Aiko Mori', title: 'Cheap', description: 'Pay me outside.', image }
    await saveSuccessfully(user, { ...texts, video: 'https://youtu.be/dQw4w9WgXcQ' })
    await request('POST', 'follow', { as: other, body: { userId: user.id } })
    const read = async (as?: User) =>
      (await (await request('GET', `getProfile?userId=${user.id}`, { ...(as && { as }) })).json()) as ProfileAnswer
    const readSome = async (as?: User) =>
      ((await (await request('GET', `getUserProfiles?users=${user.id}`, { ...(as && { as }) })).json()) as { profiles: Profile[] }).profiles
    expect(await read()).toMatchObject({ hidden: false, profile: texts })
    await db.insert(hiddenProfiles).values({ userId: user.id, hiddenAt: 5 })
    for (const as of [undefined, other]) {
      expect(await read(as)).toMatchObject({ hidden: true, profile: { ...hidden, name: 'Aiko Mori' } })
      expect(await readSome(as)).toMatchObject([{ ...hidden, name: 'Aiko Mori' }])
    }
    const following = (await (await request('GET', 'getFollowing', { as: other })).json()) as FollowingPage
    expect(following.following).toMatchObject([{ user_id: user.id, name: 'Aiko Mori', title: '', image: null }])
    const { profile } = await saveSuccessfully(user, { ...texts, title: 'Logos' })
    expect(profile).toMatchObject({ ...texts, title: 'Logos' })
    expect(await read(user)).toMatchObject({ hidden: true, profile: { ...texts, title: 'Logos' } })
    expect(await read()).toMatchObject({ profile: hidden })
    await db.update(hiddenProfiles).set({ hiddenAt: null })
    expect(await read()).toMatchObject({ hidden: false, profile: { ...texts, title: 'Logos' } })
  })
})
