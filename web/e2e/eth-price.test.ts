import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './steps.ts'
import { fireCron, ports } from './world.ts'

/** ETH can be chosen only while it has a price. It has none while the price feeds disagree, or if none has answered. */
const SERVICE = 'Product photos in daylight'

test.afterAll(closeUserBrowsers)

/** Changes what the local price feeds answer (PATCH) or undoes that (DELETE). Then fires the cron, which reads the feeds. */
async function changeFeeds(method: 'PATCH' | 'DELETE', changes?: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${ports.outside}/prices`, { method, ...(changes && { body: JSON.stringify(changes) }) })
  expect([answer.status, (await fireCron()).status]).toEqual([200, 200])
}

test('ETH can be chosen while the price feeds agree, and only the other tokens while they do not', async () => {
  const { page } = await openUserBrowser({ width: 390, height: 844 })
  const dialog = page.getByRole('dialog', { name: /into escrow/ })
  const token = (symbol: string) => dialog.getByRole('radio', { name: symbol })
  const pay = dialog.getByRole('button', { name: /^Pay / })
  const openPurchase = () => page.getByRole('button', { name: /^Continue with/ }).click()
  await page.goto('/')
  await signIn(page, 'buyer')
  await page.goto(`/search/${SERVICE}`)
  await page.getByRole('link', { name: new RegExp(SERVICE) }).click()
  await openPurchase()
  await dialog.getByText('ETH', { exact: true }).click()
  await dialog.getByText('1 ETH = $3,150 at').waitFor()
  await expect(pay).toHaveText(/ETH$/)

  await changeFeeds('PATCH', { kraken: { usd: '3000' } })
  try {
    await page.reload()
    await openPurchase()
    await dialog.getByText('No price').waitFor()
    await expect(token('ETH')).toBeDisabled()
    await dialog.getByText('USDT', { exact: true }).click()
    await expect(pay).toHaveText(/60\.00\sUSDT$/)
    await expect(pay).toBeEnabled()
  } finally {
    await changeFeeds('DELETE')
  }
  await page.reload()
  await openPurchase()
  await expect(token('ETH')).toBeEnabled()
})
