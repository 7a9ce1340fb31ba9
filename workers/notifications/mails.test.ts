import { createExecutionContext } from 'cloudflare:test'
import { and, eq, isNotNull, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listings } from '../listings/tables.ts'
import { now } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { LOCALE_CODES } from '../shared/locales.schema.ts'
import { mailSenderOf } from '../shared/render-mail.ts'
import { users } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import type { NotificationsEnv } from './env.ts'
import { NotificationsRpc } from './index.ts'
import { sendMails } from './mails.ts'
import { EVENT_KINDS, KINDS, type NotificationEvent } from './notifications.schema.ts'
import { MAIL_DELAY, notify } from './notify.ts'
import { notificationSettings, notifications } from './tables.ts'
import { db, newEvent, testEnv } from './testing.ts'
import { CATALOGS } from './texts.ts'

interface Sent {
  key: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

let me: TestUser
let email: string
let sent: Sent[]
/** The status codes that the mail service answers, in this order, and 200 after them. 0 stands for a broken connection. */
let answers: number[]
/** The requests to the mail service, and the pauses (ms), in their order. */
let steps: ('request' | number)[]
/** The lines of the log about errors. */
let errors: string[]
beforeEach(async () => {
  // Mails of other tests are not due here.
  await db.update(notifications).set({ mailDue: null })
  me = await signedIn(testEnv)
  email = `aiko${me.id}@example.com`
  await db.update(users).set({ email }).where(eq(users.id, me.id))
  sent = []
  answers = []
  steps = []
  errors = []
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string | Request, init: RequestInit) => {
    if (!String(url).startsWith(testEnv.RESEND_URL)) return realFetch(url, init)
    steps.push('request')
    const status = answers.shift() ?? 200
    if (status === 0) throw new TypeError('broken')
    if (status === 200) sent.push({ ...JSON.parse(String(init.body)), key: (init.headers as Record<string, string>)['idempotency-key'] })
    return Response.json({ id: 'x' }, { status })
  })
  vi.stubGlobal('scheduler', { wait: async (ms: number) => void steps.push(ms) })
  vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(line))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const add = async (overrides: Partial<NotificationEvent> = {}, as = me) => {
  const event = newEvent(as, overrides)
  await notify(testEnv, [event])
  return event
}
const rowOf = async (user = me) => (await db.select().from(notifications).where(eq(notifications.userId, user.id)))[0]!
/** Runs the cron `later` seconds after new mails have become due. */
const run = (later = 0, env: NotificationsEnv = testEnv) => sendMails(env, now() + MAIL_DELAY + 1 + later)
/** Another member, with a confirmed address. */
async function createOther() {
  const other = await signedIn(testEnv)
  const address = `ben${other.id}@example.com`
  await db.update(users).set({ email: address }).where(eq(users.id, other.id))
  return { other, address }
}
const choose = (values: Partial<typeof notificationSettings.$inferInsert>) =>
  db.insert(notificationSettings).values({ userId: me.id, timeZone: 'UTC', ...values })

describe('no mail is sent', () => {
  const expectNone = async () => {
    await run()
    await run(86_400)
    expect(sent).toEqual([])
  }

  it('before two minutes have passed', async () => {
    await add()
    await sendMails(testEnv, now() + MAIL_DELAY - 5)
    expect(sent).toEqual([])
  })

  it('about a notification that was read', async () => {
    await add()
    await db.update(notifications).set({ readAt: now() }).where(eq(notifications.userId, me.id))
    await expectNone()
    expect((await rowOf()).mailDue).toBeNull()
  })

  it('to a member without a confirmed address', async () => {
    await db.update(users).set({ email: null }).where(eq(users.id, me.id))
    await add()
    await db.update(users).set({ email }).where(eq(users.id, me.id))
    await expectNone()
  })

  it('to an address that was removed before the mail was due', async () => {
    await add()
    await db.update(users).set({ email: null }).where(eq(users.id, me.id))
    await expectNone()
  })

  it('about a topic whose mails are off', async () => {
    await choose({ off: '["email:sales"]' })
    await add()
    await expectNone()
  })

  it('about an event that its area does not mail, or that is older than a day', async () => {
    await add({ isMailed: false })
    await add({ at: now() - 86_500 })
    await expectNone()
  })

  it('about an event that is two days old, or a deadline that has passed', async () => {
    await add()
    await run(2 * 86_400)
    await add({ kind: 'deliveryDue', params: { title: '', until: now() + 3600 } })
    await run(3600)
    expect([sent, (await rowOf()).mailDue]).toEqual([[], null])
  })
})

