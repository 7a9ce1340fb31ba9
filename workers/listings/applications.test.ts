import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '../auth/tables.ts'
import type { InboxFrame } from '../chat/messages.schema.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { call, codeOf, signedIn, type TestUser, useUp } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { Application, ApplicationPage } from './applications.schema.ts'
import type { ListingsEnv } from './env.ts'
import type { Event } from './events.schema.ts'
import worker from './index.ts'
import type { Job } from './jobs.schema.ts'
import { forget } from './people.ts'
import { applications, listings } from './tables.ts'
import { areaEnv, ask, fileOf, publish, publishEvent, publishJob } from './testing.ts'

const db = database(areaEnv)
const errorOf = async (answer: Response) => ((await answer.json()) as { error: { code: string; details: unknown } }).error
const submit = (as: TestUser, body: Record<string, unknown>) =>
  ask('POST', 'submitApplication', { as, body: { message: 'I would like to.', ...body } })
const applied = async (as: TestUser, body: Record<string, unknown>): Promise<Application> => {
  const answer = await submit(as, body)
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { application: Application }).application
}
const answer = (as: TestUser, id: string, accept: boolean, message = '') =>
  ask('POST', 'answerApplication', { as, body: { id, accept, message } })
const withdraw = (as: TestUser, id: string) => ask('POST', 'withdrawApplication', { as, body: { id } })
const list = async (as: TestUser, query: string) => (await (await ask('GET', `getApplications?${query}`, { as })).json()) as ApplicationPage
const bid = { bidPrice: 40_000_000, bidDelivery: 4 }

