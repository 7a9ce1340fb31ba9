import type { Page } from '@playwright/test'
import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { row, watchLog, write } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { changeOrder, deliver, orderWithStatus, signIn } from './steps.ts'
import { url } from './world.ts'

/** The room of an order, whose steps appear between the messages: the seller in English on a wide screen, the buyer in Japanese on a phone. */
test.describe.configure({ mode: 'serial' })

const TITLE = `A sign that is talked about ${crypto.randomUUID().slice(0, 8)}`
let seller: UserBrowser
let buyer: UserBrowser
/** The page of the order, in the browser of the seller. */
let orderPage: Page
let orderPath: string
let room: string

test.beforeAll(async () => {
  seller = await openUserBrowser()
  buyer = await openUserBrowser({ language: 'ja', width: 390, height: 844 })
  await buyer.page.emulateMedia({ colorScheme: 'dark' })
  await buyer.context.addCookies([{ name: 'hl', value: 'ja', url }])
  await seller.page.goto('/')
  await signIn(seller.page, 'seller')
  await addSession(buyer, (await seedSignIn(url, 2)).cookie)
  orderPath = await createOrder(TITLE)
  room = orderPath.split('/')[3]!
  orderPage = await seller.context.newPage()
})
test.afterAll(closeUserBrowsers)

/** The steps that a thread shows, without their times. */
const steps = (page: Page) => page.getByRole('log').locator('li:not([data-seq]):has(b)')
/** The messages and steps of a thread in their order, as their texts contain them. */
const thread = async (page: Page, ...texts: string[]) => {
  const items = await page.getByRole('log').getByRole('listitem').allInnerTexts()
  return items.flatMap((item) => texts.find((text) => item.includes(text)) ?? [])
}
const card = (page: Page) => page.getByRole('link', { name: TITLE }).filter({ has: page.locator('b') })

test('the room is in the lists of both once the order is paid, before anybody has written', async () => {
  await Promise.all([seller.page, buyer.page].map((page) => page.goto('/messenger/')))
  const entry = (page: Page) => page.getByRole('navigation', { name: /^(Messages|メッセージ)$/ }).getByRole('link', { name: TITLE })
  await expect(entry(seller.page)).toContainText('No messages yet')
  await expect(entry(buyer.page)).toContainText('まだメッセージはありません')
  await expect(entry(buyer.page)).toHaveAttribute('href', `/messenger/${room}`)
  expect(await findViolations(buyer.page)).toEqual([])
})

test('the room shows what the order is about and its status to both, in their languages', async () => {
  await Promise.all([seller.page, buyer.page].map((page) => page.goto(`/messenger/${room}`)))
  await expect(card(seller.page)).toContainText('Requested')
  await expect(card(buyer.page)).toContainText('依頼中')
  await expect(steps(seller.page)).toHaveText([/^Paid into escrow \d\d:\d\d$/])
  await expect(steps(buyer.page)).toHaveText([/^エスクローに入金 \d\d:\d\d$/])
  await write(seller.page, 'Shall I begin on Monday?')
  await row(buyer.page, 'Shall I begin on Monday?').waitFor()
})

test('each step appears in both threads without a reload, once, and the list stays at its end', async () => {
  const [english, japanese] = await Promise.all([watchLog(seller.page), watchLog(buyer.page)])
  await orderPage.goto(orderPath)
  await changeOrder(orderPage, /^Accept$/, 'In progress')
  await expect(steps(seller.page).nth(1)).toHaveText(/^Accepted/)
  await expect(steps(buyer.page).nth(1)).toHaveText(/^承諾済み/)
  await expect(card(seller.page)).toContainText('In progress')
  await expect(card(buyer.page)).toContainText('進行中')
  await write(buyer.page, 'お願いします')
  await row(seller.page, 'お願いします').waitFor()
  await deliver(orderPage, 'Here is your sign.')
  await expect(steps(seller.page).nth(2)).toHaveText(/^Delivered/)
  await expect(steps(buyer.page).nth(2)).toHaveText(/^納品済み/)
  await expect(steps(buyer.page).nth(2)).toBeInViewport()
  await expect(card(buyer.page)).toContainText('納品済み')
  for (const text of ['Accepted', 'Delivered']) expect(await english(text), text).toBe(1)
  for (const text of ['承諾済み', '納品済み']) expect(await japanese(text), text).toBe(1)
  expect(await japanese('エスクロー')).toBe(0)
})

test('after a reload the steps are at the same places between the messages', async () => {
  for (const { page } of [seller, buyer]) await page.reload()
  await expect(steps(seller.page)).toHaveCount(3)
  await expect(steps(buyer.page)).toHaveCount(3)
  const english = ['Paid into escrow', 'Shall I begin on Monday?', 'Accepted', 'お願いします', 'Delivered']
  expect(await thread(seller.page, ...english)).toEqual(english)
  const japanese = ['エスクローに入金', 'Shall I begin on Monday?', '承諾済み', 'お願いします', '納品済み']
  expect(await thread(buyer.page, ...japanese)).toEqual(japanese)
  for (const { page } of [seller, buyer]) {
    await expect(page.getByRole('log')).toHaveAttribute('aria-busy', 'false')
    expect(await findViolations(page)).toEqual([])
  }
})

test('a change request of the buyer is a step too, and a step leads to the order, whose page shows the same thread', async () => {
  const request = { orderId: orderPath.split('/')[2], message: 'The letters are too thin to read.' }
  const status = await buyer.page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/orders/requestChanges', { method: 'POST', headers, body: JSON.stringify(body) })).status
  }, request)
  expect(status).toBe(200)
  await expect(steps(seller.page).nth(3)).toHaveText(/^Changes requested \(1 of 1\)/)
  await expect(steps(buyer.page).nth(3)).toHaveText(/^修正の依頼（1回中1回目）/)
  await steps(seller.page).nth(2).getByRole('link').click()
  await orderWithStatus(seller.page, 'Delivered').waitFor()
  await expect(steps(seller.page)).toHaveCount(4)
  await expect(steps(seller.page).getByRole('link')).toHaveCount(0)
  await card(buyer.page).click()
  await buyer.page.getByRole('article', { name: '注文' }).waitFor()
})

test('no page has logged an error', () => {
  expect([...seller.consoleErrors, ...buyer.consoleErrors]).toEqual([])
})
