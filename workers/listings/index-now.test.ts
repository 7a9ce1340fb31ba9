import { createExecutionContext } from 'cloudflare:test'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { call, signedIn, type TestUser } from '../shared/testing.ts'
import area from './index.ts'
import { announceChange, pingIndexNow } from './index-now.ts'
import { changedListings, listings } from './tables.ts'
import { createFile, publish, serviceDraft, testEnv } from './testing.ts'

const db = database(testEnv)
const URL_OF_SERVICE = 'http://indexnow.invalid/indexnow'
const env = {
  APP_ORIGINS: 'https://warren.example https://www.warren.example',
  INDEXNOW_KEY: 'key-for-tests',
  INDEXNOW_URL: URL_OF_SERVICE,
}

/** The bodies that the service received; it answers with `status`. Requests to the database go to the real fetch. */
const received: { host: string; key: string; keyLocation: string; urlList: string[] }[] = []
let status = 200
const realFetch = globalThis.fetch
let owner: TestUser
beforeEach(async () => {
  owner ??= await signedIn(testEnv)
  await db.delete(changedListings)
  received.length = 0
  status = 200
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input !== URL_OF_SERVICE) return realFetch(input as Request, init)
    if (status === 0) throw new TypeError('unreachable')
    received.push(JSON.parse(String(init?.body)))
    return new Response(null, { status })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const change = async (id: number) => void (await announceChange(db, env, id, { isPublic: true }))
const waiting = async () => (await db.select().from(changedListings)).map(({ listingId }) => listingId)

describe('IndexNow', () => {
  it('sends the addresses of changed listings once, with the address of the key', async () => {
    const [logo, paper] = [await publish(owner, { title: 'ロゴ & Logo' }), await publish(owner, { title: 'Ink & paper' })]
    await change(logo)
    await change(logo)
    await change(paper)
    await pingIndexNow(db, env)
    expect(received).toEqual([
      {
        host: 'warren.example',
        key: 'key-for-tests',
        keyLocation: 'https://warren.example/key-for-tests.txt',
        urlList: expect.arrayContaining([
          `https://warren.example/services/${logo}/%E3%83%AD%E3%82%B4-logo`,
          `https://warren.example/services/${paper}/ink-paper`,
        ]),
      },
    ])
    expect(received[0]!.urlList).toHaveLength(2)
    expect(await waiting()).toEqual([])
    await pingIndexNow(db, env)
    expect(received).toHaveLength(1)
  })

  it('has an address to send after a listing was added, changed, hidden, shown and deleted', async () => {
    const withKey = { ...testEnv, INDEXNOW_KEY: env.INDEXNOW_KEY }
    const changed = async (name: string, body: object) => {
      await db.delete(changedListings)
      const answer = await call(area, withKey, createExecutionContext(), 'POST', `/api/listings/${name}`, { as: owner, body })
      const { id } = (await answer.json()) as { id: number }
      expect([name, answer.status, await waiting()]).toEqual([name, 200, [id]])
      return id
    }
    const product = serviceDraft([await createFile(owner)])
    const id = await changed('addService', { product })
    await changed('addService', { product: { ...product, id, title: 'Logo and identity for bakeries' } })
    for (const enabled of [false, true]) await changed('toggleService', { serviceId: id, enabled })
    await changed('deleteListing', { id })
  })

  describe('and listings that are not published', () => {
    const withKey = { ...testEnv, INDEXNOW_KEY: env.INDEXNOW_KEY }
    const run = async (name: string, body: object) => {
      const answer = await call(area, withKey, createExecutionContext(), 'POST', `/api/listings/${name}`, { as: owner, body })
      return ((await answer.json()) as { id: number }).id
    }

    it('says nothing of a hidden one that was added, changed, hidden again and deleted', async () => {
      const product = serviceDraft([await createFile(owner)], { title: 'A secret for later', enabled: false })
      const id = await run('addService', { product })
      await run('addService', { product: { ...product, id } })
      await run('toggleService', { serviceId: id, enabled: false })
      await run('deleteListing', { id })
      expect(await waiting()).toEqual([])
    })

    it('sends the address that others have seen, and no title that was written after it was hidden', async () => {
      const product = serviceDraft([await createFile(owner)], { title: 'Logo and identity' })
      const [seen, edited] = [await run('addService', { product }), await run('addService', { product })]
      await db
        .update(listings)
        .set({ updatedAt: now() - 60 })
        .where(inArray(listings.id, [seen, edited]))
      for (const id of [seen, edited]) await run('toggleService', { serviceId: id, enabled: false })
      await run('addService', { product: { ...product, id: edited, title: 'A secret for later', enabled: false } })
      await pingIndexNow(db, env)
      expect(new Set(received[0]!.urlList)).toEqual(
        new Set([`https://warren.example/services/${seen}/logo-and-identity`, `https://warren.example/services/${edited}`]),
      )
    })
  })

  it.each([0, 429, 503])('keeps the addresses after a failure that may pass (%i), but not for more than a day', async (failure) => {
    const [fresh, old] = [await publish(owner), await publish(owner)]
    await change(fresh)
    await change(old)
    await db
      .update(changedListings)
      .set({ at: now() - 90_000 })
      .where(eq(changedListings.listingId, old))
    status = failure
    await pingIndexNow(db, env)
    expect(await waiting()).toEqual([fresh])
    status = 202
    await pingIndexNow(db, env)
    expect(await waiting()).toEqual([])
  })

  it('gives up addresses that are refused, so that they do not stop others', async () => {
    await change(await publish(owner))
    status = 403
    await pingIndexNow(db, env)
    expect(await waiting()).toEqual([])
  })

  it('is off without a key', async () => {
    expect(announceChange(db, {}, 1, { isPublic: true })).toBeUndefined()
    await db.insert(changedListings).values({ listingId: await publish(owner), at: now() })
    await pingIndexNow(db, { APP_ORIGINS: env.APP_ORIGINS })
    expect(received).toEqual([])
  })
})