describe('refusals', () => {
  it.each(['submitApplication', 'answerApplication', 'withdrawApplication'])('%s wants a session and POST', async (path) => {
    expect((await ask('POST', path, { body: {} })).status).toBe(401)
    expect((await ask('GET', path)).headers.get('allow')).toBe('POST')
  })

  it.each([
    {},
    { jobId: 1, eventId: 1 },
    { jobId: '1' },
    { jobId: -1 },
    { jobId: 1, message: 7 },
    { jobId: 1, message: 'x'.repeat(4001) },
    { jobId: 1, cvPath: '../../etc/passwd' },
    { jobId: 1, bidPrice: 2 ** 53 },
    { jobId: 1, bidPrice: 5_000_000.5 },
    { jobId: 1, bidDelivery: '3' },
  ])('has no use for %j', async (body) => expect((await submit(await signedIn(areaEnv), body)).status).toBe(422))

  it('one’s own listing, what is not on offer, what is over, and people without a name', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const [jobId, eventId, hidden] = [await publishJob(owner), await publishEvent(owner), await publishJob(owner, { enabled: false })]
    expect(await codeOf(await submit(owner, { jobId }))).toBe('own_listing')
    expect(await codeOf(await submit(await signedIn(areaEnv, { name: '' }), { jobId }))).toBe('username_required')
    for (const body of [
      { jobId: hidden },
      { jobId: eventId },
      { eventId: jobId },
      { jobId: await publish(owner) },
      { jobId: 4_000_000_000 },
    ])
      expect(await codeOf(await submit(me, body))).toBe('listing_not_found')
    await db
      .update(listings)
      .set({ endsAt: now() - 1 })
      .where(eq(listings.id, eventId))
    expect(await codeOf(await submit(me, { eventId }))).toBe('event_over')
  })

  it('nobody who has a username, by which the other side knows them', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv, { name: '', wallet: false, terms: false })]
    const username = `mori_${Date.now()}`
    await db.update(users).set({ username }).where(eq(users.id, me.id))
    const [jobId, eventId] = [await publishJob(owner), await publishEvent(owner)]
    for (const target of [{ jobId }, { eventId }]) expect(await applied(me, target)).toMatchObject({ name: username, user_id: me.id })
    expect((await list(owner, `jobId=${jobId}`)).applications[0]).toMatchObject({ name: username })
  })

  it('a job without a message; an event takes one', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const [jobId, eventId] = [await publishJob(owner), await publishEvent(owner)]
    for (const message of ['', ' \u200b '])
      expect(await errorOf(await submit(me, { jobId, message }))).toMatchObject({
        code: 'application_rule',
        details: { field: 'message', rule: 'message_missing' },
      })
    expect(await applied(me, { eventId, message: '' })).toMatchObject({ message: '', status: 'sent' })
  })

  it('a bid of somebody who offers nothing, with a service that is not theirs, or with terms that cannot be', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const jobId = await publishJob(owner, { bidding: true, bidBase: 20_000_000 })
    expect(await codeOf(await submit(me, { jobId, ...bid }))).toBe('bid_service_required')
    const service = await publish(me)
    const foreign = await publish(owner)
    for (const [change, rule] of [
      [{ bidService: null }, 'bid_service_missing'],
      [{ bidService: foreign }, 'bid_service_missing'],
      [{ bidService: jobId }, 'bid_service_missing'],
      [{ bidPrice: null }, 'bid_price_missing'],
      [{ bidPrice: 4_999_999 }, 'price_low'],
      [{ bidPrice: -40_000_000 }, 'price_low'],
      [{ bidPrice: 1_000_000_000_001 }, 'price_high'],
      [{ bidDelivery: 0 }, 'delivery_short'],
      [{ bidDelivery: 366 }, 'delivery_long'],
      [{ message: '' }, 'message_missing'],
    ] as const)
      expect(await errorOf(await submit(me, { jobId, bidService: service, ...bid, ...change }))).toMatchObject({
        code: 'application_rule',
        details: { rule },
      })
    await ask('POST', 'toggleService', { as: me, body: { serviceId: service, enabled: false, listType: 'services' } })
    expect(await codeOf(await submit(me, { jobId, bidService: service, ...bid }))).toBe('bid_service_required')
  })

  it('what a hidden or deleted listing is called by now; its owner is told', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const eventId = await publishEvent(owner, { title: 'An evening of films' })
    const { id } = await applied(me, { eventId })
    const titles = async () => [
      (await list(me, '')).applications[0]!.title,
      (await list(owner, `eventId=${eventId}`)).applications[0]!.title,
    ]
    const change = (set: Partial<typeof listings.$inferInsert>) => db.update(listings).set(set).where(eq(listings.id, eventId))
    await change({ title: 'An evening of short films' })
    expect(await titles()).toEqual(['An evening of short films', 'An evening of short films'])
    await change({ title: 'A secret', enabled: false })
    expect(await titles()).toEqual(['An evening of films', 'A secret'])
    await answer(owner, id, true)
    await change({ enabled: true, deletedAt: now() })
    expect((await list(me, '')).applications[0]!.title).toBe('An evening of films')
  })

  it('a CV that is somebody else’s, no document, or never arrived', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const jobId = await publishJob(owner)
    for (const cvPath of [
      await fileOf(owner, { kind: 'document' }),
      await fileOf(me),
      await fileOf(me, { kind: 'document', ready: false }),
      'x'.repeat(22),
    ])
      expect(await codeOf(await submit(me, { jobId, cvPath }))).toBe('media_not_yours')
  })

  it('a CV that is deleted between the check and the writing', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const [jobId, cvPath] = [await publishJob(owner), await fileOf(me, { kind: 'document' })]
    const race = raceBefore('insert into \\"applications\\"', () =>
      database(areaEnv).update(media).set({ readyAt: null, discardedAt: 1 }).where(eq(media.id, cvPath)),
    )
    const answer = await submit(me, { jobId, cvPath })
    race.restore()
    expect([race.happened, await codeOf(answer)]).toEqual([true, 'media_not_yours'])
  })

  it('more than sixty in an hour', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const jobId = await publishJob(owner)
    await useUp(areaEnv, { person: me.id }, 'POST /api/listings/submitApplication')
    expect(await codeOf(await submit(me, { jobId }))).toBe('too_many_requests')
  })

  it('anybody else’s hands on a list, an answer or a withdrawal', async () => {
    const [owner, me, other] = [await signedIn(areaEnv), await signedIn(areaEnv), await signedIn(areaEnv)]
    const jobId = await publishJob(owner)
    const { id } = await applied(me, { jobId })
    for (const as of [me, other]) {
      expect(await codeOf(await ask('GET', `getApplications?jobId=${jobId}`, { as }))).toBe('forbidden')
      expect(await codeOf(await answer(as, id, true))).toBe('application_not_found')
    }
    for (const as of [owner, other]) expect(await codeOf(await withdraw(as, id))).toBe('application_not_found')
    expect((await ask('GET', `getApplications?jobId=${jobId}`)).status).toBe(401)
    expect(await codeOf(await ask('GET', `getApplications?eventId=${jobId}`, { as: owner }))).toBe('listing_not_found')
    expect((await list(other, '')).applications).toEqual([])
    expect((await list(owner, `jobId=${jobId}`)).applications).toMatchObject([{ id, status: 'sent' }])
  })
})

