import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { Event, EventDraft } from './events.schema.ts'
import type { Job, JobDraft } from './jobs.schema.ts'
import type { ListingPage } from './listings.schema.ts'
import { listings } from './tables.ts'
import { ask, createCity, createFile, eventDraft, jobDraft, publish, publishEvent, publishJob, serviceDraft, testEnv } from './testing.ts'

const db = database(testEnv)
const HOUR = 3600
const errorOf = async (answer: Response) => ((await answer.json()) as { error: { code: string; details: unknown } }).error
const getJob = async (id: number, as?: TestUser) => (await ask('GET', `getListing?listType=JOBS&id=${id}`, { as })).json() as Promise<Job>
const getEvent = async (id: number, as?: TestUser) =>
  (await ask('GET', `getListing?listType=EVENTS&id=${id}`, { as })).json() as Promise<Event>
const getPage = async (query: string, as?: TestUser) => (await (await ask('GET', `query?${query}`, { as })).json()) as ListingPage
const getIds = async (query: string, as?: TestUser) => (await getPage(query, as)).services.map(({ id }) => id)
const addJob = (as: TestUser, overrides: Partial<JobDraft> & Record<string, unknown> = {}) =>
  ask('POST', 'addJob', { as, body: { product: jobDraft(overrides) } })
const addEvent = (as: TestUser, overrides: Partial<EventDraft> & Record<string, unknown> = {}) =>
  ask('POST', 'addEvent', { as, body: { product: eventDraft(overrides) } })

