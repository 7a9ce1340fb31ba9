import { createExecutionContext } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../shared/audit-tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { users } from '../shared/tables.ts'
import { call, codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import worker from './index.ts'
import type { ReportPage } from './reports.schema.ts'
import { ratingCounts, reports, reviews } from './review-tables.ts'
import type { ReviewPage } from './reviews.schema.ts'
import { createAdmin, db, insertOrder, publish, setAdmin, testEnv } from './testing.ts'

let buyer: TestUser
let seller: TestUser
let serviceId: number
let id: string
beforeEach(async () => {
  await db.delete(reports)
  buyer = await signedIn(testEnv, { name: 'Ben Carter' })
  seller = await signedIn(testEnv, { name: 'Aiko Mori' })
  serviceId = await publish(seller)
  const orderId = await insertOrder(buyer, seller, { serviceId })
  for (const [as, review] of [
    [seller, 'Thank you.'],
    [buyer, 'Buy at cheap-logos.example!'],
  ] as const)
    await ask('POST', 'addReview', as, { orderId, review, rating: 1 })
  id = (await page()).reviews[0]!.id
})

const ask = (method: 'GET' | 'POST', path: string, as?: TestUser, body: object = {}, env = testEnv) =>
  call(worker, env, createExecutionContext(), method, `/api/orders/${path}`, { ...(as && { as }), body })
const page = async () => (await (await ask('GET', `getReviewsByServiceId?id=${serviceId}`)).json()) as ReviewPage
const report = (as: TestUser | undefined, more: object = {}) =>
  ask('POST', 'addReport', as, { kind: 'review', id, reason: 'spam', ...more })
const reportAnswer = (as: TestUser | undefined, more: object = {}) => report(as, { kind: 'answer', ...more })
/** Decides about a review or answer as it is now, or as it was in `version`. */
const decide = async (as: TestUser | undefined, action: string, kind = 'review', version?: number) => {
  const [row] = await db.select().from(reviews).where(eq(reviews.id, id))
  const present = (kind === 'review' ? row?.editedAt : row?.answerEditedAt) ?? 0
  return ask('POST', 'decideReports', as, { kind, id, action, version: version ?? present })
}
const pageOf = async (as: TestUser, query = '') => (await (await ask('GET', `getReports${query}`, as)).json()) as ReportPage
const listed = async (as: TestUser, list = 'open') => (await pageOf(as, `?list=${list}`)).things
const edit = async (text: string) => {
  const [row] = await db.select().from(reviews).where(eq(reviews.id, id))
  expect((await ask('POST', 'addReview', buyer, { orderId: row!.orderId, review: text })).status).toBe(200)
}
const answer = (text: string, as = seller) => ask('POST', 'answerReview', as, { id, answer: text })
const actions = () => db.select().from(auditLog).where(eq(auditLog.subject, id))

describe('addReport refuses', () => {
  it('a guest, the author of the review, and an unknown review', async () => {
    expect(await codeOf(await report(undefined))).toBe('unauthorized')
    expect(await codeOf(await report(buyer))).toBe('forbidden')
    expect(await codeOf(await report(seller, { id: opaqueId() }))).toBe('review_not_found')
  })

  it.each([{ kind: 'order' }, { reason: 'boring' }, { reason: undefined }, { text: 'x'.repeat(1001) }])('the fields %j', async (fields) => {
    expect(await codeOf(await report(seller, fields))).toBe('invalid_body')
  })

  it('a second report of the same review by the same member', async () => {
    const answers = await Promise.all([report(seller), report(seller)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await codeOf(await report(seller))).toBe('reported_already')
    expect(await db.select().from(reports).where(eq(reports.thingId, id))).toHaveLength(1)
  })
})

it('addReport stores nothing if the account is deleted during the call', async () => {
  const race = raceBefore('insert into reports', () => db.update(users).set({ deletedAt: now() }).where(eq(users.id, seller.id)))
  const answer = await report(seller)
  race.restore()
  expect([race.happened, answer.status, await codeOf(answer)]).toEqual([true, 401, 'unauthorized'])
  expect(await db.select().from(reports).where(eq(reports.thingId, id))).toEqual([])
})

describe('the list of reports', () => {
  it('is refused to a guest, a member, a removed admin, and an admin who signed in with a password', async () => {
    await report(seller)
    const [removed, byPassword] = [await createAdmin(), await createAdmin({ byWallet: false })]
    expect((await ask('GET', 'getReports', removed)).status).toBe(200)
    await setAdmin('removeAdmin', removed)
    expect(await codeOf(await ask('GET', 'getReports'))).toBe('unauthorized')
    for (const user of [seller, removed, byPassword]) {
      expect(await codeOf(await ask('GET', 'getReports', user))).toBe('forbidden')
      expect(await codeOf(await decide(user, 'hide'))).toBe('forbidden')
    }
    expect([(await page()).reviews.length, await actions()]).toEqual([1, []])
  })

  it('is refused to an admin while the chain does not answer', async () => {
    const admin = await createAdmin()
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    expect(await codeOf(await ask('GET', 'getReports', admin, {}, offline))).toBe('chain_unavailable')
    expect(await codeOf(await ask('POST', 'decideReports', admin, { kind: 'review', id, action: 'hide', version: 0 }, offline))).toBe(
      'chain_unavailable',
    )
  })

  it('shows each reported review once, with its reports, in pages of twenty', async () => {
    const [admin, other] = [await createAdmin(), await signedIn(testEnv)]
    await report(seller, { reason: 'abuse', text: ' An advert.\u200b ' })
    await report(other)
    expect(await listed(admin)).toMatchObject([
      {
        kind: 'review',
        id,
        count: 2,
        reports: [
          { reason: 'abuse', text: 'An advert.' },
          { reason: 'spam', text: '' },
        ],
        review: { review: 'Buy at cheap-logos.example!', order_id: null },
      },
    ])
    const more = Array.from({ length: 20 }, () => ({ kind: 'review', thingId: opaqueId(), reporterId: other.id }))
    await db.insert(reports).values(more.map((one) => ({ ...one, reason: 'other', text: '', createdAt: now() })))
    const first = (await (await ask('GET', 'getReports', admin)).json()) as ReportPage
    const second = (await (await ask('GET', `getReports?cursor=${first.next}`, admin)).json()) as ReportPage
    expect([first.things.length, second.things.length, second.next]).toEqual([20, 1, null])
    expect(new Set([...first.things, ...second.things].map((thing) => thing.id)).size).toBe(21)
    expect(second.things[0]!.review).toBeNull()
  })
})

describe('a decision', () => {
  it('to hide a review removes it from lists and counts, still shows it to its author, and is recorded', async () => {
    const admin = await createAdmin()
    await report(seller)
    expect((await decide(admin, 'hide')).status).toBe(200)
    expect(await page()).toMatchObject({ reviews: [], summary: { count: 0, mean: null } })
    expect(
      await db
        .select()
        .from(ratingCounts)
        .where(and(eq(ratingCounts.rated, 'service'), eq(ratingCounts.ratedId, serviceId))),
    ).toMatchObject([{ count: 0 }])
    expect(await listed(admin)).toEqual([])
    expect(await actions()).toMatchObject([{ action: 'reviewHidden', details: '{"kind":"review"}', actor: admin.address }])
    const [row] = await db.select().from(reviews).where(eq(reviews.id, id))
    const seen = (await (await ask('GET', `getReviews?ids=${row!.orderId}`, buyer)).json()) as { reviews: object[] }
    expect(seen.reviews).toContainEqual(expect.objectContaining({ id, hidden: true, visible: false }))
    expect(await codeOf(await ask('POST', 'addReview', buyer, { orderId: row!.orderId, review: 'Again.' }))).toBe('review_closed')
  })

  it('to dismiss keeps the review visible, and a second decision is refused', async () => {
    const admin = await createAdmin()
    await report(seller)
    expect((await decide(admin, 'dismiss')).status).toBe(200)
    expect((await page()).summary.count).toBe(1)
    expect(await codeOf(await decide(admin, 'hide'))).toBe('report_not_found')
    expect(await actions()).toMatchObject([{ action: 'reportsDismissed' }])
    expect((await page()).summary.count).toBe(1)
  })

  it('is recorded once if two admins decide at the same time', async () => {
    const admins = [await createAdmin(), await createAdmin()]
    await report(seller)
    const answers = await Promise.all(admins.map((admin) => decide(admin, 'hide')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await actions()).toHaveLength(1)
  })
})

describe('a hidden review', () => {
  it('is listed, the last hidden first, and shown again as it was', async () => {
    const admin = await createAdmin()
    expect(await codeOf(await decide(admin, 'restore'))).toBe('report_not_found')
    await answer('You are a fool.')
    await report(seller)
    await report(buyer, { kind: 'answer' })
    await decide(admin, 'hide')
    await decide(admin, 'hide', 'answer')
    await db.update(reviews).set({ hiddenAt: 7, answerHiddenAt: 7 }).where(eq(reviews.id, id))
    expect((await listed(admin, 'hidden')).filter((thing) => thing.id === id)).toMatchObject([
      { kind: 'review', hidden: true, count: 0, reports: [], review: { review: 'Buy at cheap-logos.example!', order_id: null } },
      { kind: 'answer', hidden: true, count: 0, author_id: seller.id, review: { answer: { text: 'You are a fool.' } } },
    ])
    const [rest] = (await pageOf(admin, `?list=hidden&cursor=7.${id}.review`)).things
    expect(rest).toMatchObject({ kind: 'answer', id })
    const both = await Promise.all([decide(admin, 'restore'), decide(admin, 'restore')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await page()).toMatchObject({ reviews: [{ id, answer: { text: '', hidden: true } }], summary: { count: 1 } })
    expect((await decide(admin, 'restore', 'answer')).status).toBe(200)
    expect((await page()).reviews).toMatchObject([{ answer: { text: 'You are a fool.', hidden: false } }])
    expect((await listed(admin, 'hidden')).filter((thing) => thing.id === id)).toEqual([])
    expect((await actions()).map(({ action }) => action)).toEqual(['reviewHidden', 'answerHidden', 'reviewRestored', 'answerRestored'])
    expect((await report(await signedIn(testEnv))).status).toBe(200)
  })

  it('is neither shown again nor dismissed if the text was changed after the admin had seen it', async () => {
    const admin = await createAdmin()
    await report(seller)
    await edit('Worse.')
    expect(await codeOf(await decide(admin, 'dismiss', 'review', 0))).toBe('conflict')
    expect((await listed(admin))[0]).toMatchObject({ count: 1, review: { review: 'Worse.' }, version: expect.any(Number) })
    expect((await decide(admin, 'hide', 'review', 0)).status).toBe(200)
    expect(await codeOf(await decide(admin, 'restore', 'review', 0))).toBe('conflict')
    expect([(await page()).reviews, (await actions()).map(({ action }) => action)]).toEqual([[], ['reviewHidden']])
    expect((await decide(admin, 'restore')).status).toBe(200)
  })

  it('is hidden again without a new report after it was shown by mistake, unless it was changed or never reported', async () => {
    const admin = await createAdmin()
    expect(await codeOf(await decide(admin, 'hide'))).toBe('report_not_found')
    await report(seller)
    for (const action of ['hide', 'restore', 'hide']) expect((await decide(admin, action)).status).toBe(200)
    expect(await codeOf(await decide(admin, 'hide'))).toBe('report_not_found')
    expect((await page()).reviews).toEqual([])
    await decide(admin, 'restore')
    await edit('A fine logo.')
    expect(await codeOf(await decide(admin, 'hide', 'review', 0))).toBe('conflict')
    expect((await page()).reviews).toMatchObject([{ review: 'A fine logo.' }])
    await answer('Thank you!')
    expect(await codeOf(await decide(admin, 'hide', 'answer'))).toBe('report_not_found')
    expect((await actions()).map(({ action }) => action)).toEqual(['reviewHidden', 'reviewRestored', 'reviewHidden', 'reviewRestored'])
  })

  it('is neither shown again nor dismissed by its author, and dismissed if it no longer exists', async () => {
    const admin = await createAdmin()
    await report(seller)
    await db.update(reviews).set({ authorId: admin.id }).where(eq(reviews.id, id))
    expect(await codeOf(await decide(admin, 'dismiss'))).toBe('forbidden')
    expect((await decide(admin, 'hide')).status).toBe(200)
    expect(await codeOf(await decide(admin, 'restore'))).toBe('forbidden')
    await db.update(reviews).set({ authorId: buyer.id }).where(eq(reviews.id, id))
    const gone = { kind: 'review', thingId: opaqueId(), reporterId: seller.id, reason: 'spam', text: '', createdAt: now() }
    await db.insert(reports).values(gone)
    const dismiss = { kind: 'review', id: gone.thingId, action: 'dismiss', version: 0 }
    expect((await ask('POST', 'decideReports', admin, dismiss)).status).toBe(200)
  })
})

it('a report about a review of an admin is decided by another one', async () => {
  const [admin, other] = [await createAdmin(), await createAdmin()]
  await report(seller)
  await answer('You are a fool.')
  await reportAnswer(buyer)
  await db.update(reviews).set({ subjectId: admin.id }).where(eq(reviews.id, id))
  for (const action of ['hide', 'dismiss', 'restore']) expect(await codeOf(await decide(admin, action))).toBe('forbidden')
  expect((await decide(other, 'hide')).status).toBe(200)
  expect(await codeOf(await decide(admin, 'restore'))).toBe('forbidden')
  // The answer is the admin's own text.
  expect((await decide(admin, 'hide', 'answer')).status).toBe(200)
})

it('a report with a damaged copy of the text is listed without it', async () => {
  const admin = await createAdmin()
  await report(seller)
  await db
    .update(reports)
    .set({ content: '{' as never })
    .where(eq(reports.thingId, id))
  expect((await listed(admin))[0]).toMatchObject({ id, reports: [{ content: null }] })
})

it('of two changes in the same second, an admin has seen only the first', async () => {
  const admin = await createAdmin()
  await report(seller)
  await edit('Fine.')
  const [seen] = await listed(admin)
  await edit('Worse.')
  expect(await codeOf(await decide(admin, 'dismiss', 'review', seen!.version))).toBe('conflict')
  await answer('A reply.')
  await answer('Another reply.')
  await reportAnswer(buyer)
  const { version } = (await listed(admin)).find(({ kind }) => kind === 'answer')!
  await answer('A rude reply.')
  expect(await codeOf(await decide(admin, 'dismiss', 'answer', version))).toBe('conflict')
})

describe('a report of a text that was changed', () => {
  const BAD = 'Buy at cheap-logos.example!'

  it('keeps the text as it was reported, beside the present one', async () => {
    const admin = await createAdmin()
    await answer('A reply.')
    await report(seller)
    await edit('A fine logo.')
    const [thing] = await listed(admin)
    expect(thing!.reports).toMatchObject([{ content: { rating: 1, review: BAD, answer: 'A reply.' } }])
    expect(thing!.review).toMatchObject({ review: 'A fine logo.' })
    await db.update(reports).set({ content: null })
    expect((await listed(admin))[0]!.reports).toMatchObject([{ content: null }])
  })

  it('can be repeated by the same member once the text was changed after the decision', async () => {
    const admin = await createAdmin()
    await report(seller)
    await edit('A fine logo.')
    expect(await codeOf(await report(seller))).toBe('reported_already')
    // The decision comes a second after the change.
    await db
      .update(reviews)
      .set({ editedAt: now() - 1 })
      .where(eq(reviews.id, id))
    await decide(admin, 'dismiss')
    expect(await codeOf(await report(seller))).toBe('reported_already')
    await edit(BAD)
    expect((await report(seller, { reason: 'abuse', text: 'Again.' })).status).toBe(200)
    expect(await codeOf(await report(seller))).toBe('reported_already')
    expect(await listed(admin)).toMatchObject([{ count: 1, reports: [{ reason: 'abuse', text: 'Again.', content: { review: BAD } }] }])
    expect((await decide(admin, 'hide')).status).toBe(200)
    expect((await actions()).map(({ action }) => action)).toEqual(['reportsDismissed', 'reviewHidden'])
  })
})

describe('the answer to a review', () => {
  const decideAnswer = (as: TestUser, action: string) => decide(as, action, 'answer')
  const seenBy = async (as: TestUser) => {
    const [row] = await db.select().from(reviews).where(eq(reviews.id, id))
    const { reviews: list } = (await (await ask('GET', `getReviews?ids=${row!.orderId}`, as)).json()) as ReviewPage
    return list.find((review) => review.id === id)!.answer
  }

  it('has a mark once it was changed', async () => {
    await answer('A reply.')
    await answer('A reply.')
    expect((await page()).reviews[0]!.answer).toEqual({ text: 'A reply.', date: expect.any(Number), editedAt: null, hidden: false })
    await answer('Another reply.')
    expect((await page()).reviews[0]!.answer).toMatchObject({ text: 'Another reply.', editedAt: expect.any(Number) })
  })

  it('cannot be reported by a guest, by its author, while there is none, and while its review is not visible', async () => {
    expect(await codeOf(await reportAnswer(buyer))).toBe('review_not_found')
    await answer('You are a fool.')
    expect(await codeOf(await reportAnswer(undefined))).toBe('unauthorized')
    expect(await codeOf(await reportAnswer(seller))).toBe('forbidden')
    await db.update(reviews).set({ visible: false }).where(eq(reviews.id, id))
    expect(await codeOf(await reportAnswer(buyer))).toBe('review_not_found')
  })

  it('is reported and hidden on its own, which is recorded; only its author still sees it, and cannot change it', async () => {
    const admin = await createAdmin()
    await answer('You are a fool.')
    expect((await reportAnswer(buyer)).status).toBe(200)
    expect((await report(seller)).status).toBe(200)
    expect(await listed(admin)).toMatchObject([
      {
        kind: 'answer',
        id,
        count: 1,
        reports: [{ content: { answer: 'You are a fool.' } }],
        review: { answer: { text: 'You are a fool.' } },
      },
      { kind: 'review', id, count: 1 },
    ])
    expect((await decideAnswer(admin, 'hide')).status).toBe(200)
    expect(await codeOf(await decideAnswer(admin, 'hide'))).toBe('report_not_found')
    expect(await page()).toMatchObject({ reviews: [{ id, answer: { text: '', hidden: true } }], summary: { count: 1 } })
    expect(await seenBy(buyer)).toMatchObject({ text: '', hidden: true })
    expect(await seenBy(seller)).toMatchObject({ text: 'You are a fool.', hidden: true })
    expect(await codeOf(await answer('Still a fool.'))).toBe('review_closed')
    expect(await codeOf(await reportAnswer(await signedIn(testEnv)))).toBe('review_not_found')
    expect(await actions()).toMatchObject([{ action: 'answerHidden', details: '{"kind":"answer"}', actor: admin.address }])
    expect(await listed(admin)).toMatchObject([{ kind: 'review', id }])
  })

  it('can be reported again once it was changed after its reports were dismissed; a changed review does not count', async () => {
    const admin = await createAdmin()
    await answer('You are a fool.')
    await reportAnswer(buyer)
    expect((await decideAnswer(admin, 'dismiss')).status).toBe(200)
    expect(await actions()).toMatchObject([{ action: 'reportsDismissed', details: '{"kind":"answer"}' }])
    await edit('A fine logo.')
    expect(await codeOf(await reportAnswer(buyer))).toBe('reported_already')
    await answer('You are a great fool.')
    expect((await reportAnswer(buyer)).status).toBe(200)
    expect(await listed(admin)).toMatchObject([{ kind: 'answer', reports: [{ content: { answer: 'You are a great fool.' } }] }])
  })
})

it.each(['the author of the review', 'the reviewed party'])(
  'the reported text is deleted with the account of %s, the report stays',
  async (who) => {
    await answer('A reply.')
    await report(await signedIn(testEnv))
    await eraseUser(db, who === 'the reviewed party' ? seller.id : buyer.id)
    expect(await db.select().from(reports).where(eq(reports.thingId, id))).toMatchObject([{ content: null, reason: 'spam' }])
  },
)

it('reports are deleted with the account of the reporter', async () => {
  await report(seller)
  await eraseUser(db, seller.id)
  expect(await db.select().from(reports).where(eq(reports.thingId, id))).toEqual([])
})
