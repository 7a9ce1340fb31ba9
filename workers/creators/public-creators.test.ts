import { createExecutionContext } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { opaqueId } from '../shared/ids.ts'
import { PART_SIZE } from '../shared/sitemap.schema.ts'
import { profiles } from '../shared/tables.ts'
import type { TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import { type CreatorAddresses, type CreatorParts, MAX_PROMOTED, type PostAddresses, type PromotedCreators } from './creators.schema.ts'
import { folioVersions } from './folio-tables.ts'
import { addFile, addVideo, createPage, folioBody, saved } from './folios.testing.ts'
import { CreatorsRpc } from './index.ts'
import { indexCreator, indexNextCreator } from './index-creators.ts'
import { posts } from './post-tables.ts'
import { suspend } from './posts.testing.ts'
import { ask, db, testEnv } from './testing.ts'

const promoted = async () => ((await (await ask('GET', 'getPromotedCreators')).json()) as PromotedCreators).creators
const parts = async () => (await (await ask('GET', 'getCreatorParts')).json()) as CreatorParts
/** The addresses of all parts. */
const addresses = async () => {
  const { creators } = await parts()
  const answers = creators.map(async (part) => (await ask('GET', `getCreatorAddresses?part=${part}`)).json() as Promise<CreatorAddresses>)
  return (await Promise.all(answers)).flatMap(({ creators: list }) => list)
}
const change = (user: TestUser, fields: Partial<typeof creators.$inferInsert>) =>
  db.update(creators).set(fields).where(eq(creators.userId, user.id))

beforeEach(() => db.update(creators).set({ isPromoted: false }))
afterEach(() => vi.useRealTimers())

describe('getPromotedCreators', () => {
  it('shows promoted creators only, and none who was removed or is suspended', async () => {
    const [shown, removed, suspended] = [await createPage(), await createPage({ removedAt: 5 }), await createPage()]
    await suspend(suspended.user)
    await createPage()
    expect(await promoted()).toEqual([])
    for (const { user } of [shown, removed, suspended]) await change(user, { isPromoted: true })
    expect(await promoted()).toEqual([
      {
        ...{ user_id: shown.user.id, name: shown.name, title: 'Aiko Mori', picture: null },
        ...{ primary_color: '#fff0fa', secondary_color: '#dbd0e6' },
      },
    ])
    await db.delete(profiles).where(eq(profiles.userId, shown.user.id))
    expect(await promoted()).toMatchObject([{ title: shown.name }])
  })

  it('has title, colours and picture of the last save, or a frame of its video', async () => {
    const { user, name } = await createPage()
    await change(user, { isPromoted: true })
    const [image, frame] = [await addFile(user), await addFile(user)]
    await saved(user, name, { title: 'Letters', image, primary_color: '#1d5fa8', secondary_color: '#b6d9fb' })
    const picture = { kind: 'image', width: 1600, height: 900, placeholder: null }
    const page = { title: 'Letters', primary_color: '#1d5fa8', secondary_color: '#b6d9fb' }
    expect(await promoted()).toMatchObject([{ ...page, picture: { id: image, ...picture } }])
    await saved(user, name, { video: await addVideo(user), video_thumbnail: frame, version: 1 })
    expect(await promoted()).toMatchObject([{ title: 'Aiko draws', picture: { id: frame } }])
    await db.update(media).set({ readyAt: null }).where(eq(media.id, frame))
    expect(await promoted()).toMatchObject([{ picture: null }])
  })

  it('has defaults for damaged values', async () => {
    const { user, name } = await createPage()
    await change(user, { isPromoted: true })
    await saved(user, name)
    await db.run(sql`update folio_versions set title = '', primary_color = 7, secondary_color = 'red' where user_id = ${user.id}`)
    expect(await promoted()).toMatchObject([{ title: 'Aiko Mori', primary_color: '#fff0fa', secondary_color: '#dbd0e6' }])
  })

  it(`shows ${MAX_PROMOTED} at most, in one order for a day, and others the next day`, async () => {
    for (let i = 0; i < MAX_PROMOTED + 4; i++) await change((await createPage()).user, { isPromoted: true })
    const namesAt = async (time: string) => {
      vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] })
      return (await promoted()).map(({ name }) => name)
    }
    const morning = await namesAt('2026-12-01T00:00:01Z')
    expect(morning).toHaveLength(MAX_PROMOTED)
    expect(await namesAt('2026-12-01T23:59:59Z')).toEqual(morning)
    const days = await Promise.all([...Array(20)].map((_, i) => namesAt(`2026-12-${String(i + 2).padStart(2, '0')}T12:00:00Z`)))
    expect(days.some((names) => names.join() !== morning.join())).toBe(true)
  })
})

