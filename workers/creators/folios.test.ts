import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { raceBefore } from '../shared/racing.testing.ts'
import { profiles, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import { folios, folioVersions } from './folio-tables.ts'
import type { Folio, FolioAnswer, FolioVersions } from './folios.schema.ts'
import { addFile, addVideo, allSections, createPage, folioOf, getFolio, newId, save, saved } from './folios.testing.ts'
import type { SocialLinks } from './social-links.schema.ts'
import { ask, db, testEnv } from './testing.ts'

const setRemoved = (user: TestUser, removedAt: number | null) => db.update(creators).set({ removedAt }).where(eq(creators.userId, user.id))
const versions = (name: string, as?: TestUser) => ask('GET', `getFolioVersions?name=${name}`, as)
const version = (name: string, number: number | string, as?: TestUser) => ask('GET', `getFolioVersion?name=${name}&version=${number}`, as)
const setLinks = (as: TestUser | undefined, name: string, links: Partial<SocialLinks>) =>
  ask('POST', 'updateSocialMedia', as, { name, ...links })
const EMPTY = { website: '', instagram: '', twitter: '', twitch: '', youtube: '' }

describe('getFolio', () => {
  it('is not found for a name that no creator has', async () => {
    const member = await signedIn(testEnv)
    await db
      .update(users)
      .set({ username: `m${member.id}x` })
      .where(eq(users.id, member.id))
    for (const name of [`m${member.id}x`, 'nobodyhasthis', '', '%', '_', "' or 1=1 --", '\u202e', '../admin', 'a'.repeat(100)])
      expect(await codeOf(await getFolio(name))).toBe('creator_not_found')
    expect(await codeOf(await getFolio('a'.repeat(101)))).toBe('invalid_body')
  })

  it('answers defaults before the first save, with the name that others see', async () => {
    const { user, name } = await createPage()
    const folio: Folio = {
      ...{ name, user_id: user.id, title: 'Aiko Mori', about: '', image: null, video: null, video_thumbnail: null, effect: 'NONE' },
      ...{ primary_color: '#fff0fa', secondary_color: '#dbd0e6', ...EMPTY, sections: [], version: 0, saved: null, is_promoted: false },
      since: expect.any(Number),
    }
    expect(await folioOf(name)).toEqual(folio)
    await db.delete(profiles).where(eq(profiles.userId, user.id))
    await db.update(creators).set({ isPromoted: true }).where(eq(creators.userId, user.id))
    expect(await folioOf(name)).toEqual({ ...folio, title: name, is_promoted: true })
    await db
      .update(creators)
      .set({ since: 'x' as never })
      .where(eq(creators.userId, user.id))
    expect(await folioOf(name)).toMatchObject({ since: null })
    // Other tests list all creators.
    await db.update(creators).set({ since: 1 }).where(eq(creators.userId, user.id))
  })

  it('finds the name in upper and lower case and in full-width letters', async () => {
    const { name } = await createPage()
    const wide = [...name].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('')
    for (const spelling of [name.toUpperCase(), ` ${name} `, wide]) expect((await folioOf(spelling)).name).toBe(name)
  })

  it('is not found for a removed creator, and is back with everything after the restoration', async () => {
    const { user, name } = await createPage()
    const picture = await addFile(user)
    await saved(user, name, { image: picture, sections: allSections(picture) })
    await setLinks(user, name, { website: 'https://example.com/' })
    const before = await folioOf(name)
    await setRemoved(user, 5)
    for (const reader of [undefined, user, await signedIn(testEnv)])
      expect(await codeOf(await getFolio(name, reader))).toBe('creator_not_found')
    for (const call of [versions(name, user), version(name, 1, user), setLinks(user, name, {})])
      expect(await codeOf(await call)).toBe('folio_removed')
    const stranger = await signedIn(testEnv)
    for (const call of [versions(name, stranger), version(name, 1, stranger), setLinks(stranger, name, {})])
      expect(await codeOf(await call)).toBe('creator_not_found')
    await setRemoved(user, null)
    expect(await folioOf(name)).toEqual(before)
    expect((await (await versions(name, user)).json()) as FolioVersions).toMatchObject({ versions: [{ version: 1 }] })
  })

  it('leaves out what is damaged, and shows the rest', async () => {
    const { user, name } = await createPage()
    const sections = allSections(await addFile(user))
    await saved(user, name, { sections })
    const store = (text: string) => db.update(folioVersions).set({ sections: text }).where(eq(folioVersions.userId, user.id))
    const damaged = [null, 7, 'text', {}, { ...sections[0], kind: 'HTML' }, { ...sections[1], steps: 'x' }, { ...sections[2], id: 'x' }]
    await store(JSON.stringify([...damaged, sections[1]]))
    expect(await folioOf(name)).toMatchObject({ title: 'Aiko draws', sections: [sections[1]] })
    for (const text of ['', '{', 'null', '{}', '7', '"x"']) {
      await store(text)
      expect(await folioOf(name)).toMatchObject({ title: 'Aiko draws', version: 1, sections: [] })
    }
    await db
      .update(folioVersions)
      .set({ effect: 'BLINK', primaryColor: 'red', secondaryColor: '' })
      .where(eq(folioVersions.userId, user.id))
    expect(await folioOf(name)).toMatchObject({ effect: 'NONE', primary_color: '#fff0fa', secondary_color: '#dbd0e6' })
    await db.delete(folioVersions).where(eq(folioVersions.userId, user.id))
    expect(await folioOf(name)).toMatchObject({ title: 'Aiko Mori', version: 1, saved: null, sections: [] })
    expect(await saved(user, name, { version: 1 })).toMatchObject({ version: 2 })
  })

  it.each<[string, object, object]>([
    ['title', { title: '' }, { title: 'Aiko Mori' }],
    ['title', { title: 'a'.repeat(1000) }, { title: 'Aiko Mori' }],
    ['title', { title: Buffer.from([0xff, 0]) }, { title: 'Aiko Mori' }],
    ['about', { about: 'a'.repeat(100_000) }, { about: '' }],
    ['about', { about: Buffer.from([0xff, 0]) }, { about: '' }],
    ['image', { image: 'x' }, { image: null }],
    ['image', { image: Buffer.from([1]) }, { image: null }],
    ['video', { video: Buffer.from([1]) }, { video: null }],
    ['video_thumbnail', { video_thumbnail: '' }, { video_thumbnail: null }],
    ['effect', { effect: 'BLINK' }, { effect: 'NONE' }],
    ['primary_color', { primary_color: 'red' }, { primary_color: '#fff0fa' }],
    ['secondary_color', { secondary_color: '' }, { secondary_color: '#dbd0e6' }],
    ['saved_at', { saved_at: 'yesterday' }, { saved: null }],
    ['saved_at', { saved_at: -1 }, { saved: null }],
    ['saved_at', { saved_at: 9e15 }, { saved: null }],
    ['saved_at', { saved_at: 1.5 }, { saved: null }],
    ['sections', { sections: Buffer.from([0xff]) }, { sections: [] }],
    ['sections', { sections: 7 }, { sections: [] }],
  ])('has the default for a damaged value: %s %o', async (_, change, expected) => {
    const { user, name } = await createPage()
    await saved(user, name, { sections: [allSections('', null)[1]] })
    const before = await folioOf(name)
    const [[column, value]] = Object.entries(change) as [[string, unknown]]
    await db.run(sql`update folio_versions set ${sql.raw(column)} = ${value} where user_id = ${user.id}`)
    expect(await folioOf(name)).toEqual({ ...before, ...expected })
    const listed = ((await (await versions(name, user)).json()) as FolioVersions).versions
    expect(listed).toHaveLength(column === 'saved_at' ? 0 : 1)
  })

  it.each(['website', 'instagram', 'twitter', 'twitch', 'youtube'] as const)('leaves out a damaged link: %s', async (field) => {
    const { user, name } = await createPage()
    await setLinks(user, name, { website: 'https://example.com/', youtube: 'https://youtube.com/@aiko' })
    const before = await folioOf(name)
    for (const value of ['javascript:alert(1)', 'http://example.com/', 'x', Buffer.from([0xff])]) {
      await db.run(sql`update folios set ${sql.raw(field)} = ${value} where user_id = ${user.id}`)
      expect(await folioOf(name)).toEqual({ ...before, [field]: '' })
    }
  })

  it('shows no file that does not exist any more', async () => {
    const { user, name } = await createPage()
    const [picture, kept] = [await addFile(user), await addFile(user)]
    const slides = [picture, kept].map((id) => ({ picture: id, caption: '', link: '' }))
    const sections = [...allSections(kept, picture).slice(0, 5), { id: newId(), kind: 'CAROUSEL', title: '', slides }]
    const video = await addVideo(user)
    await saved(user, name, { image: picture, video, sections })
    await db.update(media).set({ readyAt: null }).where(eq(media.id, picture))
    await db.delete(media).where(eq(media.id, video))
    expect(await folioOf(name)).toMatchObject({
      image: null,
      video: null,
      sections: [
        { picture: null },
        { kind: 'ROADMAP' },
        { members: [{ picture: null }] },
        { columns: [{ picture: null }] },
        { rows: [{ picture: null }] },
        { slides: [{ picture: { id: kept } }] },
      ],
    })
  })

  it('needs one statement', async () => {
    const { user, name } = await createPage()
    await saved(user, name, { sections: Array.from({ length: 50 }, () => allSections('', null)[1]) })
    const real = globalThis.fetch
    const bodies: string[] = []
    vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init)
      bodies.push(await request.clone().text())
      return real(request)
    })
    try {
      expect((await folioOf(name)).sections).toHaveLength(50)
    } finally {
      vi.stubGlobal('fetch', real)
    }
    expect(bodies).toHaveLength(1)
    expect(bodies[0]!.match(/"sql":"select/gi)).toHaveLength(1)
  })
})