describe('addJob and addEvent', () => {
  it.each(['addJob', 'addEvent'])(
    'refuse guests, users without accepted terms or without a profile name, and GET requests: %s',
    async (path) => {
      const body = { product: path === 'addJob' ? jobDraft() : eventDraft() }
      expect((await ask('POST', path, { body })).status).toBe(401)
      expect(await codeOf(await ask('POST', path, { as: await signedIn(testEnv, { terms: false }), body }))).toBe('terms_required')
      expect(await codeOf(await ask('POST', path, { as: await signedIn(testEnv, { name: '' }), body }))).toBe('profile_required')
      expect((await ask('GET', path)).headers.get('allow')).toBe('POST')
    },
  )

  it.each<[string, string, Record<string, unknown>]>([
    ['title_short', 'title', { title: 'Help' }],
    ['category_missing', 'category', { category: '' }],
    ['description_short', 'description', { description: '<p>Come and help us.</p>' }],
    ['place_missing', 'place', { local: true }],
    ['place_missing', 'place', { local: true, country: 'JP' }],
    ['place_missing', 'place', { local: true, city: 1850147 }],
    ['bid_base_missing', 'bidBase', { bidding: true }],
    ['bid_base_missing', 'bidBase', { bidding: true, bidBase: 0 }],
    ['bid_base_missing', 'bidBase', { bidding: true, bidBase: -5_000_000 }],
    ['price_low', 'bidBase', { bidding: true, bidBase: 4_999_999 }],
    ['price_high', 'bidBase', { bidding: true, bidBase: 1_000_000_000_001 }],
    ['duration_range', 'duration', { duration: 0 }],
    ['duration_range', 'duration', { duration: 261 }],
    ['salary_range', 'salary', { salary: { amount: 0, currency: 'USD', period: 'hour' } }],
    ['salary_range', 'salary', { salary: { amount: 1_000_000_001, currency: 'JPY', period: 'year' } }],
  ])('refuse a job that breaks the rule %s in the field %s (case %#)', async (rule, field, overrides) => {
    const answer = await addJob(await signedIn(testEnv), overrides)
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'listing_rule', details: { field, rule } })
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['title_short', 'title', { title: 'Meet' }],
    ['category_missing', 'category', { category: '' }],
    ['description_short', 'description', { description: '' }],
    ['place_missing', 'place', { eventType: 'HYBRID' }],
    ['date_missing', 'event_date', { event_date: null }],
    ['date_order', 'end_date', { end_date: 1 }],
    ['date_long', 'end_date', { end_date: 4_000_000_000 }],
    ['date_past', 'event_date', { event_date: 1_700_000_000, end_date: 1_700_003_600 }],
    ['ticket_price', 'price', { paid: true, price: 0 }],
    ['ticket_price', 'price', { paid: true, price: -1 }],
    ['capacity_range', 'maxAttendees', { maxAttendees: 0 }],
    ['capacity_range', 'maxAttendees', { maxAttendees: 100_001 }],
  ])('refuse an event that breaks the rule %s in the field %s (case %#)', async (rule, field, overrides) => {
    const answer = await addEvent(await signedIn(testEnv), overrides)
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'listing_rule', details: { field, rule } })
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['addJob', 'jobType', { jobType: 'SLAVERY' }],
    ['addJob', 'category', { category: 'design' }],
    ['addJob', 'subCategory', { subCategory: 'solidity' }],
    ['addJob', 'bidBase', { bidding: true, bidBase: '20' }],
    ['addJob', 'salary.currency', { salary: { amount: 1, currency: 'DOGE', period: 'hour' } }],
    ['addJob', 'country', { country: 'XX' }],
    ['addJob', 'media.0', { media: ['../x'] }],
    ['addEvent', 'timeZone', { timeZone: 'Mars/Base' }],
    ['addEvent', 'timeZone', { timeZone: '+09:00' }],
    ['addEvent', 'theme', { theme: 'NEON' }],
    ['addEvent', 'event_date', { event_date: '2026-12-01' }],
    ['addEvent', 'event_date', { event_date: 1e21 }],
    ['addEvent', 'sponsors.0.url', { sponsors: [{ name: 'Acme', url: 'javascript:alert(1)' }] }],
    ['addEvent', 'sponsors', { sponsors: Array(13).fill('Acme') }],
  ])('refuse invalid values: %s answers 422 with the path %s for %j', async (path, field, overrides) => {
    const product = path === 'addJob' ? jobDraft(overrides) : eventDraft(overrides)
    const answer = await ask('POST', path, { as: await signedIn(testEnv), body: { product } })
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'invalid_body', details: { path: `product.${field}` } })
  })

  it('refuse a city that is not in the given country, and an unknown city', async () => {
    const user = await signedIn(testEnv)
    const tokyo = await createCity('JP', 'Tokyo', '東京')
    for (const place of [
      { country: 'DE', city: tokyo },
      { country: 'JP', city: 4_000_000 },
    ])
      expect(await errorOf(await addJob(user, { local: true, ...place }))).toMatchObject({
        code: 'listing_rule',
        details: { field: 'place', rule: 'place_missing' },
      })
  })

  it('refuse a paid event from a user without a wallet, but not a free event or a job', async () => {
    const user = await signedIn(testEnv, { wallet: false })
    expect(await codeOf(await addEvent(user, { paid: true, price: 1_000_000 }))).toBe('wallet_required')
    expect((await addEvent(user)).status).toBe(200)
    expect((await addJob(user)).status).toBe(200)
  })

  it('refuse changes to listings of other users or of another type, files of other users, and documents as media', async () => {
    const [owner, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [jobId, eventId, serviceId] = [await publishJob(owner), await publishEvent(owner), await publish(owner)]
    for (const [listType, id] of [
      ['jobs', jobId],
      ['events', eventId],
    ] as const) {
      expect(await codeOf(await ask('POST', 'toggleService', { as: other, body: { serviceId: id, enabled: false, listType } }))).toBe(
        'forbidden',
      )
      expect(await codeOf(await ask('POST', 'deleteListing', { as: other, body: { id, listType } }))).toBe('forbidden')
    }
    expect(await codeOf(await addJob(other, { id: jobId, title: 'Taken over' }))).toBe('forbidden')
    expect(await codeOf(await addEvent(other, { id: eventId, title: 'Taken over' }))).toBe('forbidden')
    for (const id of [eventId, serviceId]) expect(await codeOf(await addJob(owner, { id }))).toBe('listing_not_found')
    expect(await codeOf(await addEvent(owner, { id: jobId }))).toBe('listing_not_found')
    expect(
      await codeOf(
        await ask('POST', 'addService', { as: owner, body: { product: serviceDraft([await createFile(owner)], { id: jobId }) } }),
      ),
    ).toBe('listing_not_found')
    for (const listType of ['SERVICES', 'EVENTS'])
      expect(await codeOf(await ask('GET', `getListing?listType=${listType}&id=${jobId}`))).toBe('listing_not_found')
    const file = await createFile(other)
    expect(await codeOf(await addJob(owner, { id: jobId, media: [file] }))).toBe('media_not_yours')
    const document = await createFile(owner, { kind: 'document' })
    expect(await codeOf(await addJob(owner, { id: jobId, media: [document] }))).toBe('media_not_yours')
    expect(await getJob(jobId)).toMatchObject({ title: 'Storyboard artist for a short film', media: [] })
  })
})