describe('a mail', () => {
  it('has its text in the language of the member, a link to the order, and links that turn off the topic', async () => {
    await db.update(users).set({ language: 'ja' }).where(eq(users.id, me.id))
    const { thing } = await add({ kind: 'disputeOffered', params: { title: '<b>ロゴ</b>', refundBps: 2550 } })
    await run()
    const [mail] = sent
    expect(mail).toMatchObject({ to: [email], subject: '出品者が25.5%の返金を提案しています：<b>ロゴ</b>' })
    expect(mail!.html).toContain('&lt;b&gt;ロゴ')
    expect(mail!.html).not.toContain('<b>')
    for (const body of [mail!.text, mail!.html]) expect(body).toContain(`http://localhost:8788/orders/${thing.id}`)
    const [, token] = /^<http:\/\/localhost:8788\/api\/notifications\/unsubscribe\?token=(\d+\.disputes\.[\w-]{43})>$/.exec(
      mail!.headers['List-Unsubscribe']!,
    )!
    expect(mail!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(mail!.text).toContain(`http://localhost:8788/settings/?unsubscribe=${token}`)
  })

  it('about an order for a place at an event speaks of host and attendee', async () => {
    const until = now() + 86_400
    await add({ kind: 'releaseDue', params: { title: 'Jazz night', isEvent: true, until } })
    await add({ kind: 'orderRejected', params: { title: 'Jazz night', isEvent: true } })
    await run()
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Was the event as agreed\? Release the payment or open a dispute by .*: Jazz night$/),
      'The host declined your order, and you got a full refund: Jazz night',
    ])
    for (const { text } of sent) {
      expect(text).toContain('Event: Jazz night')
      expect(text).not.toMatch(/seller|buyer|deliver|work/i)
    }
  })

  it('is sent about the steps of an order although new orders are off', async () => {
    await choose({ off: '["email:sales"]' })
    await add()
    await add({ kind: 'orderCancelled' })
    await run()
    expect(sent.map(({ subject }) => subject)).toEqual(['The buyer cancelled the order: Logo and identity'])
  })

  it('has a deadline in the time zone of the member', async () => {
    await choose({ timeZone: 'Asia/Tokyo' })
    await add({ kind: 'deliveryDue', params: { title: '', until: Date.parse('2046-11-22T15:30:00Z') / 1000 } })
    await run()
    expect(sent[0]!.subject).toMatch(/^Your delivery is due by Nov 23, 2046, 12:30\sAM \(Asia\/Tokyo\)$/)
  })

  it('is sent only once by ten runs at the same time and a later run', async () => {
    await add()
    await Promise.all(Array.from({ length: 10 }, () => run()))
    await run(86_400)
    expect(sent).toHaveLength(1)
  })

  it('is sent although the topic is off in the app', async () => {
    await choose({ off: '["app:sales"]' })
    await add()
    await run()
    expect(sent).toHaveLength(1)
  })

  it('is sent again with the same key after a retryable error, with growing pauses', async () => {
    await add()
    answers = [503, 0, 429]
    await run()
    await run(30)
    expect(answers).toHaveLength(2)
    await run(61)
    await run(61 + 121)
    expect([sent.length, answers.length]).toEqual([0, 0])
    await run(61 + 121 + 241)
    await run(86_400)
    expect(sent).toHaveLength(1)
    expect(sent[0]!.key).toBe(`notification-${(await rowOf()).id}-${(await rowOf()).at}`)
  })

  it.each([
    ['the sixth failure', Array(9).fill(503), 6],
    ['a refusal', [422], 1],
  ])('is given up after %s', async (_, statuses, tries) => {
    await add()
    answers = [...statuses]
    for (let i = 0; i < 9; i++) await run(i * 3600)
    expect([sent.length, answers.length, (await rowOf()).mailDue]).toEqual([0, statuses.length - tries, null])
    expect(errors).toEqual([expect.stringContaining('mail_failed')])
  })

  it.each([
    ['its values', () => db.update(notifications).set({ params: '{' }).where(eq(notifications.userId, me.id))],
    ['its kind', () => db.update(notifications).set({ kind: 'unknown' }).where(eq(notifications.userId, me.id))],
    ['the settings of its member', () => choose({ off: '[' })],
    ['the time zone of its member', () => choose({ quietFrom: 0, quietTo: 1439, timeZone: 'Mars/Olympus' })],
  ])('does not stop the mails of others if %s cannot be read', async (_, damage) => {
    const { other, address } = await createOther()
    await add()
    await add({}, other)
    await damage()
    await run()
    expect(sent.map(({ to }) => to[0])).toEqual([address])
    expect((await rowOf()).mailDue).toBeNull()
  })
})