describe('versions', () => {
  it('are only for the owner', async () => {
    const { user, name } = await createPage()
    await saved(user, name)
    const other = await createPage()
    for (const read of [(as?: TestUser, of = name) => versions(of, as), (as?: TestUser, of = name) => version(of, 1, as)]) {
      expect(await codeOf(await read())).toBe('unauthorized')
      for (const stranger of [other.user, await signedIn(testEnv)]) expect(await codeOf(await read(stranger))).toBe('forbidden')
      expect(await codeOf(await read(user, 'nobodyhasthis'))).toBe('creator_not_found')
    }
  })

  it('are listed newest first, and each can be read and saved again', async () => {
    const { user, name } = await createPage()
    expect(await (await versions(name, user)).json()).toEqual({ versions: [] })
    const picture = await addFile(user)
    const old = { title: 'Old', image: picture, effect: 'GRAIN', sections: allSections(picture, picture) }
    await saved(user, name, old)
    await saved(user, name, { title: 'New', version: 1 })
    await setLinks(user, name, { twitch: 'twitch.tv/aiko' })
    expect(await (await versions(name.toUpperCase(), user)).json()).toEqual({
      versions: [
        { version: 2, title: 'New', saved: expect.any(Number) },
        { version: 1, title: 'Old', saved: expect.any(Number) },
      ],
    })
    const { folio } = (await (await version(name, 1, user)).json()) as FolioAnswer
    expect(folio).toMatchObject({ title: 'Old', effect: 'GRAIN', version: 1, image: { id: picture }, twitch: 'https://www.twitch.tv/aiko' })
    expect(folio.sections).toHaveLength(6)
    await saved(user, name, { ...old, version: 2 })
    expect(await folioOf(name)).toEqual({ ...folio, version: 3, saved: expect.any(Number) })
  })

  it('that are not stored are not found', async () => {
    const { user, name } = await createPage()
    for (const number of [1, 9_999_999_999]) expect(await codeOf(await version(name, number, user))).toBe('folio_version_not_found')
    for (const number of ['', '0', '-1', '1.5', '1e3', 'x', '99999999999'])
      expect(await codeOf(await version(name, number, user))).toBe('invalid_body')
  })
})