describe('a job', () => {
  it('is returned as posted, with the fields of a job', async () => {
    const user = await signedIn(testEnv, { name: 'Rin Sato', wallet: false })
    const banner = await createFile(user)
    const id = await publishJob(user, { media: [banner], bidding: true, bidBase: 90_000_000, duration: 6, subCategory: 'storyboard' })
    expect(await getJob(id)).toMatchObject({
      id,
      listType: 'jobs',
      type: 'JOBS',
      category: 'illustrator',
      categoryLabel: { en: 'Illustrator & animator', ja: 'イラストレーター・アニメーター' },
      subCategoryLabel: { en: 'Storyboards', ja: '絵コンテ' },
      account: '',
      price: 90_000_000,
      place: null,
      job: { jobType: 'CONTRACT', duration: 6, bidding: true, bidBase: 90_000_000, salary: null },
      picture: { id: banner },
      poster: { name: 'Rin Sato' },
      application: null,
      waiting: null,
      enabled: true,
    })
    expect((await getJob(id, user)).waiting).toBe(0)
  })

  it('that is full-time has no bids and no duration, and keeps the cents of its salary', async () => {
    const user = await signedIn(testEnv)
    const salary = { amount: 1050, currency: 'USD', period: 'hour' } as const
    const id = await publishJob(user, { jobType: 'FULLTIME', bidding: true, bidBase: 50_000_000, duration: 9, salary })
    expect((await getJob(id)).job).toEqual({ jobType: 'FULLTIME', duration: null, bidding: false, bidBase: null, salary })
  })

  it('accepts its location as codes or as objects, and the bid base under its old name', async () => {
    const user = await signedIn(testEnv)
    const city = await createCity('JP', 'Kanazawa', '金沢')
    const one = await publishJob(user, { local: true, country: 'JP', city })
    const two = await publishJob(user, {
      local: true,
      country: { code: 'JP' },
      city: { cityId: city },
      bidding: true,
      bidbase: 20_000_000,
    })
    for (const id of [one, two])
      expect((await getJob(id)).place).toEqual({ country: 'JP', city: { cityId: city, en: 'Kanazawa', ja: '金沢' } })
    expect((await getJob(two)).job.bidBase).toBe(20_000_000)
    expect(await getIds(`type=JOBS&country=JP&city=${city}`)).toEqual([two, one])
    expect(await getIds(`type=JOBS&userId=${user.id}&local=false`)).toEqual([])
    expect(await getIds(`type=JOBS&text=金沢&userId=${user.id}`)).toEqual([two, one])
    expect(await getIds(`type=JOBS&text=Japan&userId=${user.id}`)).toEqual([two, one])
    expect(await getIds(`type=JOBS&userId=${user.id}&minPrice=10000000&maxPrice=20000000`)).toEqual([two])
    // An online job has no location.
    expect((await addJob(user, { id: one, country: 'JP', city })).status).toBe(200)
    expect([(await getJob(one)).place, await getIds(`type=JOBS&city=${city}`)]).toEqual([null, [two]])
  })

  it('uses the beginning of its description if it has no preview', async () => {
    const id = await publishJob(await signedIn(testEnv), { descriptionPreview: '' })
    const { descriptionPreview } = await getJob(id)
    expect(descriptionPreview).toMatch(/^We make a film .*…$/)
    expect([...descriptionPreview].length).toBeLessThanOrEqual(161)
  })

  it('can be changed, disabled, enabled and deleted by its owner', async () => {
    const user = await signedIn(testEnv)
    const id = await publishJob(user, { title: 'Xylophonist wanted' })
    expect(await (await addJob(user, { id, title: 'Theremin player wanted' })).json()).toEqual({ id, created: false })
    expect([await getIds('type=JOBS&text=xylophonist'), await getIds('type=JOBS&text=theremin')]).toEqual([[], [id]])
    const toggle = (enabled: boolean) => ask('POST', 'toggleService', { as: user, body: { serviceId: id, enabled, listType: 'jobs' } })
    expect((await toggle(false)).status).toBe(200)
    expect([await getIds('type=JOBS&text=theremin'), (await ask('GET', `getListing?listType=JOBS&id=${id}`)).status]).toEqual([[], 404])
    expect(await getJob(id, user)).toMatchObject({ enabled: false })
    await toggle(true)
    expect(await getIds('type=JOBS&text=theremin')).toEqual([id])
    expect((await ask('POST', 'deleteListing', { as: user, body: { id, listType: 'jobs' } })).status).toBe(200)
    expect((await ask('GET', `getListing?listType=JOBS&id=${id}`, { as: user })).status).toBe(404)
  })

  it('is created once for concurrent requests with the same idempotency key', async () => {
    const user = await signedIn(testEnv)
    const headers = { 'idempotency-key': 'job-0001-once' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask('POST', 'addJob', { as: user, body: { product: jobDraft() }, headers })),
    )
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { id: number }[]
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1)
  })
})

