import type { Config } from '../page-request.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { url } from './world.ts'

/** Text pages: terms, legal notice and the page of unknown addresses. */

let guest: UserBrowser
test.beforeAll(async () => {
  guest = await openUserBrowser()
})
test.afterAll(closeUserBrowsers)

test('text pages are served in the requested language; unknown addresses get a 404', async () => {
  for (const path of ['/faq/', '/faq/gas', '/faq/disputes', '/privacy', '/terms', '/about', '/tokuteishotorihiki', '/gallery/'])
    expect((await fetchPath(path)).status, path).toBe(200)
  for (const path of ['/faq/nothing', '/terms/more', '/imprint']) expect((await fetchPath(path)).status, path).toBe(404)
  const html = await (await fetchPath('/privacy?hl=ja')).text()
  expect(html).toContain('<title>プライバシー · Warren</title>')
  expect(html).toMatch(/rel="canonical" href="[^"]+\/privacy\?hl=ja"/)
})

test('the Japanese legal notice is linked only on Japanese pages, but is available in English too', async () => {
  const { page } = guest
  await page.goto('/about')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('contentinfo').waitFor()
  expect(await page.getByRole('contentinfo').getByText('特定商取引法').count()).toBe(0)
  await page.goto('/about?hl=ja')
  await page.getByRole('contentinfo').getByText('特定商取引法に基づく表記').click()
  await page.getByRole('heading', { level: 1, name: '特定商取引法に基づく表記' }).waitFor()
  await page.getByText(/有料イベントの席の料金は/).waitFor()
  await page.goto('/tokuteishotorihiki?hl=en')
  await page.getByRole('heading', { level: 1, name: 'Notice under the Specified Commercial Transactions Act' }).waitFor()
})

test('the page about the product names the contract and its tokens, as plain text where there is no block explorer', async () => {
  const { page } = guest
  await page.goto('/about')
  const { orderBook, tokens, explorer } = await page.evaluate(
    () => (JSON.parse(document.getElementById('warren-data')!.textContent!) as { config: Config }).config,
  )
  expect(explorer).toBeNull()
  const table = page.getByRole('main').getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(1 + tokens.filter(({ symbol }) => symbol !== 'ETH').length)
  await expect(table.getByRole('row', { name: 'Escrow (OrderBook)' })).toContainText(orderBook)
  expect(await table.getByRole('link').count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Our mission' }).click()
  await page.waitForURL('**/welcome')
})

test('the page at an unknown address links to the home page', async () => {
  const { page } = guest
  expect((await page.goto('/nothing/here'))!.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL(`${url}/`)
})