it('getCreatorAddresses has the saved pages of creators who were not removed', async () => {
  const [shown, empty, removed] = [await createPage(), await createPage(), await createPage()]
  for (const { user, name } of [shown, removed]) await saved(user, name)
  await change(removed.user, { removedAt: 5 })
  await db.update(folioVersions).set({ savedAt: 1_790_000_000 }).where(eq(folioVersions.userId, shown.user.id))
  const all = await addresses()
  expect(all.filter(({ name }) => [shown, empty, removed].some((one) => one.name === name))).toEqual([
    { name: shown.name, updatedAt: 1_790_000_000 },
  ])
  await db.run(sql`update folio_versions set saved_at = 'x' where user_id = ${shown.user.id}`)
  expect(await addresses()).toContainEqual({ name: shown.name, updatedAt: 0 })
})

it('getPostAddresses has published posts, but none that is hidden or of a removed creator', async () => {
  const [{ user, name }, removed] = [await createPage(), await createPage({ removedAt: 5 })]
  const post = (owner: TestUser, id: string, over: object = {}) =>
    db
      .insert(posts)
      .values({ id, userId: owner.id, version: 1, draft: false, content: '', link: '', createdAt: 5, publishedAt: 6, ...over })
  const ids = {
    shown: opaqueId(),
    edited: opaqueId(),
    draft: opaqueId(),
    hidden: opaqueId(),
    removed: opaqueId(),
    last: opaqueId(),
    removedLater: opaqueId(),
  }
  await post(user, ids.shown)
  await post(user, ids.edited, { editedAt: 9, publishedAt: 7 })
  await post(user, ids.draft, { draft: true, publishedAt: null })
  await post(user, ids.hidden, { hiddenAt: 8 })
  await post(removed.user, ids.removed)
  const addressesIn = async (part: number) => {
    const answer = (await (await ask('GET', `getPostAddresses?part=${part}`)).json()) as PostAddresses
    return answer.posts.filter(({ pid }) => Object.values(ids).includes(pid))
  }
  const part = (await parts()).posts.at(-1)!
  expect(await addressesIn(part)).toEqual([
    { name, pid: ids.shown, updatedAt: 6 },
    { name, pid: ids.edited, updatedAt: 9 },
  ])
  // Older than the newest 5,000 posts, and in a part of its own.
  const far = (part + 3) * PART_SIZE
  await post(user, ids.last, { seq: far })
  await post(user, ids.removedLater, { seq: far + PART_SIZE, hiddenAt: 8 })
  expect((await parts()).posts.filter((one) => one > part)).toEqual([part + 3])
  expect([await addressesIn(part + 3), await addressesIn(part + 4)]).toEqual([[{ name, pid: ids.last, updatedAt: 6 }], []])
  await db.run(sql`delete from posts where seq >= ${far}`)
  await db.run(sql`update sqlite_sequence set seq = (select max(seq) from posts) where name = 'posts'`)
})

describe('the search index', () => {
  const indexed = (...users: TestUser[]) => {
    const ids: number[] = []
    const LISTINGS = { reindexPerson: async (id: number) => void (users.some((user) => user.id === id) && ids.push(id)) }
    return { ids, env: { ...testEnv, LISTINGS } as unknown as typeof testEnv }
  }

  it('gets the page with each save, even if that fails at first', async () => {
    const { user, name } = await createPage()
    const { ids, env } = indexed(user)
    expect((await ask('POST', 'addFolio', user, folioBody(name), env)).status).toBe(200)
    expect(ids).toEqual([user.id])
    const broken = { ...testEnv, LISTINGS: { reindexPerson: () => Promise.reject(new Error('down')) } }
    await indexCreator(broken as unknown as typeof testEnv, user.id)
  })

  it('gets every creator once in as many minutes as there are creators', async () => {
    const { user } = await createPage()
    const { ids, env } = indexed(user)
    const count = await db.$count(creators)
    for (let minute = 0; minute < count; minute++) await indexNextCreator(env, minute * 60)
    expect(ids).toEqual([user.id])
    await new CreatorsRpc(createExecutionContext(), testEnv).tick()
  })
})
