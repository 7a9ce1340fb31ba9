import type { Locator, Page } from '@playwright/test'
import type { Event } from '../../workers/listings/events.schema.ts'
import { type Session, signIn, upload } from '../../workers/local/seed/client.ts'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import type { Order } from '../../workers/orders/orders.schema.ts'
import { findDialogViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser } from './browser.ts'
import { draft } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { countOrders } from './money.ts'
import { confirmUntil, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'
import { countWalletCalls, wrapDemoWallets } from './wrapped-wallet.ts'

/** Terms that the seller or host changes while the buyer is about to pay: the buyer sees the change before the wallet is asked. */
const DAY = 86_400
const PLAN = {
  price: 60_000_000,
  delivery: 3,
  description: 'Ten photos of one product.',
  features: ['Raw files', 'Print sizes'],
  hourly: false,
  revisions: 5,
}
const EDITED = { ...PLAN, delivery: 365, revisions: 0, description: 'One photo.', features: ['Print sizes'] }

let seller: Session
let buyer: Session
let page: Page
let consoleErrors: string[]
let dialog: Locator
let change: Locator
let picture: string
test.beforeAll(async () => {
  ;[seller, buyer] = await Promise.all([signIn(url, 1), signIn(url, 2)])
  picture = await upload(seller, 'island')
  const ben = await openUserBrowser({ width: 390, height: 844 })
  await wrapDemoWallets(ben.context)
  await ben.context.addInitScript((chosen) => localStorage.setItem('warren.wallet', chosen), BUYER.rdns)
  await addSession(ben, buyer.cookie)
  ;({ page, consoleErrors } = ben)
  dialog = page.getByRole('dialog', { name: /into escrow/ })
  change = page.getByRole('dialog', { name: 'The terms have changed' })
})
test.afterAll(closeUserBrowsers)

/** Publishes a service with one plan, or edits the one with this id. Returns its id. */
async function saveService(title: string, plan: typeof PLAN, id?: number): Promise<number> {
  const product = draft(picture, { title, options: { Basic: plan }, id })
  return (await seller.post<{ id: number }>('listings/addService', { product })).id
}
const openService = (id: number) => page.goto(`/services/${id}`)
const openPurchase = () => page.getByRole('button', { name: /^Continue with/ }).click()
const pressPay = () => dialog.getByRole('button', { name: /^Pay / }).click()
/** A row of the change. */
const row = (name: string) => change.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
const countRequests = async () =>
  (await countWalletCalls(page, 'eth_signTypedData_v4')) +
  (await countWalletCalls(page, 'eth_sendTransaction')) +
  (await countWalletCalls(page, 'wallet_sendCalls'))
const newestOrder = async () => (await buyer.get<{ orders: Order[] }>('orders/getMyOrders')).orders[0]!

test('a plan that was edited after the page was loaded cannot be paid before the buyer has seen the change', async () => {
  const title = 'Photos of one product'
  const id = await saveService(title, PLAN)
  await openService(id)
  await page.getByRole('button', { name: 'Continue with $60' }).waitFor()
  await saveService(title, EDITED, id)
  const orders = await countOrders()
  await openPurchase()
  await change.waitFor()
  await expect(row('Delivery time')).toHaveText(/Before\s*3 days\s*Now\s*365 days/)
  await expect(row('Revisions')).toHaveText(/Before\s*5\s*Now\s*0/)
  await expect(row('Description')).toHaveText(/Before\s*Ten photos of one product\.\s*Now\s*One photo\./)
  await expect(row('Included')).toHaveText(/Before\s*Raw files\s*Print sizes\s*Now\s*Print sizes/)
  expect(await change.locator('dl > div').count()).toBe(4)
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0)
  expect(await findDialogViolations(page)).toEqual([])

  await change.getByRole('button', { name: 'Close' }).last().click()
  await waitForNoDialog(page)
  // The page behind shows the current plan by now.
  await page.getByRole('complementary', { name: 'Plans' }).getByText('365 days').first().waitFor()
  expect([await countRequests(), await countOrders()]).toEqual([0, orders])

  await openPurchase()
  await expect(dialog.locator('dl > div').filter({ hasText: 'Delivery time' })).toHaveText(/365 days/)
  await dialog.getByText('Not delivered 367 days after the order was accepted?', { exact: false }).waitFor()
  await dialog.getByText('What the plan includes').click()
  await dialog.getByText('One photo.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await waitForNoDialog(page)
})

test('a plan that is edited while the dialog is open is paid only as the buyer has accepted it', async () => {
  const title = 'Photos of two products'
  const id = await saveService(title, PLAN)
  await openService(id)
  await openPurchase()
  await dialog.getByRole('button', { name: 'Pay 60.00 USDC' }).waitFor()
  await saveService(title, EDITED, id)

  // Another token needs another quote.
  await dialog.getByText('USDT', { exact: true }).click()
  await change.waitFor()
  await row('Delivery time').getByText('365 days').waitFor()
  await change.getByRole('button', { name: 'Continue with the new terms' }).click()
  await expect(dialog.locator('dl > div').filter({ hasText: 'Delivery time' })).toHaveText(/365 days/)
  await expect(dialog.locator('dl > div').filter({ hasText: 'Revisions' })).toHaveText(/0/)
  expect(await countRequests()).toBe(0)
  await dialog.getByRole('button', { name: 'Pay 60.00 USDT' }).waitFor()

  // The edit is taken back, but the new quote keeps what the buyer has accepted.
  await saveService(title, PLAN, id)
  await pressPay()
  await confirmUntil(page, page.getByRole('article', { name: 'Order' }))
  expect(await newestOrder()).toMatchObject({ service_id: id, delivery: 365, revisions: 0, terms: 'ok' })
})

test('a place at an event that was moved after the page was loaded shows both times before the payment', async () => {
  const start = Math.floor(Date.now() / 1000) + 10 * DAY
  const text = `<p>${'We print with wooden letters and drink tea. Paper, ink and tea are included. '.repeat(4)}</p>`
  const product = {
    ...{ event_date: start, end_date: start + 7200, timeZone: 'UTC', eventType: 'ONLINE', location: 'https://rooms.example/letters' },
    ...{ hide_location: true, paid: true, price: 25_000_000, maxAttendees: 2, category: 'meetup', media: [] },
    ...{ title: 'Letters and tea', description: text },
  }
  const { id } = await seller.post<{ id: number }>('listings/addEvent', { product })
  try {
    await buyer.post('listings/submitApplication', { eventId: id })
    const { application } = await buyer.get<Event>(`listings/getListing?listType=EVENTS&id=${id}`)
    await seller.post('listings/answerApplication', { id: application!.id, accept: true })
    await page.goto(`/events/${id}`)
    const button = page.getByRole('button', { name: 'Pay $25 for your place' })
    await button.waitFor()
    const moved = { event_date: start + 300 * DAY, end_date: start + 300 * DAY + 7200 }
    await seller.post('listings/addEvent', { product: { ...product, ...moved, id } })
    await button.click()
    await change.waitFor()
    expect(await change.locator('dl > div').count()).toBe(1)
    const year = (at: number) => String(new Date(at * 1000).getUTCFullYear())
    await row('Event').getByText(year(moved.event_date)).waitFor()
    expect(await countRequests()).toBe(0)
    await change.getByRole('button', { name: 'Continue with the new terms' }).click()
    await dialog.getByRole('button', { name: 'Pay 25.00 USDC' }).waitFor()
    await pressPay()
    await confirmUntil(page, page.getByRole('article', { name: 'Order' }))
    expect(await newestOrder()).toMatchObject({ service_id: id, event: { start: moved.event_date, end: moved.end_date }, terms: 'ok' })
  } finally {
    await seller.post('listings/deleteListing', { id, listType: 'events' })
  }
})

test('the browser logged no errors except the refused quotes', () =>
  expect(consoleErrors.filter((line) => !/status of 409/.test(line))).toEqual([]))
