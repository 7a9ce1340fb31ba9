import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { configOf } from './money.ts'
import { createOrder } from './orders.ts'
import { interfaceText, signIn } from './steps.ts'

/** The list of orders of a member who has many: tabs, search, filters, pages and the CSV file, and changes that arrive without a reload. */
const [OWN, SELLER] = [`0x${'60'.repeat(20)}`, `0x${'70'.repeat(20)}`]
const DAY = 86_400
const FORMULA = '=HYPERLINK("https://example.com")'

let many: UserBrowser
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  many = await openUserBrowser()
  await addSession(many, (await register()).cookie)
  await many.page.goto('/')
  const me = await many.page.evaluate(async () => ((await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number }).user_id)
  await insertOrders(me)
})
test.afterAll(closeUserBrowsers)

/** Inserts 40 completed orders, one of them sold, and two open ones. The other party has no account, and the pictures do not exist. */
async function insertOrders(me: number): Promise<void> {
  const { usdc } = await configOf()
  const now = Math.floor(Date.now() / 1000)
  const picture = { id: 'A'.repeat(22), kind: 'image', width: 800, height: 600, placeholder: null }
  const completed = Array.from({ length: 40 }, (_, i) => ({ title: `Poster ${i}`, status: 5, at: now - (i + 1) * DAY, sold: i === 39 }))
  const rows = [
    ...completed,
    { title: '100%の和菓子の包装', status: 1, at: now - 8 * DAY, sold: false },
    { title: FORMULA, status: 4, at: now - 60, sold: false },
  ].map(({ title, status, at, sold }, i) => ({
    id: `${me}x${i}`.padEnd(22, '-'),
    contract: `0xlist${me}`,
    number: String(i),
    buyer: sold ? SELLER : OWN,
    seller: sold ? OWN : SELLER,
    buyerId: sold ? null : me,
    sellerId: sold ? me : null,
    token: usdc,
    status,
    at,
    terms: JSON.stringify({ title, plan: 'Studio', picture }),
  }))
  const from = (name: string) => `value ->> '${name}'`
  await run(
    `insert into orders (id, chain_id, contract, order_id, ref, terms_state, service_id, buyer, seller, buyer_id, seller_id, token, price,
        fee_bps, delivery, status, status_at, created_at, terms)
      select ${from('id')}, 31337, ${from('contract')}, ${from('number')}, '0x', 'ok', 0, ${from('buyer')}, ${from('seller')},
        ${from('buyerId')}, ${from('sellerId')}, ${from('token')}, '240500000', 1000, 7, ${from('status')}, ${from('at')}, ${from('at')},
        ${from('terms')} from json_each(?)`,
    [JSON.stringify(rows)],
  )
}

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article')
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search orders' })
const query = (page: Page) => new URL(page.url()).search

test('the list opens with the open orders, and shows the number of orders in each tab, the time left, and the wallet of a person without a name', async () => {
  const { page } = many
  await page.goto('/orders/')
  await tab(page, /^Open\s*2$/).waitFor()
  await expect(tab(page, /^Open/)).toHaveAttribute('aria-selected', 'true')
  await expect(cards(page)).toHaveCount(2)
  await cards(page).filter({ hasText: '和菓子' }).getByText('Delivery is late', { exact: true }).waitFor()
  await cards(page).filter({ hasText: '=HYPERLINK' }).getByText('14 days to check the work').waitFor()
  expect(await cards(page).getByText('Unnamed member (0x7070…7070)').count()).toBe(2)
  await tab(page, /^Completed\s*40$/).waitFor()
  await tab(page, /^Requests$/).click()
  await page.getByRole('heading', { name: 'No order requests' }).waitFor()
  await tab(page, /^Disputes$/).click()
  await page.getByRole('heading', { name: 'No order disputes' }).waitFor()
})

