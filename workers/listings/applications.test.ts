import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { InboxFrame } from '../chat/messages.schema.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { users } from '../shared/tables.ts'
import { call, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { Application, ApplicationPage } from './applications.schema.ts'
import type { ListingsEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import type { Event } from './events.schema.ts'
import worker from './index.ts'
import type { Job } from './jobs.schema.ts'
import { applications, listings } from './tables.ts'
import { ask, createFile, publish, publishEvent, publishJob, testEnv } from './testing.ts'

const db = database(testEnv)
const errorOf = async (answer: Response) => ((await answer.json()) as { error: { code: string; details: unknown } }).error
const submit = (as: TestUser, body: Record<string, unknown>) =>
  ask('POST', 'submitApplication', { as, body: { message: 'I would like to.', ...body } })
const applyOk = async (as: TestUser, body: Record<string, unknown>): Promise<Application> => {
  const answer = await submit(as, body)
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { application: Application }).application
}
const answer = (as: TestUser, id: string, accept: boolean, message = '') =>
  ask('POST', 'answerApplication', { as, body: { id, accept, message } })
const withdraw = (as: TestUser, id: string) => ask('POST', 'withdrawApplication', { as, body: { id } })
const list = async (as: TestUser, query: string) => (await (await ask('GET', `getApplications?${query}`, { as })).json()) as ApplicationPage
const bid = { bidPrice: 40_000_000, bidDelivery: 4 }

describe('application calls', () => {
  it.each(['submitApplication', 'answerApplication', 'withdrawApplication'])('refuse guests and GET requests: %s', async (path) => {
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
  ])('refuse the body %j', async (body) => expect((await submit(await signedIn(testEnv), body)).status).toBe(422))

  it("refuse an application to the caller's own listing, to an unpublished listing or to an event that is over, and one from a user without a name", async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [jobId, eventId, disabled] = [await publishJob(owner), await publishEvent(owner), await publishJob(owner, { enabled: false })]
    expect(await codeOf(await submit(owner, { jobId }))).toBe('own_listing')
    expect(await codeOf(await submit(await signedIn(testEnv, { name: '' }), { jobId }))).toBe('username_required')
    for (const body of [
      { jobId: disabled },
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

  it('accept an applicant who has only a username, and show the username to the owner of the listing', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv, { name: '', wallet: false, terms: false })]
    const username = `mori_${Date.now()}`
    await db.update(users).set({ username }).where(eq(users.id, me.id))
    const [jobId, eventId] = [await publishJob(owner), await publishEvent(owner)]
    for (const target of [{ jobId }, { eventId }]) expect(await applyOk(me, target)).toMatchObject({ name: username, user_id: me.id })
    expect((await list(owner, `jobId=${jobId}`)).applications[0]).toMatchObject({ name: username, has_profile: false })
  })

  it('require a message in an application to a job, but not in one to an event', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [jobId, eventId] = [await publishJob(owner), await publishEvent(owner)]
    for (const message of ['', ' \u200b '])
      expect(await errorOf(await submit(me, { jobId, message }))).toMatchObject({
        code: 'application_rule',
        details: { field: 'message', rule: 'message_missing' },
      })
    expect(await applyOk(me, { eventId, message: '' })).toMatchObject({ message: '', status: 'sent' })
  })

  it("refuse a bid without a published service, with another user's service, or with invalid terms", async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
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

  it('show the new title of an unpublished listing only to its owner', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishEvent(owner, { title: 'An evening of films' })
    const { id } = await applyOk(me, { eventId })
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

  it('refuse a CV that belongs to another user, is not a document, or was not uploaded', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const jobId = await publishJob(owner)
    for (const cvPath of [
      await createFile(owner, { kind: 'document' }),
      await createFile(me),
      await createFile(me, { kind: 'document', ready: false }),
      'x'.repeat(22),
    ])
      expect(await codeOf(await submit(me, { jobId, cvPath }))).toBe('media_not_yours')
  })

  it('refuse a CV that is deleted between the check and the insert', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [jobId, cvPath] = [await publishJob(owner), await createFile(me, { kind: 'document' })]
    const race = raceBefore('insert into \\"applications\\"', () =>
      database(testEnv).update(media).set({ readyAt: null, discardedAt: 1 }).where(eq(media.id, cvPath)),
    )
    const answer = await submit(me, { jobId, cvPath })
    race.restore()
    expect([race.happened, await codeOf(answer)]).toEqual([true, 'media_not_yours'])
  })

  it('refuse an application once the rate limit is used up', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const jobId = await publishJob(owner)
    await exhaustLimit(testEnv, { person: me.id }, 'POST /api/listings/submitApplication')
    expect(await codeOf(await submit(me, { jobId }))).toBe('too_many_requests')
  })

  it('refuse to list or answer applications to the listings of others, and to withdraw the applications of others', async () => {
    const [owner, me, other] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const jobId = await publishJob(owner)
    const { id } = await applyOk(me, { jobId })
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
  it('is shown with all its fields to the owner of the listing and to the applicant', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv, { name: 'Noa Levi' })]
    const jobId = await publishJob(owner, { bidding: true, bidBase: 20_000_000 })
    const [service, cvPath] = [await publish(me), await createFile(me, { kind: 'document' })]
    expect((await list(owner, `jobId=${jobId}`)).applications).toEqual([])
    const sent = await applyOk(me, { jobId, bidService: service, ...bid, cvPath, userId: owner.id, userName: 'Owner', cvFileName: '../x' })
    expect(sent).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      listingId: jobId,
      listType: 'jobs',
      title: 'Storyboard artist for a short film',
      user_id: me.id,
      name: 'Noa Levi',
      has_profile: true,
      image: null,
      date: expect.any(Number),
      message: 'I would like to.',
      cv_path: cvPath,
      cv_filename: 'photo.jpg',
      bid_price: 40_000_000,
      bid_service: service,
      bid_service_title: 'Logo and identity for small studios',
      bid_delivery: 4,
      bid_order: null,
      status: 'sent',
      answer: '',
      answeredAt: null,
      position: null,
      full: false,
      place: null,
    })
    expect((await list(owner, `jobId=${jobId}`)).applications).toEqual([sent])
    expect((await list(me, '')).applications).toEqual([sent])
    const seen = async (as?: TestUser) => (await (await ask('GET', `getListing?listType=JOBS&id=${jobId}`, { as })).json()) as Job
    expect([(await seen(me)).application, (await seen(me)).waiting]).toEqual([sent, null])
    expect([(await seen(owner)).application, (await seen(owner)).waiting]).toEqual([null, 1])
    expect([(await seen()).application, (await seen()).waiting]).toEqual([null, null])
  })

  it('with a bid is accepted only if the bid is the one that the page showed', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [jobId, bidService] = [await publishJob(owner, { bidding: true, bidBase: 20_000_000 }), await publish(me)]
    const { id } = await applyOk(me, { jobId, bidService, ...bid })
    const accept = (shown: object) => ask('POST', 'answerApplication', { as: owner, body: { id, accept: true, ...shown } })
    for (const changed of [{ bidPrice: 400_000_000 }, { bidDelivery: 40 }]) {
      await applyOk(me, { jobId, bidService, ...bid, ...changed })
      expect(await codeOf(await accept(bid))).toBe('conflict')
    }
    await applyOk(me, { jobId, bidService, ...bid })
    expect((await accept(bid)).status).toBe(200)
  })

  it('shows the title of a bid’s service to the employer while the service is published, and to the applicant until the service is deleted', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [jobId, service] = [await publishJob(owner, { bidding: true, bidBase: 20_000_000 }), await publish(me)]
    const { bid_service_title: title } = await applyOk(me, { jobId, bidService: service, ...bid })
    const shownTitles = async () =>
      [(await list(owner, `jobId=${jobId}`)).applications, (await list(me, '')).applications].map(
        ([application]) => application!.bid_service_title,
      )
    expect(await shownTitles()).toEqual([title, title])
    await db.update(listings).set({ enabled: false }).where(eq(listings.id, service))
    expect(await shownTitles()).toEqual([null, title])
    await db.update(listings).set({ deletedAt: now() }).where(eq(listings.id, service))
    expect(await shownTitles()).toEqual([null, null])
  })

  it('has empty bid fields if the job does not allow bids', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const sent = await applyOk(me, { jobId: await publishJob(owner), ...bid, bidService: await publish(me) })
    expect(sent).toMatchObject({ bid_price: null, bid_service: null, bid_delivery: null })
  })

  it('exists once per user and job, even after concurrent requests, and can be changed until it is answered', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const jobId = await publishJob(owner)
    const all = await Promise.all(['One', 'Two', 'Three'].map((message) => applyOk(me, { jobId, message })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    const changed = await applyOk(me, { jobId, message: 'Four' })
    expect([changed.id, changed.message]).toEqual([all[0]!.id, 'Four'])
    expect(await (await answer(owner, changed.id, true, 'Welcome!')).json()).toMatchObject({
      application: { status: 'accepted', answer: 'Welcome!', answeredAt: expect.any(Number) },
    })
    expect(await codeOf(await submit(me, { jobId, message: 'Five' }))).toBe('application_answered')
    expect(await codeOf(await answer(owner, changed.id, false))).toBe('application_answered')
    expect((await list(me, '')).applications).toMatchObject([{ message: 'Four', status: 'accepted' }])
  })

  it('is answered only once if several answers are sent at the same time', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const { id } = await applyOk(me, { jobId: await publishJob(owner) })
    const answers = await Promise.all([true, false, true, false].map((accept) => answer(owner, id, accept)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('loses its message and CV when it is withdrawn, and can then be sent again; a declined application cannot be withdrawn', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const jobId = await publishJob(owner)
    const first = await applyOk(me, { jobId, cvPath: await createFile(me, { kind: 'document' }) })
    expect((await withdraw(me, first.id)).status).toBe(200)
    expect(await codeOf(await withdraw(me, first.id))).toBe('application_not_found')
    expect(await codeOf(await answer(owner, first.id, true))).toBe('application_not_found')
    expect([(await list(owner, `jobId=${jobId}`)).applications, (await list(me, '')).applications]).toEqual([[], []])
    const [row] = await db.select().from(applications).where(eq(applications.id, first.id))
    expect(row).toMatchObject({ message: '', cvId: null })
    const again = await applyOk(me, { jobId, message: 'Once more' })
    expect(again).toMatchObject({ id: first.id, status: 'sent', cv_path: null })
    await answer(owner, again.id, false, 'Sorry')
    expect(await codeOf(await withdraw(me, again.id))).toBe('application_answered')
    expect(await codeOf(await submit(me, { jobId }))).toBe('application_answered')
  })

  it('appears once in the list of its job, which is sorted newest first and returned page by page', async () => {
    const owner = await signedIn(testEnv)
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

  it('is deleted when the account of the applicant or of the listing owner is deleted', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const [mine, foreign] = [await publishJob(me), await publishJob(owner)]
    await applyOk(me, { jobId: foreign })
    await applyOk(owner, { jobId: mine })
    await eraseUser(db, me.id)
    expect(await db.select().from(applications).where(eq(applications.listingId, foreign))).toEqual([])
    expect(await db.select().from(applications).where(eq(applications.listingId, mine))).toEqual([])
  })
})

describe('an event', () => {
  const event = async (id: number, as?: TestUser) =>
    (await (await ask('GET', `getListing?listType=EVENTS&id=${id}`, { as })).json()) as Event

  it('shows its hidden location to accepted attendees until they withdraw', async () => {
    const [owner, me, other] = [await signedIn(testEnv), await signedIn(testEnv), await signedIn(testEnv)]
    const eventId = await publishEvent(owner, { location: 'Back door, second bell', hide_location: true })
    const locations = async () => Promise.all([me, other, undefined].map(async (as) => (await event(eventId, as)).event.location))
    const [mine] = [await applyOk(me, { eventId }), await applyOk(other, { eventId })]
    expect(await locations()).toEqual([null, null, null])
    await answer(owner, mine.id, true)
    expect(await locations()).toEqual(['Back door, second bell', null, null])
    expect((await event(eventId)).event.attendees).toBe(1)
    await withdraw(me, mine.id)
    expect(await locations()).toEqual([null, null, null])
    expect((await event(eventId)).event.attendees).toBe(0)
  })

  it('accepts no more attendees than its capacity, even if they are accepted at the same time, and refuses a capacity below their number', async () => {
    const owner = await signedIn(testEnv)
    const eventId = await publishEvent(owner, { maxAttendees: 3 })
    const people = await Promise.all(Array.from({ length: 7 }, () => signedIn(testEnv)))
    const sent = await Promise.all(people.map((person) => applyOk(person, { eventId })))
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
    // A withdrawal frees a place.
    const waiting = (await list(owner, `eventId=${eventId}`)).applications.filter(({ status }) => status === 'sent')
    const withdrawing = people[answers.findIndex(({ status }) => status === 200)]!
    await withdraw(withdrawing, sent[people.indexOf(withdrawing)]!.id)
    expect((await answer(owner, waiting[0]!.id, true)).status).toBe(200)
    expect(await codeOf(await answer(owner, waiting[1]!.id, true))).toBe('event_full')
    expect((await answer(owner, waiting[1]!.id, false)).status).toBe(200)
    expect((await change(null)).status).toBe(200)
    expect((await answer(owner, waiting[2]!.id, true)).status).toBe(200)
  })
})

describe('a waiting list', () => {
  const getApplication = async (as: TestUser, eventId: number) =>
    ((await (await ask('GET', `getListing?listType=EVENTS&id=${eventId}`, { as })).json()) as Event).application!

  it('exists only for events with a capacity', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    expect(await applyOk(me, { jobId: await publishJob(owner) })).toMatchObject({ position: null, full: false })
    expect(await applyOk(me, { eventId: await publishEvent(owner) })).toMatchObject({ position: null, full: false })
  })

  it('is ordered by the time of application; the host sees the whole list, and each applicant sees their own position', async () => {
    const owner = await signedIn(testEnv)
    const eventId = await publishEvent(owner, { maxAttendees: 1 })
    const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => signedIn(testEnv)))
    const sent: Application[] = []
    for (const [i, person] of [first!, second!, third!, fourth!].entries()) {
      sent.push(await applyOk(person, { eventId }))
      // One second apart, so that the order is defined.
      await db
        .update(applications)
        .set({ createdAt: now() - 100 + i })
        .where(eq(applications.id, sent[i]!.id))
    }
    expect(await getApplication(second!, eventId)).toMatchObject({ position: 2, full: false })
    expect((await answer(owner, sent[0]!.id, true)).status).toBe(200)
    expect(await getApplication(first!, eventId)).toMatchObject({ status: 'accepted', position: null, full: true })
    for (const [i, person] of [second!, third!, fourth!].entries())
      expect(await getApplication(person, eventId)).toMatchObject({ status: 'sent', position: i + 1, full: true })
    const waitingList = async () => (await list(owner, `eventId=${eventId}&state=waiting`)).applications
    expect((await waitingList()).map(({ user_id, position }) => [user_id, position])).toEqual([
      [second!.id, 1],
      [third!.id, 2],
      [fourth!.id, 3],
    ])
    expect((await list(owner, `eventId=${eventId}&state=answered`)).applications.map(({ user_id }) => user_id)).toEqual([first!.id])
    expect((await ask('GET', `getApplications?eventId=${eventId}&state=all`, { as: owner })).status).toBe(422)

    // A changed application keeps its position; after a withdrawal the others move up.
    await applyOk(third!, { eventId, message: 'Still interested.' })
    expect(await getApplication(third!, eventId)).toMatchObject({ message: 'Still interested.', position: 2 })
    await withdraw(second!, sent[1]!.id)
    expect(await getApplication(third!, eventId)).toMatchObject({ position: 1, full: true })
    // When a place becomes free, no applicant is accepted automatically.
    await withdraw(first!, sent[0]!.id)
    expect((await waitingList()).map(({ user_id, position, full }) => [user_id, position, full])).toEqual([
      [third!.id, 1, false],
      [fourth!.id, 2, false],
    ])
    // A withdrawn application that is sent again goes to the end.
    await applyOk(second!, { eventId })
    expect(await getApplication(second!, eventId)).toMatchObject({ position: 3 })
    expect((await answer(owner, sent[2]!.id, true)).status).toBe(200)
    expect(await getApplication(fourth!, eventId)).toMatchObject({ position: 1, full: true })
  })
})