describe('many notifications', () => {
  const lowered = (refundBps: number, id: string) =>
    add({ kind: 'disputeLowered', thing: { kind: 'order', id }, params: { title: 'Logo', refundBps } })

  it('of one kind about one order cause one mail about the newest, at the time of the oldest', async () => {
    for (let refundBps = 5000; refundBps > 4950; refundBps -= 10) await lowered(refundBps, 'order-1')
    await lowered(1000, 'order-2')
    await db
      .update(notifications)
      .set({ mailDue: now() + 86_400 })
      .where(and(eq(notifications.userId, me.id), like(notifications.params, '%4960%')))
    await run()
    await run(86_400)
    expect(sent.map(({ subject }) => /[\d.]+%/.exec(subject)![0]).sort()).toEqual(['10%', '49.6%'])
  })

  it('about one order cause at most ten mails a day; the next one waits, and those about other orders do not', async () => {
    for (let i = 0; i < 12; i++) {
      await lowered(5000 - i, 'order-1')
      await run()
    }
    await lowered(1000, 'order-2')
    await run()
    expect(sent).toHaveLength(11)
    const waiting = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, me.id), isNotNull(notifications.mailDue)))
    expect(waiting).toMatchObject([{ params: '{"title":"Logo","refundBps":4989}', mailClaimedAt: null, mailTries: 0 }])
    expect(waiting[0]!.mailDue! - now()).toBeGreaterThan(3600)
  })

  it('that cost the sender almost nothing cause at most thirty mails a day, and do not delay other mails', async () => {
    await Promise.all(Array.from({ length: 70 }, () => add({ kind: 'orderCancelled' })))
    for (let i = 0; i < 5; i++) await run()
    expect(sent).toHaveLength(30)
    await add({ kind: 'orderDelivered' })
    await run()
    expect(sent).toHaveLength(31)
  })

  it('of one member are mailed in the order of their urgency', async () => {
    await add({ kind: 'orderCancelled' })
    await add({ kind: 'orderCompleted' })
    await add({ kind: 'disputeOpened' })
    await db
      .update(notifications)
      .set({ mailDue: now() + MAIL_DELAY - 1 })
      .where(and(eq(notifications.userId, me.id), eq(notifications.kind, 'orderCancelled')))
    await run()
    const { kinds, subject } = CATALOGS.en
    const params = { percent: '0%', until: '', count: 2 }
    expect(sent.map((mail) => mail.subject)).toEqual(
      (['disputeOpened', 'orderCompleted', 'orderCancelled'] as const).map((kind) => subject(kinds[kind](params), 'Logo and identity')),
    )
  })

  it('that wait for the rate limit of the member do not count for the rate limit of their order', async () => {
    const limiter = testEnv.LIMITS.getByName(`user ${me.id}`)
    await limiter.take('mail', EVENTS.mailAboutNotification.person, 60)
    const { thing } = await add({ kind: 'orderDelivered' })
    await run()
    expect([sent.length, (await rowOf()).mailTries]).toEqual([0, 0])
    expect(await limiter.take(`mail order ${thing.id}`, EVENTS.mailAboutThing.person, 10)).toBe(0)
  })

  it('for one member do not delay the mail to another', async () => {
    const { other, address } = await createOther()
    for (let i = 0; i < 25; i++) await lowered(1000, `order-${i}`)
    await add({}, other)
    await run()
    expect(sent).toHaveLength(20)
    expect(sent.map(({ to }) => to[0])).toContain(address)
  })
})

