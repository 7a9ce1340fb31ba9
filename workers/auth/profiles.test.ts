import { eq } from 'drizzle-orm'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { codeOf, signedIn } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { type Profile, profileFields } from './profiles.schema.ts'
import { ask, worldEnv } from './testing.ts'

type User = Awaited<ReturnType<typeof signedIn>>
const save = (as: User | undefined, profile: unknown, headers = {}) =>
  ask('POST', 'addProfile', { body: { profile }, headers, ...(as && { as }) })
const saved = async (as: User, profile: object, headers = {}) => {
  const answer = await save(as, { name: 'Aiko', ...profile }, headers)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { added: boolean; profile: Profile }
}
const ruleOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; details: object } }
  expect([answer.status, error.code]).toEqual([422, 'invalid_body'])
  return error.details
}
const picture = async (userId: number, changes = {}) => {
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
  await database(worldEnv).insert(media).values(row)
  return row.id
}

describe('saving a profile', () => {
  it('adds it, then changes it', async () => {
    const user = await signedIn(worldEnv, { name: '' })
    const image = await picture(user.id)
    const first = await saved(
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
    expect(await saved(user, { name: 'あいこ' })).toEqual({
      added: false,
      profile: { ...profile, name: 'あいこ', title: '', description: '', image: null },
    })
  })

  it('can be done so often in an hour, and no more', async () => {
    const user = await signedIn(worldEnv)
    const answers = await Promise.all(Array.from({ length: 61 }, () => save(user, { name: 'Aiko' })))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('needs a session and the terms', async () => {
    expect(await codeOf(await save(undefined, { name: 'Aiko' }))).toBe('unauthorized')
    expect(await codeOf(await save(await signedIn(worldEnv, { terms: false }), { name: 'Aiko' }))).toBe('terms_required')
  })

  it("is one's own, whatever the body says", async () => {
    const [mine, theirs] = [await signedIn(worldEnv), await signedIn(worldEnv, { name: 'Ben' })]
    const answer = await saved(mine, { name: 'Eve', user_id: theirs.id, userId: theirs.id })
    expect(answer.profile.user_id).toBe(mine.id)
    const { profile } = (await (await ask('GET', `getProfile?userId=${theirs.id}`)).json()) as { profile: Profile }
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
  ])('does not take the name %j', async (name, rule) => {
    expect(await ruleOf(await save(await signedIn(worldEnv), { name }))).toEqual({ path: 'profile.name', rule })
  })

  it.each(['Ai\u200dko', 'Ai\u200cko', '\u200dAiko'])('does not take the name %j, whose joiner joins nothing', async (name) => {
    expect(await ruleOf(await save(await signedIn(worldEnv), { name }))).toEqual({ path: 'profile.name', rule: 'characters' })
  })

  it.each(['あいこ', 'José Ñandú', 'محمد علی', 'نیلوفر می\u200cخواهد', '👩\u200d🔬 Ada', 'נועה', '🦊 Fox', 'นภัสสร', '𠮷'.repeat(60)])(
    'takes the name %s',
    async (name) => {
      expect((await saved(await signedIn(worldEnv), { name })).profile.name).toBe(name.normalize('NFC'))
    },
  )

  it('keeps a description plain', async () => {
    const user = await signedIn(worldEnv)
    const { profile } = await saved(user, { description: '<b>Hi</b>\u202e \u0007\tone\u2028' })
    expect(profile.description).toBe('<b>Hi</b> one')
    expect(await ruleOf(await save(user, { name: 'Aiko', description: 'x'.repeat(2001) }))).toEqual({
      path: 'profile.description',
      rule: 'length',
    })
    expect(await ruleOf(await save(user, { name: 'Aiko', title: 7 }))).toMatchObject({ path: 'profile.title' })
  })

  it('is quick with a description of spaces', { timeout: 500 }, () => {
    const read = (description: string) => safeParse(profileFields, { name: 'Aiko', description })
    expect(read('a  \t\nb ').output).toMatchObject({ description: 'a\nb' })
    expect(read(`a${' '.repeat(19_000)}b`).issues?.[0].message).toBe('length')
  })

  it("shows only finished pictures of one's own", async () => {
    const [mine, theirs] = [await signedIn(worldEnv), await signedIn(worldEnv)]
    const wrong = [
      await picture(theirs.id),
      await picture(mine.id, { readyAt: null }),
      await picture(mine.id, { kind: 'video' }),
      opaqueId(),
    ]
    for (const image of wrong) expect(await codeOf(await save(mine, { name: 'Aiko', image }))).toBe('media_not_yours')
    expect(await ruleOf(await save(mine, { name: 'Aiko', image: '../etc' }))).toMatchObject({ path: 'profile.image' })
  })

  it.each(['first', 'next'])('the %s time shows no picture that is deleted between the check and the writing', async (time) => {
    const user = await signedIn(worldEnv, { name: time === 'first' ? '' : 'Aiko' })
    const image = await picture(user.id)
    const race = raceBefore('insert into \\"profiles\\"', () =>
      database(worldEnv).update(media).set({ readyAt: null, discardedAt: 1 }).where(eq(media.id, image)),
    )
    const answer = await save(user, { name: 'Aiko', image })
    race.restore()
    expect([race.happened, await codeOf(answer)]).toEqual([true, 'media_not_yours'])
    expect((await saved(user, { name: 'Aiko' })).profile.image).toBe(null)
  })

  it('has the country of its first request until its owner says another, or none', async () => {
    const user = await signedIn(worldEnv, { name: '' })
    const country = async (profile: object, from: string) => (await saved(user, profile, { 'x-country': from })).profile.geoip
    expect(await country({}, 'JP')).toBe('{"country":"JP"}')
    expect(await country({}, 'FR')).toBe('{"country":"JP"}')
    expect(await country({ country: 'DE' }, 'FR')).toBe('{"country":"DE"}')
    expect(await country({}, '')).toBe('{"country":"DE"}')
    expect(await country({ country: null }, 'FR')).toBe('{}')
    expect(await country({}, 'FR')).toBe('{}')
  })

  it.each(['XX', 'T1', 'jp', 'JPN', '', '"}<script>', 'ZZ', 7])('does not take the country %j', async (country) => {
    const user = await signedIn(worldEnv, { name: '' })
    expect(await ruleOf(await save(user, { name: 'Aiko', country }))).toMatchObject({ path: 'profile.country' })
    expect((await saved(user, {}, { 'x-country': String(country) })).profile.geoip).toBe('{}')
  })

  it('takes the link of a video, and gives back where it is and its id', async () => {
    const user = await signedIn(worldEnv)
    const { profile } = await saved(user, { video: ' https://youtu.be/dQw4w9WgXcQ?t=3 ' })
    expect(profile.video).toEqual({ provider: 'youtube', id: 'dQw4w9WgXcQ' })
    expect((await saved(user, { video: '' })).profile.video).toBeNull()
    for (const video of [
      'https://evil.example/watch?v=dQw4w9WgXcQ',
      'javascript:alert(1)',
      7,
      {},
      { provider: 'youtube', id: 'dQw4w9WgXcQ' },
    ])
      expect(await ruleOf(await save(user, { name: 'Aiko', video }))).toMatchObject({ path: expect.stringMatching(/^profile\.video/) })
  })

  it("shows only finished videos of one's own that a browser can play", async () => {
    const [mine, theirs] = [await signedIn(worldEnv), await signedIn(worldEnv)]
    const clip = { kind: 'video', contentType: 'video/mp4' }
    const id = await picture(mine.id, clip)
    expect((await saved(mine, { video: { provider: 'file', id } })).profile.video).toEqual({ provider: 'file', id })
    const wrong = [
      await picture(theirs.id, clip),
      await picture(mine.id, { ...clip, readyAt: null }),
      await picture(mine.id, { ...clip, contentType: 'video/mpeg' }),
      await picture(mine.id),
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
  it("finds anybody's, and says so when there is none", async () => {
    const user = await signedIn(worldEnv, { name: 'Chiyo' })
    expect(await (await ask('GET', `getProfile?userId=${user.id}`)).json()).toMatchObject({
      profile: { user_id: user.id, name: 'Chiyo', address: user.address },
    })
    expect(await codeOf(await ask('GET', 'getProfile?userId=987654321'))).toBe('not_found')
    expect(await codeOf(await ask('GET', 'getProfile'))).toBe('unauthorized')
    for (const userId of ['0', '-1', '1e3', 'abc', '1.5', '99999999999999999']) {
      expect((await ask('GET', `getProfile?userId=${userId}`)).status).toBe(422)
    }
  })

  it("gives one's own before there is one, with the country of the request", async () => {
    const user = await signedIn(worldEnv, { name: '' })
    const answer = await ask('GET', 'getProfile', { as: user, headers: { 'x-country': 'FR' } })
    expect(await answer.json()).toEqual({ profile: null, geoip: '{"country":"FR"}', followers: 0, followed: false })
  })

  it('gives several at once', async () => {
    const [a, b] = [await signedIn(worldEnv, { name: 'A' }), await signedIn(worldEnv, { name: 'B' })]
    const { profiles } = (await (await ask('GET', `getUserProfiles?users=${a.id},${b.id},987654321`)).json()) as { profiles: Profile[] }
    expect(profiles.map((profile) => [profile.user_id, profile.name, profile.address]).sort()).toEqual(
      [
        [a.id, 'A', a.address],
        [b.id, 'B', b.address],
      ].sort(),
    )
    expect(await (await ask('GET', 'getUserProfiles?users=')).json()).toEqual({ profiles: [] })
    expect((await ask('GET', 'getUserProfiles?users=1,x')).status).toBe(422)
    expect((await ask('GET', `getUserProfiles?users=${Array(101).fill(1).join(',')}`)).status).toBe(422)
  })
})