describe('an application', () => {
  it('reaches the owner with everything, and its author sees it on the page', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv, { name: 'Noa Levi' })]
    const jobId = await publishJob(owner, { bidding: true, bidBase: 20_000_000 })
    const [service, cvPath] = [await publish(me), await fileOf(me, { kind: 'document' })]
    expect((await list(owner, `jobId=${jobId}`)).applications).toEqual([])
    const sent = await applied(me, { jobId, bidService: service, ...bid, cvPath, userId: owner.id, userName: 'Owner', cvFileName: '../x' })
    expect(sent).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      listingId: jobId,
      listType: 'jobs',
      title: 'Storyboard artist for a short film',
      user_id: me.id,
      name: 'Noa Levi',
      image: null,
      date: expect.any(Number),
      message: 'I would like to.',
      cv_path: cvPath,
      cv_filename: 'photo.jpg',
      bid_price: 40_000_000,
      bid_service: service,
      bid_service_title: 'Logo and identity for small studios',
      bid_delivery: 4,
      status: 'sent',
      answer: '',
      answeredAt: null,
      position: null,
      full: false,
    })
    expect((await list(owner, `jobId=${jobId}`)).applications).toEqual([sent])
    expect((await list(me, '')).applications).toEqual([sent])
    const seen = async (as?: TestUser) => (await (await ask('GET', `getListing?listType=JOBS&id=${jobId}`, { as })).json()) as Job
    expect([(await seen(me)).application, (await seen(me)).waiting]).toEqual([sent, null])
    expect([(await seen(owner)).application, (await seen(owner)).waiting]).toEqual([null, 1])
    expect([(await seen()).application, (await seen()).waiting]).toEqual([null, null])
  })

  it('names the service of a bid to the owner only while that service is on offer', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const [jobId, service] = [await publishJob(owner, { bidding: true, bidBase: 20_000_000 }), await publish(me)]
    const { bid_service_title: title } = await applied(me, { jobId, bidService: service, ...bid })
    const named = async () =>
      [(await list(owner, `jobId=${jobId}`)).applications, (await list(me, '')).applications].map(([one]) => one!.bid_service_title)
    expect(await named()).toEqual([title, title])
    await db.update(listings).set({ enabled: false }).where(eq(listings.id, service))
    expect(await named()).toEqual([null, title])
    await db.update(listings).set({ deletedAt: now() }).where(eq(listings.id, service))
    expect(await named()).toEqual([null, null])
  })

  it('to a job without bids carries none', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const sent = await applied(me, { jobId: await publishJob(owner), ...bid, bidService: await publish(me) })
    expect(sent).toMatchObject({ bid_price: null, bid_service: null, bid_delivery: null })
  })

  it('is one of a person, changed until it is answered, however often it is sent at once', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const jobId = await publishJob(owner)
    const all = await Promise.all(['One', 'Two', 'Three'].map((message) => applied(me, { jobId, message })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    const changed = await applied(me, { jobId, message: 'Four' })
    expect([changed.id, changed.message]).toEqual([all[0]!.id, 'Four'])
    expect(await (await answer(owner, changed.id, true, 'Welcome!')).json()).toMatchObject({
      application: { status: 'accepted', answer: 'Welcome!', answeredAt: expect.any(Number) },
    })
    expect(await codeOf(await submit(me, { jobId, message: 'Five' }))).toBe('application_answered')
    expect(await codeOf(await answer(owner, changed.id, false))).toBe('application_answered')
    expect((await list(me, '')).applications).toMatchObject([{ message: 'Four', status: 'accepted' }])
  })

  it('is answered once, however often at once', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const { id } = await applied(me, { jobId: await publishJob(owner) })
    const answers = await Promise.all([true, false, true, false].map((accept) => answer(owner, id, accept)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('goes with its words and CV when it is withdrawn, and may come anew; one that was declined stays', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const jobId = await publishJob(owner)
    const first = await applied(me, { jobId, cvPath: await fileOf(me, { kind: 'document' }) })
    expect((await withdraw(me, first.id)).status).toBe(200)
    expect(await codeOf(await withdraw(me, first.id))).toBe('application_not_found')
    expect(await codeOf(await answer(owner, first.id, true))).toBe('application_not_found')
    expect([(await list(owner, `jobId=${jobId}`)).applications, (await list(me, '')).applications]).toEqual([[], []])
    const [row] = await db.select().from(applications).where(eq(applications.id, first.id))
    expect(row).toMatchObject({ message: '', cvId: null })
    const again = await applied(me, { jobId, message: 'Once more' })
    expect(again).toMatchObject({ id: first.id, status: 'sent', cv_path: null })
    await answer(owner, again.id, false, 'Sorry')
    expect(await codeOf(await withdraw(me, again.id))).toBe('application_answered')
    expect(await codeOf(await submit(me, { jobId }))).toBe('application_answered')
  })

  it('comes page by page, newest first', async () => {
    const owner = await signedIn(areaEnv)
    const jobId = await publishJob(owner)
    const rows = Array.from({ length: 120 }, (_, i) => ({
      id: `page-${String(i).padStart(4, '0')}-${'x'.repeat(12)}`,
      listingId: jobId,
      userId: 1_000_000 + i,
      message: String(i),
      createdAt: Math.floor(i / 3),
    }))
    await db.insert(applications).values(rows)
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const page = await list(owner, `jobId=${jobId}${cursor}`)
      found.push(...page.applications.map(({ message }) => message))
      if (!page.next) break
      cursor = `&cursor=${page.next}`
    }
    expect(found).toEqual(rows.map(({ message }) => message).reverse())
  })

  it('goes with whom it is of, and with what it was sent to', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const [mine, theirs] = [await publishJob(me), await publishJob(owner)]
    await applied(me, { jobId: theirs })
    await applied(owner, { jobId: mine })
    await forget(db, me.id)
    expect(await db.select().from(applications).where(eq(applications.listingId, theirs))).toEqual([])
    expect(await db.select().from(applications).where(eq(applications.listingId, mine))).toEqual([])
  })
})