describe('the mails of a run', () => {
  it('go to Resend one after another, with a pause', async () => {
    const { other } = await createOther()
    await add()
    await add()
    await add({}, other)
    await run()
    expect(steps).toEqual(['request', 600, 'request', 600, 'request'])
  })

  it('need no pause through another service', async () => {
    await add()
    await add()
    const send = vi.fn(async () => {})
    const { RESEND_API_KEY: _, ...rest } = testEnv
    await run(0, { ...rest, EMAIL: { send } as never } as NotificationsEnv)
    expect([send.mock.calls.length, steps]).toEqual([2, []])
  })

  it('are sent although some of them cause an error; the first error is thrown, the others are logged', async () => {
    const { other, address } = await createOther()
    await add()
    await add()
    await add({}, other)
    const getByName = (name: string) => {
      if (name === `user ${me.id}`) throw new Error('limits are down')
      return testEnv.LIMITS.getByName(name)
    }
    await expect(run(0, { ...testEnv, LIMITS: { getByName } as never })).rejects.toThrow('limits are down')
    expect(sent.map(({ to }) => to[0])).toEqual([address])
    expect(errors).toEqual([expect.stringContaining('limits are down')])
    expect(await rowOf()).toMatchObject({ mailTries: 0, mailClaimedAt: null, mailDue: expect.any(Number) })
  })

  it('are not tried again if another run has tried them in the meantime', async () => {
    await add()
    await add()
    answers = [200, 503]
    const mocked = globalThis.fetch
    // While the first mail is sent, a later run tries the second one.
    let isFirst = true
    vi.stubGlobal('fetch', async (url: string | Request, init: RequestInit) => {
      const answer = await mocked(url, init)
      if (String(url).startsWith(testEnv.RESEND_URL) && isFirst) {
        isFirst = false
        await run()
      }
      return answer
    })
    await run()
    expect([sent.length, answers]).toEqual([1, []])
    expect(steps.filter((step) => step === 'request')).toHaveLength(2)
  })
})

describe('a run that ended between its claim and its result', () => {
  const claim = () => db.update(notifications).set({ mailClaimedAt: now() }).where(eq(notifications.userId, me.id))

  it('is repeated with the same key after ten minutes, and not earlier', async () => {
    await add()
    await claim()
    await run()
    expect(sent).toEqual([])
    await run(600)
    expect(sent).toHaveLength(1)
  })

  it('is not repeated through a service without keys', async () => {
    await add()
    await claim()
    const send = vi.fn(async () => {})
    const { RESEND_API_KEY: _, ...rest } = testEnv
    const cloudflare = { ...rest, EMAIL: { send } as never } as NotificationsEnv
    await run(600, cloudflare)
    expect([send.mock.calls.length, (await rowOf()).mailDue]).toEqual([0, null])
    await add()
    await run(0, cloudflare)
    expect(send.mock.calls).toMatchObject([[{ to: email, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }]])
  })
})

it('quiet hours delay a mail until their end', async () => {
  const minutes = Math.floor(((now() + MAIL_DELAY) % 86_400) / 60)
  await choose({ quietFrom: (minutes + 1430) % 1440, quietTo: (minutes + 60) % 1440 })
  await add()
  await run()
  expect(sent).toEqual([])
  expect((await rowOf()).mailDue! - now()).toBeGreaterThan(3000)
  await run(3700)
  expect(sent).toHaveLength(1)
})