describe('an event', () => {
  it('is returned as posted; its card in a list has no sponsors', async () => {
    const user = await signedIn(testEnv)
    const city = await createCity('JP', 'Naha', '那覇')
    const start = now() + 48 * HOUR
    const id = await publishEvent(user, {
      eventType: 'IN_PERSON',
      country: 'JP',
      city,
      event_date: start,
      end_date: start + 30 * HOUR,
      timeZone: 'Asia/Tokyo',
      paid: true,
      price: 3_000_000,
      maxAttendees: 40,
      sponsors: [{ name: 'Acme', url: 'https://acme.example' }, 'Kawa'],
      location: 'Kokusai-dori 1',
      theme: 'COSMOS',
    })
    const terms = {
      eventType: 'IN_PERSON',
      event_date: start,
      end_date: start + 30 * HOUR,
      timeZone: 'Asia/Tokyo',
      duration: 2,
      paid: true,
      maxAttendees: 40,
      attendees: 0,
      location: 'Kokusai-dori 1',
      hide_location: false,
      theme: 'COSMOS',
    }
    expect(await getEvent(id)).toMatchObject({
      listType: 'events',
      type: 'EVENTS',
      price: 3_000_000,
      place: { country: 'JP', city: { en: 'Naha' } },
      event: terms,
      sponsors: [
        { name: 'Acme', url: 'https://acme.example/' },
        { name: 'Kawa', url: null },
      ],
    })
    const [card] = (await getPage(`type=EVENTS&city=${city}`)).services
    expect(card).toMatchObject({ id, event: terms })
    expect(card).not.toHaveProperty('sponsors')
    expect(card).not.toHaveProperty('event.sponsors')
  })

  it('without an end date lasts the given number of days, and has the price 0 if it is free', async () => {
    const start = now() + 5 * HOUR
    const id = await publishEvent(await signedIn(testEnv), { event_date: start, end_date: null, duration: 3, price: 7_000_000 })
    expect((await getEvent(id)).event).toMatchObject({ end_date: start + 72 * HOUR, duration: 3, paid: false })
    expect((await getEvent(id)).price).toBe(0)
  })

  it('shows a hidden location to its host, and to no other user on cards, on its page or in search', async () => {
    const user = await signedIn(testEnv)
    const id = await publishEvent(user, { location: 'Zugspitzstrasse 77', hide_location: true })
    expect((await getEvent(id)).event).toMatchObject({ location: null, hide_location: true })
    expect((await getEvent(id, await signedIn(testEnv))).event.location).toBeNull()
    expect((await getEvent(id, user)).event.location).toBe('Zugspitzstrasse 77')
    expect(await getIds('type=EVENTS&text=Zugspitzstrasse')).toEqual([])
    for (const query of [`type=EVENTS&userId=${user.id}`, 'feed=news'])
      expect(JSON.stringify(await getPage(query))).not.toContain('Zugspitz')
    await addEvent(user, { id, location: 'Zugspitzstrasse 77', hide_location: true, event_date: now() + 9 * HOUR })
    expect((await getEvent(id)).event.location).toBeNull()
  })

  it('that is over is listed only for its host, and its page remains available', async () => {
    const user = await signedIn(testEnv)
    const id = await publishEvent(user, { title: 'Quetzal watching at dawn' })
    await db
      .update(listings)
      .set({ endsAt: now() - 1 })
      .where(eq(listings.id, id))
    expect([await getIds(`type=EVENTS&userId=${user.id}`), await getIds('type=EVENTS&text=quetzal')]).toEqual([[], []])
    expect((await getPage('feed=news')).services.map((card) => card.id)).not.toContain(id)
    expect([await getIds(`type=EVENTS&userId=${user.id}`, user), await getIds(`type=EVENTS&text=quetzal&userId=${user.id}`, user)]).toEqual(
      [[id], [id]],
    )
    expect((await getEvent(id)).id).toBe(id)
  })

  it('is listed in the order of end dates, page by page without gaps', async () => {
    const user = await signedIn(testEnv)
    const first = await publishEvent(user)
    const [row] = await db.select().from(listings).where(eq(listings.id, first))
    const { id: _, idempotencyKey: __, ...copy } = row!
    const ends = Array.from({ length: 60 }, (_, i) => now() + 1000 + ((i * 37) % 20) * HOUR)
    const inserted = await db
      .insert(listings)
      .values(ends.map((endsAt) => ({ ...copy, endsAt })))
      .returning({ id: listings.id, endsAt: listings.endsAt })
    const expected = [...inserted, { id: first, endsAt: row!.endsAt }]
      .sort((a, b) => a.endsAt! - b.endsAt! || a.id - b.id)
      .map(({ id }) => id)
    const found: number[] = []
    for (let cursor = ''; ; ) {
      const page = await getPage(`type=EVENTS&userId=${user.id}${cursor}`)
      found.push(...page.services.map(({ id }) => id))
      if (!page.next) break
      cursor = `&cursor=${page.next}`
    }
    expect(found).toEqual(expected)
  })
})

describe('a local service', () => {
  it('requires a location, and can be found by it', async () => {
    const user = await signedIn(testEnv)
    const local = await ask('POST', 'addService', { as: user, body: { product: serviceDraft([await createFile(user)], { local: true }) } })
    expect(await errorOf(local)).toMatchObject({ code: 'listing_rule', details: { field: 'place', rule: 'place_missing' } })
    const city = await createCity('DE', 'Görlitz', null)
    const id = await publish(user, { category: 'home', subCategory: 'garden', local: true, country: 'DE', city })
    expect(await (await ask('GET', `getListing?id=${id}`)).json()).toMatchObject({
      type: 'LOCALS',
      place: { country: 'DE', city: { cityId: city, en: 'Görlitz', ja: 'Görlitz' } },
      subCategoryLabel: { en: 'Gardens' },
    })
    expect([
      await getIds('text=görlitz'),
      await getIds('text=ドイツ'),
      await getIds(`local=true&userId=${user.id}&subCategory=garden`),
    ]).toEqual([[id], [id], [id]])
  })
})
