import { createTestClient, http } from 'viem'
import { foundry } from 'viem/chains'
import type { Event } from '../../workers/listings/events.schema.ts'
import { type Session, signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { BUYER, SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { findDialogViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, configOf } from './money.ts'
import { changeOrder, confirmUntil, interfaceText, waitForNoDialog } from './steps.ts'
import { fireCron, rpcUrl, url } from './world.ts'

/** Places at a paid event, with the demo seller as host and the demo buyer as attendee, on a phone in Japanese. */
const PRICE = 25_000_000n
const LINK = 'https://rooms.example/print-evening'
const TEXT = `<p>${'We print with wooden letters and drink tea. Paper, ink and tea are included. '.repeat(4)}</p>`
/** English words that no Japanese page may contain. */
const ENGLISH = /\b(Pay|Paid|place|places|Accept|Withdraw|escrow|Receipt|Network|host|hours)\b/
/** Shorter than the minute after which the cron repeats a push that failed. */
const PUSHED = { timeout: 20_000 }

let host: UserBrowser & { session: Session }
let member: UserBrowser & { session: Session }
let next: Session
const events: number[] = []

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  const open = async (index: number, rdns: string, options: Parameters<typeof openUserBrowser>[0] = {}) => {
    const [one, session] = await Promise.all([openUserBrowser(options), seedSignIn(url, index)])
    await one.context.addInitScript((chosen) => localStorage.setItem('warren.wallet', chosen), rdns)
    await addSession(one, session.cookie)
    return { ...one, session }
  }
  host = await open(1, SELLER.rdns)
  member = await open(2, BUYER.rdns, { language: 'ja-JP', width: 390, height: 844 })
  next = await seedSignIn(url, 83)
  await next.post('auth/addProfile', { profile: { name: 'Yui Mori', title: '', description: '' } })
})
test.afterAll(async () => {
  for (const id of events) await host.session.post('listings/deleteListing', { id, listType: 'events' })
  await closeUserBrowsers()
})

/** Publishes a paid event with one place. Returns its id. */
async function publishEvent(title: string): Promise<number> {
  const start = Math.floor(Date.now() / 1000) + 10 * 86_400
  const when = { event_date: start, end_date: start + 7200, timeZone: 'UTC' }
  const where = { eventType: 'ONLINE', location: LINK, hide_location: true }
  const tickets = { paid: true, price: Number(PRICE), maxAttendees: 1 }
  const product = { ...when, ...where, ...tickets, category: 'meetup', title, description: TEXT, media: [] }
  const { id } = await host.session.post<{ id: number }>('listings/addEvent', { product })
  events.push(id)
  return id
}
const applicationOf = async (session: Session, id: number) =>
  (await session.get<Event>(`listings/getListing?listType=EVENTS&id=${id}`)).application
const accept = async (name: string) => {
  const request = host.page.getByRole('article', { name: `Application from ${name}` })
  await request.getByRole('button', { name: 'Accept', exact: true }).click()
  await host.page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
  await waitForNoDialog(host.page)
}