it('a mail about new listings names those that are still published, and leads to all of them', async () => {
  const insert = async (title: string, enabled: boolean) => {
    const texts = { title, descriptionPreview: '', description: '', options: '{}', account: '', lang: 'en', category: 'design' }
    const [row] = await db
      .insert(listings)
      .values({ ...texts, listType: 'services', userId: 1, priceUsd: 1, createdAt: 1, updatedAt: 1, enabled })
      .returning({ id: listings.id })
    return row!.id
  }
  const ids = [await insert('Hand-lettered signs', true), await insert('Hidden signs', false)]
  const params = { title: 'Signs, Design', count: 2, listings: ids }
  await add({ kind: 'newMatches', key: 'newMatches 1', replaces: 'newMatches', thing: { kind: 'saved', id: 'new' }, params })
  await run()
  expect(sent[0]!.subject).toBe('2 new listings match your saved searches: Signs, Design')
  for (const part of ['• Hand-lettered signs', '/saved/new', 'Found by: Signs, Design']) expect(sent[0]!.text).toContain(part)
  expect(sent[0]!.text).not.toContain('Hidden signs')
})

it('a mail about the application of a creator leads to its page', async () => {
  await add({ kind: 'creatorQuestion', key: 'creatorQuestion x 1', thing: { kind: 'application', id: 'x' }, params: { title: 'Aiko' } })
  await run()
  expect(sent[0]!.subject).toBe('We have a question about your application as a creator: Aiko')
  for (const part of ['Creator name: Aiko', '/creator-sign-up/']) expect(sent[0]!.text).toContain(part)
  expect(sent[0]!.html).toContain('Open your application')
  await add({ kind: 'creatorGranted', key: 'creatorGranted x', thing: { kind: 'application', id: 'x' }, params: { title: 'Aiko' } })
  await run()
  expect(sent[1]!.subject).toBe('We accepted your application as a creator: Aiko')
  await add({ kind: 'creatorRemoved', key: 'creatorRemoved 1 1', thing: { kind: 'application', id: 'x' }, params: { title: 'Aiko' } })
  await run()
  expect(sent[2]!.subject).toBe('Our team has removed your creator page: Aiko')
  for (const part of ['are kept', `write to ${mailSenderOf(testEnv).contact}.`, '/creator-sign-up/']) expect(sent[2]!.text).toContain(part)
})

it('a mail to the team goes to the address of the sender, and a mail service that refuses it is logged', async () => {
  const rpc = new NotificationsRpc(createExecutionContext(), testEnv)
  const text = { subject: 'Sponsorship: Kamo Books', lines: ['Kamo <Books> wants to sponsor.', 'We sell books.'] as [string, string] }
  await rpc.mailTeam(text)
  expect(sent).toMatchObject([{ to: [mailSenderOf(testEnv).contact], subject: text.subject }])
  expect(sent[0]!.html).toContain('Kamo &lt;Books&gt;')
  answers = [422]
  await rpc.mailTeam(text)
  expect(sent).toHaveLength(1)
  expect(errors).toEqual([expect.stringContaining('mail_failed')])
})

it.each(LOCALE_CODES)('the mails in %s have a text for every kind, without missing values', (locale) => {
  const { kinds, ofEvents, subject } = CATALOGS[locale]
  const values = { percent: '25%', until: 'Monday', count: 2 }
  const texts = [...KINDS.map((kind) => kinds[kind](values)), ...EVENT_KINDS.map((kind) => ofEvents[kind](values))].map((sentence) =>
    subject(sentence, 'Logo'),
  )
  expect(new Set(texts).size).toBe(KINDS.length + EVENT_KINDS.length)
  for (const text of texts) expect(text).toMatch(/\S.*Logo$/)
  expect(texts.join()).not.toMatch(/undefined|\[object|\$\{/)
})
