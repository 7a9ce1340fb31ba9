import { createExecutionContext, env } from 'cloudflare:test'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import type { ChainEnv } from '../shared/env.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, codeOf, signedIn } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import worker from './index.ts'
import { type Profile, profileFields } from './users.schema.ts'

const chainEnv = { ...(env as unknown as ChainEnv), RPC_URL: 'https://rpc.test/' }
const ask = (method: 'GET' | 'POST', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(worker, chainEnv, createExecutionContext(), method, `/api/auth/${path}`, options)
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
  await database(chainEnv).insert(media).values(row)
  return row.id
}

describe('saving a profile', () => {
  it('adds it, then changes it', async () => {
    const user = await signedIn(chainEnv, { name: '' })
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
      address: user.address,
      geoip: '{"country":"JP"}',
    }
    expect(first).toEqual({ added: true, profile })
    expect(await saved(user, { name: 'あいこ' })).toEqual({
      added: false,
      profile: { ...profile, name: 'あいこ', title: '', description: '', image: null },
    })
  })

  it('needs a session and the terms', async () => {
    expect(await codeOf(await save(undefined, { name: 'Aiko' }))).toBe('unauthorized')
    expect(await codeOf(await save(await signedIn(chainEnv, { terms: false }), { name: 'Aiko' }))).toBe('terms_required')
  })

  it("is one's own, whatever the body says", async () => {
    const [mine, theirs] = [await signedIn(chainEnv), await signedIn(chainEnv, { name: 'Ben' })]
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
    expect(await ruleOf(await save(await signedIn(chainEnv), { name }))).toEqual({ path: 'profile.name', rule })
  })

  it.each(['あいこ', 'José Ñandú', 'محمد علی', 'נועה', '🦊 Fox', 'นภัสสร', '𠮷'.repeat(60)])('takes the name %s', async (name) => {
    expect((await saved(await signedIn(chainEnv), { name })).profile.name).toBe(name.normalize('NFC'))
  })

  it('keeps a description plain', async () => {
    const user = await signedIn(chainEnv)
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
    const [mine, theirs] = [await signedIn(chainEnv), await signedIn(chainEnv)]
    const wrong = [
      await picture(theirs.id),
      await picture(mine.id, { readyAt: null }),
      await picture(mine.id, { kind: 'video' }),
      opaqueId(),
    ]
    for (const image of wrong) expect(await codeOf(await save(mine, { name: 'Aiko', image }))).toBe('media_not_yours')
    expect(await ruleOf(await save(mine, { name: 'Aiko', image: '../etc' }))).toMatchObject({ path: 'profile.image' })
  })

  it('keeps the country when the edge cannot tell one', async () => {
    const user = await signedIn(chainEnv)
    await saved(user, {}, { 'x-country': 'JP' })
    expect((await saved(user, {}, { 'x-country': '' })).profile.geoip).toBe('{"country":"JP"}')
    expect((await saved(user, {}, { 'x-country': '"}<script>' })).profile.geoip).toBe('{"country":"JP"}')
  })
})

describe('reading profiles', () => {
  it("finds anybody's, and says so when there is none", async () => {
    const user = await signedIn(chainEnv, { name: 'Chiyo' })
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
    const user = await signedIn(chainEnv, { name: '' })
    const answer = await ask('GET', 'getProfile', { as: user, headers: { 'x-country': 'FR' } })
    expect(await answer.json()).toEqual({ profile: null, geoip: '{"country":"FR"}' })
  })

  it('gives several at once', async () => {
    const [a, b] = [await signedIn(chainEnv, { name: 'A' }), await signedIn(chainEnv, { name: 'B' })]
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
