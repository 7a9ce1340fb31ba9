import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { url } from './world.ts'

/** The results of a search: kinds with counts, filters in the address, and what to remove if nothing is found. */
test.afterAll(closeUserBrowsers)

test('a search shows the kinds of results; filters are in the address, survive a reload and can be removed', async () => {
  const { page, consoleErrors } = await openUserBrowser()
  await page.goto('/search/logo')
  const kinds = page.getByRole('navigation', { name: 'Kinds of results' })
  await kinds.getByRole('link', { name: /^Services [1-9]/ }).click()
  await page.getByText(/^\d+ results?/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja')
  await page.waitForURL('**/search/logo?kind=services&lang=ja')
  await page.getByLabel('Price from').fill('900000')
  await page.getByLabel('Price from').press('Enter')
  await page.getByRole('heading', { name: 'Nothing found for “logo”' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Nothing found for “logo”' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('ja')
  await page.getByRole('button', { name: 'Price from' }).click()
  await page.waitForURL('**/search/logo?kind=services&lang=ja')
  await page.locator('main').getByRole('article').first().waitFor()
  expect(consoleErrors).toEqual([])
})

test('in Japanese on a phone, the filters open by a button, and a word with a wrong letter is corrected', async () => {
  const { page, context } = await openUserBrowser({ width: 390 })
  await context.addCookies([{ name: 'hl', value: 'ja', url }])
  await page.goto('/search/illustratino')
  await page.getByText('この言葉では見つかりませんでした。').waitFor()
  await page.goto('/search/logo?kind=services')
  const where = page.getByLabel('場所')
  await where.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '絞り込み' }).click()
  await where.waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