describe('an event', () => {
  const event = async (id: number, as?: TestUser) =>
    (await (await ask('GET', `getListing?listType=EVENTS&id=${id}`, { as })).json()) as Event

  it('tells its hidden place to those who are admitted, for as long as they are', async () => {
    const [owner, me, other] = [await signedIn(areaEnv), await signedIn(areaEnv), await signedIn(areaEnv)]
    const eventId = await publishEvent(owner, { location: 'Back door, second bell', hide_location: true })
    const places = async () => Promise.all([me, other, undefined].map(async (as) => (await event(eventId, as)).event.location))
    const [mine] = [await applied(me, { eventId }), await applied(other, { eventId })]
    expect(await places()).toEqual([null, null, null])
    await answer(owner, mine.id, true)
    expect(await places()).toEqual(['Back door, second bell', null, null])
    expect((await event(eventId)).event.attendees).toBe(1)
    await withdraw(me, mine.id)
    expect(await places()).toEqual([null, null, null])
    expect((await event(eventId)).event.attendees).toBe(0)
  })

  it('admits as many as it has places, however many are admitted at once, and is not made smaller than that', async () => {
    const owner = await signedIn(areaEnv)
    const eventId = await publishEvent(owner, { maxAttendees: 3 })
    const people = await Promise.all(Array.from({ length: 7 }, () => signedIn(areaEnv)))
    const sent = await Promise.all(people.map((person) => applied(person, { eventId })))
    const answers = await Promise.all(sent.map(({ id }) => answer(owner, id, true)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const refused of answers.filter(({ status }) => status !== 200)) expect(await codeOf(refused)).toBe('event_full')
    const { title, description, category } = await event(eventId)
    const change = (maxAttendees: number | null) =>
      ask('POST', 'addEvent', {
        as: owner,
        body: {
          product: { id: eventId, title, description, category, eventType: 'ONLINE', event_date: now() + 9999, media: [], maxAttendees },
        },
      })
    expect(await errorOf(await change(2))).toMatchObject({
      code: 'listing_rule',
      details: { field: 'maxAttendees', rule: 'capacity_taken', admitted: 3 },
    })
    expect((await event(eventId)).event.maxAttendees).toBe(3)
    expect((await change(3)).status).toBe(200)
    // A place that is given back is free.
    const rest = (await list(owner, `eventId=${eventId}`)).applications.filter(({ status }) => status === 'sent')
    const gone = people[answers.findIndex(({ status }) => status === 200)]!
    await withdraw(gone, sent[people.indexOf(gone)]!.id)
    expect((await answer(owner, rest[0]!.id, true)).status).toBe(200)
    expect(await codeOf(await answer(owner, rest[1]!.id, true))).toBe('event_full')
    expect((await answer(owner, rest[1]!.id, false)).status).toBe(200)
    expect((await change(null)).status).toBe(200)
    expect((await answer(owner, rest[2]!.id, true)).status).toBe(200)
  })
})

describe('a waiting list', () => {
  const shown = async (as: TestUser, eventId: number) =>
    ((await (await ask('GET', `getListing?listType=EVENTS&id=${eventId}`, { as })).json()) as Event).application!

  it('is of nobody at a job or an event without a limit', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    expect(await applied(me, { jobId: await publishJob(owner) })).toMatchObject({ position: null, full: false })
    expect(await applied(me, { eventId: await publishEvent(owner) })).toMatchObject({ position: null, full: false })
  })

  it('is served in the order in which people asked, to the host whole and to each with their own place in it', async () => {
    const owner = await signedIn(areaEnv)
    const eventId = await publishEvent(owner, { maxAttendees: 1 })
    const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => signedIn(areaEnv)))
    const sent: Application[] = []
    for (const [i, person] of [first!, second!, third!, fourth!].entries()) {
      sent.push(await applied(person, { eventId }))
      // A second apart, as people are.
      await db
        .update(applications)
        .set({ createdAt: now() - 100 + i })
        .where(eq(applications.id, sent[i]!.id))
    }
    expect(await shown(second!, eventId)).toMatchObject({ position: 2, full: false })
    expect((await answer(owner, sent[0]!.id, true)).status).toBe(200)
    expect(await shown(first!, eventId)).toMatchObject({ status: 'accepted', position: null, full: true })
    for (const [i, person] of [second!, third!, fourth!].entries())
      expect(await shown(person, eventId)).toMatchObject({ status: 'sent', position: i + 1, full: true })
    const line = async () => (await list(owner, `eventId=${eventId}&state=waiting`)).applications
    expect((await line()).map(({ user_id, position }) => [user_id, position])).toEqual([
      [second!.id, 1],
      [third!.id, 2],
      [fourth!.id, 3],
    ])
    expect((await list(owner, `eventId=${eventId}&state=answered`)).applications.map(({ user_id }) => user_id)).toEqual([first!.id])
    expect((await ask('GET', `getApplications?eventId=${eventId}&state=all`, { as: owner })).status).toBe(422)

    // To change what was sent keeps the place in the line; to leave it makes the others move up.
    await applied(third!, { eventId, message: 'Still interested.' })
    expect(await shown(third!, eventId)).toMatchObject({ message: 'Still interested.', position: 2 })
    await withdraw(second!, sent[1]!.id)
    expect(await shown(third!, eventId)).toMatchObject({ position: 1, full: true })
    // A place comes free: the next is still admitted by the host, and nobody before.
    await withdraw(first!, sent[0]!.id)
    expect((await line()).map(({ user_id, position, full }) => [user_id, position, full])).toEqual([
      [third!.id, 1, false],
      [fourth!.id, 2, false],
    ])
    // Who left and comes again is the last.
    await applied(second!, { eventId })
    expect(await shown(second!, eventId)).toMatchObject({ position: 3 })
    expect((await answer(owner, sent[2]!.id, true)).status).toBe(200)
    expect(await shown(fourth!, eventId)).toMatchObject({ position: 1, full: true })
  })
})