test('an admitted member pays the place into escrow, and the host sees who has paid and that the order is not accepted yet', async () => {
  const event = await publishEvent('An evening with wooden letters')
  const { usdc, orderBook } = await configOf()
  const before = await balancesOf(rpcUrl, usdc, { escrow: orderBook })
  await Promise.all([host.page.goto(`/events/${event}`), member.page.goto(`/events/${event}`)])
  const { page } = member
  await page.getByText(/48時間以内に/).waitFor()
  // On a phone the button stays at the bottom of the screen.
  await expect(page.getByRole('button', { name: '参加を申し込む' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: '参加を申し込む' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '送信する' }).click()
  await waitForNoDialog(page)
  const { name } = (await applicationOf(member.session, event))!
  await accept(name)
  await page.getByText(/支払いまであと4[78]時間/).waitFor(PUSHED)
  await page.getByText('参加が決まった人にだけ、主催者が注文を承諾すると表示されます', { exact: false }).waitFor()
  expect(await page.getByText(LINK).count()).toBe(0)
  expect(await interfaceText(page)).not.toMatch(ENGLISH)

  await page.getByRole('button', { name: '席の料金$25を支払う' }).click()
  const dialog = page.getByRole('dialog', { name: /25\.00 USDC/ })
  await dialog.getByText('An evening with wooden letters').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  expect(await dialog.getByRole('button', { name: /金額を変え/ }).count()).toBe(0)
  expect(await interfaceText(page)).not.toMatch(ENGLISH)
  await dialog.getByRole('button', { name: /USDC.*支払/ }).click()
  await confirmUntil(page, page.getByRole('article', { name: '注文' }))
  await page.getByRole('region', { name: '支払いの控え' }).getByText('技術的な詳細').click()
  await page
    .getByRole('region', { name: '支払いの控え' })
    .getByText(/^0x[0-9a-f]{64}$/)
    .waitFor()
  expect(await interfaceText(page)).not.toMatch(ENGLISH)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect((await balancesOf(rpcUrl, usdc, { escrow: orderBook })).escrow - before.escrow).toBe(PRICE)

  await page.goto(`/events/${event}`)
  await page.getByRole('link', { name: '席の注文を見る' }).waitFor()
  // The member can still cancel for a full refund.
  await page.getByText('主催者が注文を承諾すると表示', { exact: false }).waitFor()
  expect(await page.getByText(LINK).count()).toBe(0)
  expect(await page.getByRole('button', { name: '取り下げる' }).count()).toBe(0)
  expect(await interfaceText(page)).not.toMatch(ENGLISH)
  // The host's page was open all the time.
  const request = host.page.getByRole('article', { name: `Application from ${name}` })
  await request.getByText('Paid, order not accepted yet').waitFor(PUSHED)
  await request.getByRole('link', { name: 'See the order' }).click()
})

test('the member sees the hidden link once the host accepts the order; the host can decline before the event is over', async () => {
  const [event] = events
  await next.post('listings/submitApplication', { eventId: event })
  const { page } = host
  await changeOrder(page, /^Accept$/, 'In progress')
  await member.page.getByRole('link', { name: LINK }).waitFor(PUSHED)
  await page.getByText(/You can deliver once the event is over/).waitFor()
  await page.getByText('You deliver once the event is over.', { exact: false }).waitFor()
  await page.getByText('Event over in 10 days').waitFor()
  expect(await page.getByRole('button', { name: 'Deliver', exact: true }).count()).toBe(0)
  const { usdc } = await configOf()
  const before = await balancesOf(rpcUrl, usdc, { buyer: BUYER.address })
  await changeOrder(page, /^Decline$/, 'Declined')
  expect((await balancesOf(rpcUrl, usdc, { buyer: BUYER.address })).buyer - before.buyer).toBe(PRICE)
  await fireCron()
  expect(await applicationOf(next, event!)).toMatchObject({ status: 'accepted', place: { price: Number(PRICE), orderId: null } })
  await member.page.getByText('席が取り消されました', { exact: false }).waitFor(PUSHED)
  expect(await interfaceText(member.page)).not.toMatch(ENGLISH)
  expect(await member.page.getByText(LINK).count()).toBe(0)
  await member.page.getByText('主催者が注文を承諾すると表示', { exact: false }).waitFor()
})

test('a place that is not paid in time goes to the first of the waiting list', async () => {
  const event = await publishEvent('A second evening with wooden letters')
  const { session, page } = member
  const { application } = await session.post<{ application: { id: string; name: string } }>('listings/submitApplication', {
    eventId: event,
  })
  await host.page.goto(`/events/${event}`)
  await accept(application.name)
  await next.post('listings/submitApplication', { eventId: event })
  await page.goto(`/events/${event}`)
  await page.getByRole('button', { name: '席の料金$25を支払う' }).waitFor()
  await fireCron()
  expect(await applicationOf(session, event)).toMatchObject({ status: 'accepted' })

  await run('update applications set pay_by = pay_by - 200000, answered_at = answered_at - 200000 where id = ?', [application.id])
  // The cron waits until it has read a block after the deadline.
  await createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl) }).mine({ blocks: 1 })
  await fireCron()
  await page.getByText('席が取り消されました', { exact: false }).waitFor(PUSHED)
  await page.getByRole('button', { name: 'キャンセル待ちに申し込む' }).waitFor()
  expect(await applicationOf(next, event)).toMatchObject({ status: 'accepted', place: { orderId: null } })
  const left = host.page.getByRole('article', { name: `Application from ${application.name}` })
  await left.getByText('Place lost').waitFor(PUSHED)
})

test('after the event the host delivers, and the attendee releases the payment', async () => {
  const event = await publishEvent('A third evening with wooden letters')
  const { session, page } = member
  const { application } = await session.post<{ application: { id: string; name: string } }>('listings/submitApplication', {
    eventId: event,
  })
  await host.page.goto(`/events/${event}`)
  await accept(application.name)
  await page.goto(`/events/${event}`)
  await page.getByRole('button', { name: '席の料金$25を支払う' }).click()
  await page
    .getByRole('dialog', { name: /25\.00 USDC/ })
    .getByRole('button', { name: /USDC.*支払/ })
    .click()
  const order = page.getByRole('article', { name: '注文' })
  await confirmUntil(page, order)
  // Moves the event's end into the past. The terms of an order come from its quote.
  await run("update quotes set terms = json_set(terms, '$.event.end', unixepoch() - 60) where application_id = ?", [application.id])
  await host.page.goto(new URL(page.url()).pathname)
  await changeOrder(host.page, /^Accept$/, 'In progress')
  await host.page.getByText('Your turn to deliver: the event is over.').waitFor()
  // The message and the files are optional, because there is nothing to hand over.
  await changeOrder(host.page, /^Deliver$/, 'Delivered')
  await host.page.getByText('Waiting for the attendee to release the payment.').waitFor()
  expect(await host.page.getByRole('button', { name: /Add the delivery|Deliver again/ }).count()).toBe(0)

  const { usdc, orderBook } = await configOf()
  const accounts = { host: SELLER.address, escrow: orderBook }
  const before = await balancesOf(rpcUrl, usdc, accounts)
  await page.reload()
  await order.getByText('参加した後に支払いを確定してください。', { exact: false }).waitFor()
  await order.getByText(/確定または異議の期限まで1[34]日/).waitFor()
  await expect(order.locator('button[data-main]')).toHaveText(/^支払いを確定/)
  expect(await order.getByRole('button', { name: /修正/ }).count()).toBe(0)
  expect(await interfaceText(page)).not.toMatch(ENGLISH)
  await order.getByRole('button', { name: /^支払いを確定/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^支払いを確定/ })
    .click()
  await confirmUntil(page, order.getByRole('status').filter({ hasText: '完了' }))
  const after = await balancesOf(rpcUrl, usdc, accounts)
  expect([after.host - before.host, before.escrow - after.escrow]).toEqual([(PRICE * 9n) / 10n, PRICE])
})

test('the browsers logged no unexpected errors', () => {
  expect([...host.consoleErrors, ...member.consoleErrors]).toEqual([])
})
