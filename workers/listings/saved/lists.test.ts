import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '../../shared/db.ts'
import { now, opaqueId } from '../../shared/ids.ts'
import { raceBefore } from '../../shared/racing.testing.ts'
import { users } from '../../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../../shared/testing.ts'
import { eraseUser } from '../erase-user.ts'
import { savedListings, savedLists } from '../saved-tables.ts'
import { listings } from '../tables.ts'
import { ask, publish, publishEvent, publishJob, testEnv } from '../testing.ts'
import { SAVED_LIMITS, type SavedList, type SavedListingPage, type SharedListPage } from './lists.schema.ts'

const db = database(testEnv)
let seller: TestUser
beforeAll(async () => {
  seller = await signedIn(testEnv, { name: 'Kenji Sato' })
})

const post = (as: TestUser | undefined, call: string, body: unknown) => ask('POST', call, { body, ...(as && { as }) })
const json = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T
const save = (as: TestUser, listingId: number, listId?: string) => post(as, 'saveListing', { listingId, listId })
const listsOf = async (as: TestUser, listingId?: number) =>
  (await json<{ lists: SavedList[] }>(ask('GET', `getSavedLists${listingId ? `?listingId=${listingId}` : ''}`, { as }))).lists
const idsOf = async (as: TestUser) => (await json<{ ids: number[] }>(ask('GET', 'getSavedIds', { as }))).ids
const addList = async (as: TestUser, name: string) => (await json<{ list: { id: string } }>(post(as, 'addSavedList', { name }))).list.id
const pageOf = (as: TestUser, listId: string, cursor = '') =>
  json<SavedListingPage>(ask('GET', `getSavedListings?listId=${listId}${cursor && `&cursor=${cursor}`}`, { as }))
const share = async (as: TestUser, id: string, shared: boolean) =>
  (await json<{ token: string | null }>(post(as, 'shareSavedList', { id, shared }))).token
const sharedPage = (token: string | null, as?: TestUser) => ask('GET', `getSharedList?token=${token}`, as && { as })

describe('saved listings of others', () => {
  it('need a session', async () => {
    for (const call of ['getSavedIds', 'getSavedLists', `getSavedListings?listId=${opaqueId()}`])
      expect(await codeOf(await ask('GET', call))).toBe('unauthorized')
    for (const call of ['saveListing', 'unsaveListing', 'addSavedList', 'renameSavedList', 'deleteSavedList', 'shareSavedList'])
      expect(await codeOf(await post(undefined, call, {}))).toBe('unauthorized')
  })

  it('cannot be read, changed, shared or deleted', async () => {
    const [owner, stranger, listing] = [await signedIn(testEnv), await signedIn(testEnv), await publish(seller)]
    await save(owner, listing)
    const [list] = await listsOf(owner)
    expect(await codeOf(await ask('GET', `getSavedListings?listId=${list!.id}`, { as: stranger }))).toBe('not_found')
    for (const [call, body] of [
      ['renameSavedList', { id: list!.id, name: 'Mine' }],
      ['deleteSavedList', { id: list!.id }],
      ['shareSavedList', { id: list!.id, shared: true }],
      ['saveListing', { listingId: listing, listId: list!.id }],
    ] as const)
      expect([call, await codeOf(await post(stranger, call, body))]).toEqual([call, 'not_found'])
    await post(stranger, 'unsaveListing', { listingId: listing })
    expect(await listsOf(owner)).toEqual([list])
    expect([await listsOf(stranger), await idsOf(stranger)]).toEqual([[], []])
  })

  it('cannot be read by a link that was ended or never existed', async () => {
    const owner = await signedIn(testEnv)
    const id = await addList(owner, 'Ideas')
    const token = await share(owner, id, true)
    expect((await sharedPage(token)).status).toBe(200)
    expect(await share(owner, id, false)).toBe(null)
    expect(await codeOf(await sharedPage(token))).toBe('not_found')
    const next = await share(owner, id, true)
    expect(next).not.toBe(token)
    expect(await share(owner, id, true)).toBe(next)
    expect(await codeOf(await sharedPage(token, owner))).toBe('not_found')
    for (const wrong of [id, opaqueId()]) expect(await codeOf(await sharedPage(wrong))).toBe('not_found')
  })

  it('cannot be read by a link once the account is deleted, even before its lists are', async () => {
    const owner = await signedIn(testEnv)
    const token = await share(owner, await addList(owner, 'Studio'), true)
    expect((await sharedPage(token)).status).toBe(200)
    await db.update(users).set({ deletedAt: now() }).where(eq(users.id, owner.id))
    expect(await codeOf(await sharedPage(token))).toBe('not_found')
  })
})

