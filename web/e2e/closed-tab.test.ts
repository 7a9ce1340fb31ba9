import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openUserBrowser } from './browser.ts'
import { answerWallet, NEW_ORDER, orderWithStatus, signIn, waitForTransaction } from './steps.ts'
import { url } from './world.ts'

/** The cron runs once a minute; the second run at the latest must have written the order. */
const TWO_CRONS = 130_000

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('the cron alone records an order and its terms when the tab closes right after the wallet confirmed', {
  timeout: 240_000,
}, async () => {
  const buyer = await openUserBrowser(browser, url)
  await buyer.page.goto('/')
  await signIn(buyer.page, 'buyer')
  await buyer.page.getByRole('searchbox').fill('Product photos in daylight')
  await buyer.page.getByRole('searchbox').press('Enter')
  await buyer.page.getByRole('link', { name: /Product photos in daylight/ }).click()
  await buyer.page.waitForURL('**/services/**')
  await buyer.page.getByRole('button', { name: /^Continue with/ }).waitFor()
  const title = (await buyer.page.getByRole('heading', { level: 1 }).textContent())!
  const before = await fetchOrders(buyer.page)

  // Only the cron may record the purchase: other calls are aborted, as if the network failed when the tab closed.
  await buyer.page.route('**/api/orders/addOrder', (route) => route.abort())
  await buyer.page.getByRole('button', { name: /^Continue with/ }).click()
  await buyer.page
    .getByRole('dialog', { name: /into escrow/ })
    .getByRole('button', { name: /^Pay / })
    .click()
  await answerWallet(buyer.page)
  const sent = waitForTransaction(buyer.page, NEW_ORDER)
  await answerWallet(buyer.page)
  await sent
  await buyer.context.close()

  const again = await openUserBrowser(browser, url)
  await again.page.goto('/')
  await signIn(again.page, 'buyer')
  // Its room is opened right after the order is recorded.
  const newOrder = async () => (await fetchOrders(again.page)).find(({ id, room }) => room && !before.some((old) => old.id === id))
  await expect.poll(newOrder, { timeout: TWO_CRONS, interval: 1000 }).toBeDefined()
  const order = (await newOrder())!
  expect(order).toMatchObject({ title, terms: 'ok', status_: 0, seller_name: 'Lena Brandt', buyer_name: 'Ben Carter' })
  expect(order.room).toMatch(/^[\w-]{22}$/)

  await again.page.goto(`/orders/${order.id}/${order.room}`)
  await orderWithStatus(again.page, 'Requested').waitFor()
  await again.page.getByRole('heading', { level: 1, name: title }).waitFor()
  await again.page.getByRole('textbox', { name: 'Write to Lena Brandt' }).waitFor()
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

/** The signed-in member's orders, read by the same call as the page's. */
const fetchOrders = (page: Awaited<ReturnType<typeof openUserBrowser>>['page']): Promise<OrderFacts[]> =>
  page.evaluate(async () => {
    const body = (await (await fetch('/api/orders/getMyOrders')).json()) as { orders: OrderFacts[] } | OrderFacts[]
    return Array.isArray(body) ? body : body.orders
  })
