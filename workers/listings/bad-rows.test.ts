import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf, signedIn } from '../shared/testing.ts'
import type { Event } from './events.schema.ts'
import type { ListingPage, Related } from './listings.schema.ts'
import { listings } from './tables.ts'
import { areaEnv, ask, publish, publishEvent } from './testing.ts'

const db = database(areaEnv)
const idsOf = async (query: string) => {
  const answer = await ask('GET', `query?${query}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as ListingPage).services.map(({ id }) => id)
}
const detailsOf = async (id: number) => {
  const [row] = await db.select({ details: listings.details }).from(listings).where(eq(listings.id, id))
  return JSON.parse(row!.details) as Record<string, unknown>
}

describe('a row that today no call would write', () => {
  it.each([
    ['no JSON', 'this is no JSON'],
    ['nothing', 'null'],
    ['no dates', '{}'],
    ['dates that are texts', '{"event_date":"tomorrow","end_date":[]}'],
  ])('with details of %s is left out of its lists, and the others stay', async (_, details) => {
    const user = await signedIn(areaEnv)
    const good = await publishEvent(user)
    const bad = await publishEvent(user)
    await db.update(listings).set({ details }).where(eq(listings.id, bad))
    expect(await idsOf(`type=EVENTS&userId=${user.id}`)).toEqual([good])
    const news = await idsOf('feed=news')
    expect([news.includes(good), news.includes(bad)]).toEqual([true, false])
    expect(await codeOf(await ask('GET', `getListing?listType=EVENTS&id=${bad}`))).toBe('listing_not_found')
  })

  it('with a date no calendar has, and a zone no browser knows, is shown with some that they have', async () => {
    const user = await signedIn(areaEnv)
    const id = await publishEvent(user)
    const details = { ...(await detailsOf(id)), event_date: 8_640_000_000_000, end_date: 8_640_000_086_400, timeZone: 'SystemV/EST5' }
    await db
      .update(listings)
      .set({ details: JSON.stringify(details), endsAt: 8_640_000_086_400 })
      .where(eq(listings.id, id))
    expect(await idsOf(`type=EVENTS&userId=${user.id}`)).toEqual([id])
    const { event } = (await (await ask('GET', `getListing?listType=EVENTS&id=${id}`)).json()) as Event
    expect(event.timeZone).toBe('UTC')
    for (const seconds of [event.event_date, event.end_date]) expect(new Date(seconds * 1000).toISOString()).toMatch(/^9999/)
  })

  it('with half a city takes nothing down of what stands beside another service', async () => {
    const user = await signedIn(areaEnv)
    const [good, bad, shown] = [await publish(user), await publish(user), await publish(user)]
    await db.update(listings).set({ country: 'SE', city: '{' }).where(eq(listings.id, bad))
    const { seller } = (await (await ask('GET', `related?id=${shown}`)).json()) as Related
    expect(seller.map(({ id }) => id)).toEqual([good])
  })

  it('with a service without plans is listed, and its page is gone', async () => {
    const user = await signedIn(areaEnv)
    const [good, bad] = [await publish(user), await publish(user)]
    await db.update(listings).set({ options: '{' }).where(eq(listings.id, bad))
    expect(await idsOf(`userId=${user.id}`)).toEqual([bad, good])
    expect(await codeOf(await ask('GET', `getListing?id=${bad}`))).toBe('listing_not_found')
  })
})

describe('a date', () => {
  const YEARS = 10 * 365.25 * 86_400
  it('is taken within ten years, and no later', async () => {
    const user = await signedIn(areaEnv)
    const begin = now() + YEARS
    expect(await publishEvent(user, { event_date: begin - 60, end_date: begin + 3600 })).toBeGreaterThan(0)
    const body = (event_date: number, end_date: number) => ({
      product: {
        category: 'meetup',
        title: 'An evening of small films',
        description: `<p>${'x'.repeat(100)}</p>`,
        eventType: 'ONLINE',
        media: [],
        event_date,
        end_date,
      },
    })
    const refused = async (event_date: number, end_date: number) =>
      (await (await ask('POST', 'addEvent', { as: user, body: body(event_date, end_date) })).json()) as { error: unknown }
    expect(await refused(begin + 60, begin + 3600)).toMatchObject({
      error: { code: 'listing_rule', details: { field: 'event_date', rule: 'date_far' } },
    })
    for (const far of [8_640_000_000_000, 253_402_300_800, -62_167_219_201])
      expect(await refused(far, far + 3600)).toMatchObject({ error: { code: 'invalid_body', details: { path: 'product.event_date' } } })
  })
})

describe('an event', () => {
  it.each([
    ['location', 'https://bank.example:pass@evil.example/', 'url'],
    ['location', 'https://user@evil.example/', 'url'],
    ['location', 'HTTPS://', 'url'],
    ['timeZone', 'SystemV/EST5', 'unknown'],
    ['timeZone', 'US/Pacific', 'unknown'],
    ['timeZone', '+09:00', 'unknown'],
  ])('with %s %s is refused', async (field, value, rule) => {
    const user = await signedIn(areaEnv)
    const product = {
      category: 'meetup',
      title: 'An evening of small films',
      description: `<p>${'x'.repeat(100)}</p>`,
      eventType: 'ONLINE',
      media: [],
      event_date: now() + 86_400,
      [field]: value,
    }
    const answer = await ask('POST', 'addEvent', { as: user, body: { product } })
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: `product.${field}`, rule } } })
  })

  it('may be at a place in words or at a plain link', async () => {
    const user = await signedIn(areaEnv)
    for (const [typed, stored] of [
      ['Room 4, write to us@house.example', 'Room 4, write to us@house.example'],
      ['https://meet.example/a?b=c@d', 'https://meet.example/a?b=c@d'],
      // Letters and signs that look like others show in their host what they are.
      ['https://g\u043e\u043egle.example/x', 'https://xn--ggle-55da.example/x'],
      ['https://zoom.us\u2044j\u204498765.evil.example/', 'https://zoom.xn--usj98765-f03db.evil.example/'],
    ] as const) {
      const answer = await ask('GET', `getListing?listType=events&id=${await publishEvent(user, { location: typed })}`)
      expect(((await answer.json()) as { event: { location: string } }).event.location).toBe(stored)
    }
  })
})

describe('half a letter', () => {
  it('is refused in every text that is sent, with its place', async () => {
    const user = await signedIn(areaEnv)
    const answer = await ask('POST', 'addService', { as: user, body: '{"product":{"title":"Logo \\ud83d","options":{}}}' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: 'product.title', rule: 'malformed' } } })
  })
})