describe('pushes', () => {
  it('are sent to owner and applicant at every step, and a call succeeds even if its push fails', async () => {
    const [owner, me] = [await signedIn(testEnv), await signedIn(testEnv)]
    const jobId = await publishJob(owner)
    const notified: [number[], InboxFrame][] = []
    const run = async (env: ListingsEnv, path: string, as: TestUser, body: unknown) => {
      const context = createExecutionContext()
      const reply = await call(worker, env, context, 'POST', `/api/listings/${path}`, { as, body })
      await waitOnExecutionContext(context)
      expect(reply.status).toBe(200)
      return (await reply.json()) as { application: Application }
    }
    const withChat = {
      ...testEnv,
      CHAT: {
        notifyMany: async (list: { userIds: number[]; frame: InboxFrame }[]) =>
          void notified.push(...list.map(({ userIds, frame }) => [userIds, frame] as [number[], InboxFrame])),
      },
    } as unknown as ListingsEnv
    const { application } = await run(withChat, 'submitApplication', me, { jobId, message: 'Hello' })
    const { id } = application
    await run(withChat, 'answerApplication', owner, { id, accept: true })
    await run(withChat, 'withdrawApplication', me, { id })
    expect(notified).toEqual(Array(3).fill([[owner.id, me.id], { v: 1, type: 'application', id, listingId: jobId, listType: 'jobs' }]))
    const chatDown = { ...testEnv, CHAT: { notifyMany: () => Promise.reject(new Error('chat is down')) } } as unknown as ListingsEnv
    await run(chatDown, 'submitApplication', me, { jobId, message: 'Hello again' })
  })
})
