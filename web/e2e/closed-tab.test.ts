import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, person } from './browser.ts'
import { answerWallet, NEW_ORDER, orderIs, sentToChain, signIn } from './steps.ts'
import { url } from './world.ts'

/** The cron comes once a minute; an order must be there at the latest after the second one. */
const TWO_CRONS = 130_000

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('a tab closed right after the wallet confirmed loses nothing: the cron alone completes the order, terms included', {
  timeout: 240_000,
}, async () => {
  const buyer = await person(browser, url)
  await buyer.page.goto('/')
  await signIn(buyer.page, 'buyer')
  await buyer.page.getByRole('searchbox').fill('Product photos in daylight')
  await buyer.page.getByRole('searchbox').press('Enter')
  await buyer.page.getByRole('link', { name: /Product photos in daylight/ }).click()
  await buyer.page.waitForURL('**/services/**')
  await buyer.page.getByRole('button', { name: /^Continue with/ }).waitFor()
  const title = (await buyer.page.getByRole('heading', { level: 1 }).textContent())!
  const before = await ordersOf(buyer.page)

  // Nothing may record the purchase but the cron: calls that would are cut, as by a network that fails with the tab.
  await buyer.page.route('**/api/orders/addOrder', (route) => route.abort())
  await buyer.page.getByRole('button', { name: /^Continue with/ }).click()
  await buyer.page
    .getByRole('dialog', { name: /into escrow/ })
    .getByRole('button', { name: /^Pay / })
    .click()
  await answerWallet(buyer.page)
  const sent = sentToChain(buyer.page, NEW_ORDER)
  await answerWallet(buyer.page)
  await sent
  await buyer.context.close()

  const again = await person(browser, url)
  await again.page.goto('/')
  await signIn(again.page, 'buyer')
  await expect.poll(async () => (await ordersOf(again.page)).length, { timeout: TWO_CRONS, interval: 1000 }).toBe(before.length + 1)
  const order = (await ordersOf(again.page)).find(({ id }) => !before.some((old) => old.id === id))!
  expect(order).toMatchObject({ title, terms: 'ok', status_: 0, seller_name: 'Lena Brandt', buyer_name: 'Ben Carter' })
  expect(order.room).toMatch(/^[\w-]{22}$/)

  await again.page.goto(`/orders/${order.id}/${order.room}`)
  await orderIs(again.page, 'Requested').waitFor()
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

/** The signed-in person's orders, as the page itself would ask for them. */
const ordersOf = (page: Awaited<ReturnType<typeof person>>['page']): Promise<OrderFacts[]> =>
  page.evaluate(async () => {
    const body = (await (await fetch('/api/orders/getMyOrders')).json()) as { orders: OrderFacts[] } | OrderFacts[]
    return Array.isArray(body) ? body : body.orders
  })
