import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { PART_SIZE } from '../shared/sitemap.schema.ts'
import { signedIn } from '../shared/testing.ts'
import type { ListingPart, ListingParts } from './sitemap.schema.ts'
import { listings } from './tables.ts'
import { ask, publish, publishEvent, publishJob, testEnv } from './testing.ts'

const json = async <T>(path: string) => (await (await ask('GET', path)).json()) as T
const partOf = (id: number) => Math.floor(id / PART_SIZE)
const idsIn = async (listType: string, part: number) =>
  (await json<ListingPart>(`getListingPart?listType=${listType}&part=${part}`)).listings.map(({ id }) => id)

describe('the parts of the sitemap', () => {
  it('contain published listings of their type only, with the time of their last change', async () => {
    const owner = await signedIn(testEnv)
    const [shown, hidden, deleted, job, event] = await Promise.all([
      publish(owner, { title: 'Ink & paper, by hand' }),
      publish(owner),
      publish(owner),
      publishJob(owner),
      publishEvent(owner),
    ])
    await ask('POST', 'toggleService', { as: owner, body: { serviceId: hidden, enabled: false, listType: 'SERVICES' } })
    await ask('POST', 'deleteListing', { as: owner, body: { id: deleted, listType: 'SERVICES' } })
    const { listings: found } = await json<ListingPart>(`getListingPart?listType=SERVICES&part=${partOf(shown)}`)
    const ids = found.map(({ id }) => id)
    expect(found.find(({ id }) => id === shown)).toEqual({ id: shown, title: 'Ink & paper, by hand', updatedAt: expect.any(Number) })
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    for (const id of [hidden, deleted, job, event]) expect(ids).not.toContain(id)
    expect(await idsIn('JOBS', partOf(job))).toContain(job)
    expect(await idsIn('EVENTS', partOf(event))).toContain(event)
  })

  it('are listed if they have a listing, and skip ranges of ids without one', async () => {
    const owner = await signedIn(testEnv)
    const [service, event] = [await publish(owner), await publishEvent(owner)]
    const db = database(testEnv)
    const rows = await db.select().from(listings)
    const far = 40 * PART_SIZE
    const copy = (id: number, from: number, changes: object = {}) => ({
      ...rows.find((row) => row.id === from)!,
      id,
      idempotencyKey: null,
      ...changes,
    })
    await db
      .insert(listings)
      .values([
        copy(far, service),
        copy(far + PART_SIZE - 1, service),
        copy(far + 3 * PART_SIZE, service, { enabled: false }),
        copy(far + 5 * PART_SIZE, service),
        copy(far + 6 * PART_SIZE, event, { endsAt: now() - 60 }),
        copy(far + 7 * PART_SIZE, event),
      ])
    const parts = await json<ListingParts>('getListingParts')
    expect(parts.services.filter((part) => part >= 40)).toEqual([40, 45])
    expect(parts.events.filter((part) => part >= 40)).toEqual([47])
    expect(parts.services[0]).toBe(
      partOf(Math.min(...rows.filter((row) => row.enabled && row.listType === 'services').map(({ id }) => id))),
    )
    expect(await idsIn('SERVICES', 40)).toEqual([far, far + PART_SIZE - 1])
    expect(await idsIn('EVENTS', 46)).toEqual([])
    await Promise.all([0, 1, 3, 5, 6, 7].map((i) => db.delete(listings).where(eq(listings.id, far + i * PART_SIZE))))
    await db.delete(listings).where(eq(listings.id, far + PART_SIZE - 1))
  })
})