describe('saveListing', () => {
  it('rejects own, hidden, deleted and unknown listings, and creates no list for them', async () => {
    const user = await signedIn(testEnv)
    const [own, hidden, deleted] = [await publish(user), await publish(seller, { enabled: false }), await publish(seller)]
    await post(seller, 'deleteListing', { id: deleted })
    expect(await codeOf(await save(user, own))).toBe('own_listing')
    for (const id of [hidden, deleted, 4_000_000_000]) expect(await codeOf(await save(user, id))).toBe('listing_not_found')
    expect([await idsOf(user), await listsOf(user)]).toEqual([[], []])
  })

  it('creates one list for the first saves, also for concurrent ones', async () => {
    const user = await signedIn(testEnv)
    const ids = [await publish(seller), await publishJob(seller), await publishEvent(seller)]
    const answers = await Promise.all([...ids, ...ids].map((id) => save(user, id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await idsOf(user)).sort()).toEqual(ids.sort())
    expect(await listsOf(user)).toMatchObject([{ name: '', count: 3, token: null }])
  })

  it('saves to the list that was used last, moves to a named list, and repeats nothing', async () => {
    const user = await signedIn(testEnv)
    const [one, other] = [await publish(seller), await publish(seller)]
    await save(user, one)
    const ideas = await addList(user, 'Ideas')
    expect(await json(save(user, one, ideas))).toEqual({ list: { id: ideas, name: 'Ideas' } })
    expect(await json(save(user, other))).toEqual({ list: { id: ideas, name: 'Ideas' } })
    // A repeated save without a list stays where it is.
    const [, saved] = await listsOf(user)
    await save(user, one, saved!.id)
    expect(await json(save(user, other))).toMatchObject({ list: { id: ideas } })
    expect((await listsOf(user, one)).map(({ name, count, hasListing }) => [name, count, hasListing])).toEqual([
      ['Ideas', 1, false],
      ['', 1, true],
    ])
  })

  it('moves a listing that was hidden meanwhile, but does not save it again', async () => {
    const user = await signedIn(testEnv)
    const listing = await publish(seller)
    await save(user, listing)
    await post(seller, 'toggleService', { serviceId: listing, enabled: false })
    const ideas = await addList(user, 'Ideas')
    expect(await json(save(user, listing, ideas))).toMatchObject({ list: { id: ideas } })
    await post(user, 'unsaveListing', { listingId: listing })
    expect(await codeOf(await save(user, listing, ideas))).toBe('listing_not_found')
  })

  it('rejects the listing after the limit, and the list after the limit', async () => {
    const user = await signedIn(testEnv)
    const listing = await publish(seller)
    const list = await addList(user, 'Full')
    const rows = Array.from({ length: SAVED_LIMITS.listings }, (_, i) => {
      return { userId: user.id, listingId: 3_000_000_000 + i, listId: list, title: 'Old', savedAt: i }
    })
    for (let i = 0; i < rows.length; i += 250) await db.insert(savedListings).values(rows.slice(i, i + 250))
    for (const listId of [undefined, list]) expect(await codeOf(await save(user, listing, listId))).toBe('saved_limit')
    await post(user, 'unsaveListing', { listingId: rows[0]!.listingId })
    expect((await save(user, listing)).status).toBe(200)
    const more = Array.from({ length: SAVED_LIMITS.lists - 1 }, () => ({
      id: opaqueId(),
      userId: user.id,
      name: 'x',
      createdAt: 1,
      usedAt: 1,
    }))
    await db.insert(savedLists).values(more)
    expect(await codeOf(await post(user, 'addSavedList', { name: 'One more' }))).toBe('saved_list_limit')
  })

  it('leaves no rows if the account is deleted during the call', async () => {
    const user = await signedIn(testEnv)
    const listing = await publish(seller)
    const race = raceBefore('insert into saved_lists', async () => {
      await db.update(users).set({ deletedAt: now() }).where(eq(users.id, user.id))
    })
    expect(await codeOf(await save(user, listing))).toBe('unauthorized')
    race.restore()
    expect(race.happened).toBe(true)
    expect(await db.select().from(savedListings).where(eq(savedListings.userId, user.id))).toEqual([])
    expect(await db.select().from(savedLists).where(eq(savedLists.userId, user.id))).toEqual([])
  })
})

describe('a list', () => {
  it('has its newest pictures on the cover, a clean name, and can be deleted with its listings', async () => {
    const user = await signedIn(testEnv)
    const ids = [await publish(seller), await publish(seller), await publishJob(seller), await publish(seller)]
    for (const [i, id] of ids.entries()) {
      await save(user, id)
      await db.update(savedListings).set({ savedAt: i }).where(eq(savedListings.listingId, id))
    }
    const [list] = await listsOf(user)
    expect(list!.covers.map(({ listingId, picture }) => [listingId, picture?.kind ?? null])).toEqual([
      [ids[3], 'image'],
      [ids[2], null],
      [ids[1], 'image'],
    ])
    for (const name of ['', ' \n ', 'x'.repeat(61)]) expect((await post(user, 'renameSavedList', { id: list!.id, name })).status).toBe(422)
    expect(await json(post(user, 'renameSavedList', { id: list!.id, name: '  For\nthe studio ' }))).toMatchObject({
      list: { name: 'For the studio' },
    })
    expect(await json(post(user, 'deleteSavedList', { id: list!.id }))).toEqual({ id: list!.id })
    expect([await listsOf(user), await idsOf(user)]).toEqual([[], []])
    expect(await codeOf(await post(user, 'deleteSavedList', { id: list!.id }))).toBe('not_found')
  })

  it('has pages, without gaps, for its owner and for strangers', async () => {
    const user = await signedIn(testEnv)
    const list = await addList(user, 'Many')
    const ids: number[] = []
    for (let i = 0; i < 30; i++) ids.push(await publishJob(await signedIn(testEnv)))
    await db.insert(savedListings).values(ids.map((listingId) => ({ userId: user.id, listingId, listId: list, title: 'x', savedAt: 7 })))
    const first = await pageOf(user, list)
    const second = await pageOf(user, list, first.next!)
    expect([...first.listings, ...second.listings].map(({ listingId }) => listingId)).toEqual(ids.toReversed())
    expect([first.listings.length, second.next, first.list.count]).toEqual([24, null, 30])
    const token = await share(user, list, true)
    const shown = await json<SharedListPage>(sharedPage(token))
    const rest = await json<SharedListPage>(ask('GET', `getSharedList?token=${token}&cursor=${shown.next}`))
    expect([...shown.services, ...rest.services].map(({ id }) => id)).toEqual(ids.toReversed())
  })

  it('shows unpublished listings as such to its owner and leaves them out for strangers', async () => {
    const user = await signedIn(testEnv, { name: 'Aiko Mori' })
    const [live, hidden, deleted] = [
      await publish(seller),
      await publish(seller, { title: 'Posters for small venues' }),
      await publish(seller),
    ]
    for (const id of [live, hidden, deleted]) await save(user, id)
    await post(seller, 'toggleService', { serviceId: hidden, enabled: false })
    await post(seller, 'deleteListing', { id: deleted })
    const [list] = await listsOf(user)
    const { listings: shown } = await pageOf(user, list!.id)
    expect(new Map(shown.map(({ listingId, card }) => [listingId, card?.id ?? null]))).toEqual(
      new Map([
        [live, live],
        [hidden, null],
        [deleted, null],
      ]),
    )
    expect(shown.find(({ listingId }) => listingId === hidden)!.title).toBe('Posters for small venues')
    expect(list!.covers.map(({ listingId }) => listingId)).toEqual([live])
    const shared = await json<SharedListPage>(sharedPage(await share(user, list!.id, true)))
    expect({ ...shared, services: shared.services.map(({ id }) => id) }).toEqual({
      name: '',
      owner: 'Aiko Mori',
      services: [live],
      next: null,
    })
  })

  it('survives a damaged listing', async () => {
    const user = await signedIn(testEnv)
    const [good, damaged] = [await publish(seller), await publishJob(seller)]
    for (const id of [good, damaged]) await save(user, id)
    await db.update(listings).set({ details: '{' }).where(eq(listings.id, damaged))
    const [list] = await listsOf(user)
    const page = await pageOf(user, list!.id)
    expect(page.listings.map(({ card }) => card?.id ?? null).sort()).toEqual([good, null].sort())
    expect((await sharedPage(await share(user, list!.id, true))).status).toBe(200)
  })
})

describe('a deleted account', () => {
  it('leaves neither lists nor its listings in the lists of others', async () => {
    const [leaver, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [theirs, kept] = [await publish(leaver), await publish(seller)]
    await save(other, theirs)
    await save(other, kept)
    await save(leaver, kept)
    await eraseUser(db, leaver.id)
    expect([await idsOf(other), await idsOf(leaver), await listsOf(leaver)]).toEqual([[kept], [], []])
  })
})