describe('updateSocialMedia', () => {
  it('refuses a guest, a member, another creator and an unknown name', async () => {
    const { user, name } = await createPage()
    const links = { website: 'https://example.com/' }
    expect(await codeOf(await setLinks(undefined, name, links))).toBe('unauthorized')
    for (const stranger of [(await createPage()).user, await signedIn(testEnv)])
      expect(await codeOf(await setLinks(stranger, name, links))).toBe('forbidden')
    expect(await codeOf(await setLinks(user, 'nobodyhasthis', links))).toBe('creator_not_found')
    expect(await db.select().from(folios).where(eq(folios.userId, user.id))).toEqual([])
  })

  it('refuses an address of another host, and changes none of the links', async () => {
    const { user, name } = await createPage()
    await setLinks(user, name, { website: 'https://example.com/', instagram: 'https://instagram.com/aiko' })
    const response = await setLinks(user, name, { website: 'https://example.com/2', instagram: 'https://instagram.com.evil.example/aiko' })
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: 'instagram', rule: 'host' } } })
    expect(await folioOf(name)).toMatchObject({ website: 'https://example.com/', instagram: 'https://www.instagram.com/aiko' })
  })

  it('stores the links that are sent, leaves the others as they are, and makes no version', async () => {
    const { user, name } = await createPage()
    const links = { website: 'example.com', twitter: 'https://twitter.com/aiko', youtube: 'https://youtube.com/@aiko' }
    const stored = { ...EMPTY, website: 'https://example.com/', twitter: 'https://x.com/aiko', youtube: 'https://www.youtube.com/@aiko' }
    expect(await (await setLinks(user, name.toUpperCase(), links)).json()).toEqual(stored)
    expect(await folioOf(name)).toMatchObject({ ...stored, version: 0, saved: null })
    await saved(user, name)
    expect(await folioOf(name)).toMatchObject({ ...stored, version: 1 })
    const changed = { ...stored, website: '', twitch: 'https://www.twitch.tv/aiko' }
    expect(await (await setLinks(user, name, { website: '', twitch: 'https://twitch.tv/aiko' })).json()).toEqual(changed)
    expect(await folioOf(name)).toMatchObject({ ...changed, version: 1 })
    expect(await (await setLinks(user, name, {})).json()).toEqual(changed)
  })

  it('answers a conflict if the page is restored right after it was refused', async () => {
    const { user, name } = await createPage({ removedAt: 5 })
    const race = raceBefore('from \\"creators\\" where lower', () => setRemoved(user, null))
    try {
      expect(await codeOf(await setLinks(user, name, {}))).toBe('conflict')
      expect(race.happened).toBe(true)
    } finally {
      race.restore()
    }
  })
})

it('a deleted account cannot save its page or its links', async () => {
  const { user, name } = await createPage()
  await saved(user, name)
  await db.update(users).set({ deletedAt: 5 }).where(eq(users.id, user.id))
  expect(await codeOf(await save(user, name, { version: 1 }))).toBe('unauthorized')
  expect(await codeOf(await setLinks(user, name, { website: 'https://example.com/' }))).toBe('unauthorized')
})