describe('both sides', () => {
  it('are told of every step, and nothing fails where they cannot be', async () => {
    const [owner, me] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const jobId = await publishJob(owner)
    const told: [number[], InboxFrame][] = []
    const run = async (env: ListingsEnv, path: string, as: TestUser, body: unknown) => {
      const context = createExecutionContext()
      const reply = await call(worker, env, context, 'POST', `/api/listings/${path}`, { as, body })
      await waitOnExecutionContext(context)
      expect(reply.status).toBe(200)
      return (await reply.json()) as { application: Application }
    }
    const heard = {
      ...areaEnv,
      CHAT: { notify: async (ids: number[], frame: InboxFrame) => void told.push([ids, frame]) },
    } as unknown as ListingsEnv
    const { application } = await run(heard, 'submitApplication', me, { jobId, message: 'Hello' })
    const { id } = application
    await run(heard, 'answerApplication', owner, { id, accept: true })
    await run(heard, 'withdrawApplication', me, { id })
    expect(told).toEqual(Array(3).fill([[owner.id, me.id], { v: 1, type: 'application', id, listingId: jobId, listType: 'jobs' }]))
    const deaf = { ...areaEnv, CHAT: { notify: () => Promise.reject(new Error('chat is down')) } } as unknown as ListingsEnv
    await run(deaf, 'submitApplication', me, { jobId, message: 'Hello again' })
  })
})
