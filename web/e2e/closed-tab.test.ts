import type { Page } from '@playwright/test'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { answerWallet, confirmUntil, NEW_ORDER, orderWithStatus, signIn, waitForTransaction } from './steps.ts'
import { fireCron } from './world.ts'

test.afterAll(closeUserBrowsers)

test('the cron alone records an order and its terms when the tab closes right after the payment is sent', async () => {
  const buyer = await openUserBrowser()
  await buyer.page.goto('/')
  await signIn(buyer.page, 'buyer')
  await buyer.page.getByRole('searchbox').fill('Product photos in daylight')
  await buyer.page.getByRole('searchbox').press('Enter')
  await buyer.page.getByRole('link', { name: /Product photos in daylight/ }).click()
  await buyer.page.waitForURL('**/services/**')
  await buyer.page.getByRole('button', { name: /^Continue with/ }).waitFor()
  const title = (await buyer.page.getByRole('heading', { level: 1 }).textContent())!
  const before = await fetchOrders(buyer.page)

  // Only the cron may record the purchase: the page's own report is aborted, as if the connection failed when the tab closed.
  await buyer.page.route('**/api/orders/addOrder', (route) => route.abort())
  await buyer.page.getByRole('button', { name: /^Continue with/ }).click()
  await buyer.page
    .getByRole('dialog', { name: /into escrow/ })
    .getByRole('button', { name: /^Pay / })
    .click()
  const sent = waitForTransaction(buyer.page, NEW_ORDER)
  await answerWallet(buyer.page)
  await sent
  await buyer.context.close()

  const again = await openUserBrowser()
  await again.page.goto('/')
  await signIn(again.page, 'buyer')
  expect((await fireCron()).status).toBe(200)
  // The order's room is opened right after the order is recorded.
  const newOrder = async () => (await fetchOrders(again.page)).find(({ id, room }) => room && !before.some((old) => old.id === id))
  await expect.poll(newOrder).toBeDefined()
  expect(await fetchOrders(again.page)).toHaveLength(before.length + 1)
  const order = (await newOrder())!
  expect(order).toMatchObject({ title, terms: 'ok', status_: 0, seller_name: 'Lena Brandt', buyer_name: 'Ben Carter' })
  expect(order.room).toMatch(/^[\w-]{22}$/)

  await again.page.goto(`/orders/${order.id}/${order.room}`)
  await orderWithStatus(again.page, 'Requested').waitFor()
  await again.page.getByRole('heading', { level: 1, name: title }).waitFor()
  await again.page.getByRole('textbox', { name: 'Write to Lena Brandt' }).waitFor()
})

test('a step that the page cannot record is announced as a step, and the cron records it', async () => {
  const path = await createOrder('A sign that the cron accepts')
  const { page } = await openUserBrowser()
  await page.goto('/')
  await signIn(page, 'seller')
  await page.goto(path)
  await page.route('**/api/orders/addOrder', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'too_many_requests', details: { retryAfter: 60 } } } }),
  )
  await page.getByRole('article', { name: 'Order' }).getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await confirmUntil(page, page.getByText('Your transaction is on chain. This site shows the result automatically'))
  expect(await page.getByText(/payment was sent|Too many requests/).count()).toBe(0)
  expect((await fireCron()).status).toBe(200)
  await orderWithStatus(page, 'In progress').waitFor()
})

interface OrderFacts {
  id: string
  title: string
  terms: string
  status_: number
  room: string | null
  seller_name: string
  buyer_name: string
}

/** The signed-in member's orders, read with the call that the page uses. */
const fetchOrders = (page: Page): Promise<OrderFacts[]> =>
  page.evaluate(async () => ((await (await fetch('/api/orders/getMyOrders')).json()) as { orders: OrderFacts[] }).orders)