test('a picture that cannot be loaded is replaced by the banner', async () => {
  const { page } = many
  await tab(page, /^Open/).click()
  const banner = cards(page).first().locator('img[src="/art/banner-1.svg"]')
  await expect.poll(() => banner.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
})

test('the list shows more orders page by page until all are shown', async () => {
  const { page } = many
  await tab(page, /^Completed/).click()
  await expect(cards(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(40)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

test('search and filters are in the address, so that a reload and the back button keep them', async () => {
  const { page } = many
  await search(page).fill('poster #7')
  await expect(cards(page)).toHaveCount(1)
  expect(query(page)).toBe('?tab=completed&q=poster+%237')
  await page.reload()
  await expect(search(page)).toHaveValue('poster #7')
  await expect(cards(page)).toHaveCount(1)
  await cards(page).getByRole('link').click()
  await page.getByRole('article', { name: 'Order' }).getByText('No. 7').waitFor()
  await page.goBack()
  await expect(search(page)).toHaveValue('poster #7')
  await expect(cards(page)).toHaveCount(1)
  // A search in another tab says where the results are.
  await tab(page, /^Open/).click()
  await page.getByRole('heading', { name: 'No orders found here' }).waitFor()
  await tab(page, /^Completed\s*1$/).waitFor()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(cards(page)).toHaveCount(2)
  await search(page).fill('100%')
  await expect(cards(page)).toHaveCount(1)
  await search(page).fill('%の')
  await expect(cards(page)).toHaveCount(1)
  await search(page).fill('_')
  await page.getByRole('heading', { name: 'No orders found here' }).waitFor()
  // The search has found nothing, but the list after it may have orders. So the page shows that it is loading, not that it is empty.
  await tab(page, /^Disputes/).click()
  await expect.poll(() => query(page)).toBe('?tab=disputes&q=_')
  await page.getByRole('heading', { name: 'No orders found here' }).waitFor()
  const release = Promise.withResolvers<void>()
  await page.route('**/api/orders/getMyOrders?**', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await page.getByRole('tabpanel').getByRole('status', { name: 'Loading' }).waitFor()
  await expect(search(page)).toHaveValue('')
  release.resolve()
  await page.getByRole('heading', { name: 'No order disputes' }).waitFor()
  await page.unroute('**/api/orders/getMyOrders?**')
  await page.getByRole('radio', { name: 'Sold' }).check({ force: true })
  await tab(page, /^Completed\s*1$/).click()
  await expect(cards(page)).toHaveText([/Poster 39/])
  expect(query(page)).toBe('?tab=completed&role=seller')
})

test('the CSV file has all orders, exact amounts, UTC times, and no formulas', async () => {
  const { page } = many
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'All orders as CSV' }).click()
  const file = await started
  expect(file.suggestedFilename()).toMatch(/^warren-orders-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeff"Order number","Paid at (UTC)","Status",')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(43)
  expect(text).toContain(`"'=HYPERLINK(""https://example.com"")"`)
  expect(lines.find((line) => line.includes('和菓子'))).toMatch(
    /^"40","\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","In progress",.*"buyer","Unnamed member \(0x7070…7070\)","0x(70){20}","USDC","240\.5",/,
  )
})

test('the list is shown in Japanese on a phone', async () => {
  const { page, context } = many
  await context.addCookies([{ name: 'hl', value: 'ja', url: new URL(page.url()).origin }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/orders/?tab=completed&q=Poster')
  await expect(page.getByRole('searchbox', { name: '注文を検索' })).toHaveValue('Poster')
  await page.getByRole('button', { name: 'もっと見る' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const tops = [
    page.getByRole('searchbox', { name: '注文を検索' }),
    page.getByRole('group', { name: '自分の役割' }),
    page.getByRole('tablist'),
  ]
  const [field, role, strip] = await Promise.all(tops.map(async (part) => (await part.boundingBox())!.y))
  expect([field! < role!, role! < strip!]).toEqual([true, true])
  expect(await interfaceText(page)).not.toMatch(/Completed|Unnamed|Search|Export/)
})

test('tabs that do not fit on a small phone scroll, and the page shows the open one', async () => {
  const { page } = many
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/orders/?tab=completed&hl=en')
  await tab(page, /^Completed\s*40$/).waitFor()
  await expect(tab(page, /^Completed/)).toBeInViewport({ ratio: 0.9 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.goto('/orders/?tab=completed&hl=ja')
  await cards(page).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.goto('/orders/?tab=completed&hl=en')
  await tab(page, /^Completed/).press('Home')
  await expect(tab(page, /^Open/)).toBeFocused()
  await expect(tab(page, /^Open/)).toBeInViewport({ ratio: 0.9 })
})

test('a new order arrives on the open list without a reload', async () => {
  const seller = await openUserBrowser()
  const { page } = seller
  await page.goto('/')
  await signIn(page, 'seller')
  const title = `Sign ${crypto.randomUUID().slice(0, 8)}`
  await page.goto(`/orders/?q=${encodeURIComponent(title)}`)
  await page.getByRole('heading', { name: 'No orders found here' }).waitFor()
  await createOrder(title)
  await expect(cards(page)).toHaveText([new RegExp(title)])
  await expect(tab(page, /^Requests\s*1$/)).toHaveAttribute('aria-selected', 'true')
})
