import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf, signedIn } from '../shared/testing.ts'
import type { Event } from './events.schema.ts'
import type { ListingPage, Related } from './listings.schema.ts'
import type { Service } from './services.schema.ts'
import { listings } from './tables.ts'
import { ask, publish, publishEvent, testEnv } from './testing.ts'

const db = database(testEnv)
const idsOf = async (query: string) => {
  const answer = await ask('GET', `query?${query}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as ListingPage).services.map(({ id }) => id)
}
const detailsOf = async (id: number) => {
  const [row] = await db.select({ details: listings.details }).from(listings).where(eq(listings.id, id))
  return JSON.parse(row!.details) as Record<string, unknown>
}

describe('a row with invalid data', () => {
  it.each([
    ['invalid JSON', 'this is no JSON'],
    ['null', 'null'],
    ['no dates', '{}'],
    ['text dates', '{"event_date":"tomorrow","end_date":[]}'],
  ])('in details (%s) is left out of lists without affecting other rows', async (_, details) => {
    const user = await signedIn(testEnv)
    const good = await publishEvent(user)
    const bad = await publishEvent(user)
    await db.update(listings).set({ details }).where(eq(listings.id, bad))
    expect(await idsOf(`type=EVENTS&userId=${user.id}`)).toEqual([good])
    const news = await idsOf('feed=news')
    expect([news.includes(good), news.includes(bad)]).toEqual([true, false])
    expect(await codeOf(await ask('GET', `getListing?listType=EVENTS&id=${bad}`))).toBe('listing_not_found')
  })

  it('in its dates and time zone is shown with dates in the year 9999 and in UTC', async () => {
    const user = await signedIn(testEnv)
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

  it('in the city, the plans or the details is left out of searches, also with filters', async () => {
    const user = await signedIn(testEnv)
    const title = 'Thylacine portraits'
    const [good, bad] = [await publish(user, { title }), await publish(user, { title })]
    await db.update(listings).set({ country: 'SE', city: '{', options: '{', details: '{' }).where(eq(listings.id, bad))
    expect(await idsOf('text=thylacine')).toEqual([good])
    expect(await idsOf('text=thylacine&delivery=1000')).toEqual([good])
    expect(await idsOf(`userId=${user.id}&delivery=1000`)).toEqual([good])
    expect(await idsOf('text=thylacine&to=99999999999&minSalary=1')).toEqual([])
  })

  it('in the city is left out of related services', async () => {
    const user = await signedIn(testEnv)
    const [good, bad, shown] = [await publish(user), await publish(user), await publish(user)]
    await db.update(listings).set({ country: 'SE', city: '{' }).where(eq(listings.id, bad))
    const { seller } = (await (await ask('GET', `related?id=${shown}`)).json()) as Related
    expect(seller.map(({ id }) => id)).toEqual([good])
  })

  it('in the plans is listed, but its page answers 404', async () => {
    const user = await signedIn(testEnv)
    const [good, bad] = [await publish(user), await publish(user)]
    await db.update(listings).set({ options: '{' }).where(eq(listings.id, bad))
    expect(await idsOf(`userId=${user.id}`)).toEqual([bad, good])
    expect(await codeOf(await ask('GET', `getListing?id=${bad}`))).toBe('listing_not_found')
  })
})

describe('a row in a removed category', () => {
  it('shows the ids of its category and subcategory as their names', async () => {
    const user = await signedIn(testEnv)
    const id = await publish(user)
    await db.update(listings).set({ category: 'former', subCategory: 'older' }).where(eq(listings.id, id))
    const page = (await (await ask('GET', `getListing?id=${id}`)).json()) as Service
    expect(page).toMatchObject({ categoryLabel: { en: 'former' }, subCategoryLabel: { en: 'older' } })
    const { services } = (await (await ask('GET', `query?userId=${user.id}`)).json()) as ListingPage
    expect(services).toMatchObject([{ id, categoryLabel: { en: 'former' } }])
  })
})

describe('the date of an event', () => {
  const TEN_YEARS = 10 * 365.25 * 86_400
  it('must be within ten years', async () => {
    const user = await signedIn(testEnv)
    const start = now() + TEN_YEARS
    expect(await publishEvent(user, { event_date: start - 60, end_date: start + 3600 })).toBeGreaterThan(0)
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
    const addEvent = async (event_date: number, end_date: number) =>
      (await (await ask('POST', 'addEvent', { as: user, body: body(event_date, end_date) })).json()) as { error: unknown }
    expect(await addEvent(start + 60, start + 3600)).toMatchObject({
      error: { code: 'listing_rule', details: { field: 'event_date', rule: 'date_far' } },
    })
    for (const far of [8_640_000_000_000, 253_402_300_800, -62_167_219_201])
      expect(await addEvent(far, far + 3600)).toMatchObject({ error: { code: 'invalid_body', details: { path: 'product.event_date' } } })
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
  ])('with the %s %s is refused', async (field, value, rule) => {
    const user = await signedIn(testEnv)
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

  it('may have a text or a URL as its location, and look-alike letters in the domain name of a URL are stored as punycode', async () => {
    const user = await signedIn(testEnv)
    for (const [typed, stored] of [
      ['Room 4, write to us@house.example', 'Room 4, write to us@house.example'],
      ['https://meet.example/a?b=c@d', 'https://meet.example/a?b=c@d'],
      ['https://g\u043e\u043egle.example/x', 'https://xn--ggle-55da.example/x'],
      ['https://zoom.us\u2044j\u204498765.evil.example/', 'https://zoom.xn--usj98765-f03db.evil.example/'],
    ] as const) {
      const answer = await ask('GET', `getListing?listType=events&id=${await publishEvent(user, { location: typed })}`)
      expect(((await answer.json()) as { event: { location: string } }).event.location).toBe(stored)
    }
  })
})

describe('a lone surrogate', () => {
  it('is refused in a title, with the path of the field', async () => {
    const user = await signedIn(testEnv)
    const answer = await ask('POST', 'addService', { as: user, body: '{"product":{"title":"Logo \\ud83d","options":{}}}' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_body', details: { path: 'product.title', rule: 'malformed' } } })
  })
})
