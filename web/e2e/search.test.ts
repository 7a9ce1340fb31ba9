import type { Page } from '@playwright/test'
import { signIn } from '../../workers/local/seed/client.ts'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { url } from './world.ts'

/** The results of a search: kinds with counts, filters in the address, and what to remove if nothing is found. */
test.afterAll(closeUserBrowsers)

const kindsOf = (page: Page) => page.getByRole('navigation', { name: 'Kinds of results' })
const scrollOf = (page: Page) => page.evaluate(() => scrollY)
/** Scrolls, and waits until the page has noticed it. */
const scrollPage = (page: Page, top: number) =>
  page.evaluate(async (y) => {
    scrollTo(0, y)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, top)

test('a search shows the kinds of results; filters are in the address, survive a reload and can be removed', async () => {
  const { page, consoleErrors } = await openUserBrowser()
  await page.goto('/search/logo')
  await kindsOf(page)
    .getByRole('link', { name: /^Services [1-9]/ })
    .click()
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
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove the filter “$900,000 or more”' }).click()
  await page.waitForURL('**/search/logo?kind=services&lang=ja')
  await page.locator('main').getByRole('article').first().waitFor()
  expect(consoleErrors).toEqual([])
})

test('back and forward go through kinds, filters and sort, and return to the scroll position', async () => {
  const { page } = await openUserBrowser({ height: 500 })
  await page.goto('/search/a%20logo%20for%20a%20small%20studio')
  await page.locator('main').getByRole('article').nth(1).waitFor()
  await scrollPage(page, 400)
  await page.evaluate(() => document.querySelector<HTMLElement>('main nav a[href*="kind=services"]')!.click())
  await page.waitForURL('**?kind=services')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  await page.waitForURL('**?kind=services&sort=price')
  await page.getByRole('combobox', { name: 'Where' }).selectOption('online')
  await page.waitForURL('**?kind=services&sort=price&where=online')
  const address = page.url()
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Where' })).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('')
  await page.goBack()
  await expect(kindsOf(page).getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => scrollOf(page)).toBe(400)
  for (let step = 0; step < 3; step++) await page.goForward()
  expect(page.url()).toBe(address)
  await expect(page.getByRole('combobox', { name: 'Where' })).toHaveValue('online')
})

test('going back to the results waits for them, and then returns to the scroll position', async () => {
  const { page } = await openUserBrowser({ height: 500 })
  await page.goto('/search/a%20logo%20for%20a%20small%20studio?kind=services')
  const cards = page.locator('main').getByRole('article')
  await cards.nth(1).waitFor()
  await scrollPage(page, 450)
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('main article h3 a')[1]!.click())
  await page.waitForURL('**/services/**')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  expect(await scrollOf(page)).toBe(0)
  // After a reload, the page has no results in memory.
  await page.reload()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/listings/query?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goBack()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor()
  release()
  await cards.nth(1).waitFor()
  await expect.poll(() => scrollOf(page)).toBe(450)
})

test('a job search filters by salary, and says if another text was searched also when only jobs are shown', async () => {
  const { page } = await openUserBrowser()
  await page.goto('/search/engineer?kind=jobs')
  await page.getByLabel('Salary from').fill('1')
  await page.getByLabel('Salary from').press('Enter')
  await page.waitForURL('**?kind=jobs&salary=1&currency=USD&period=year')
  await page.getByRole('combobox', { name: 'Period' }).selectOption('month')
  await page.waitForURL('**?kind=jobs&salary=1&currency=USD&period=month')
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('year')
  await page.goto('/search/enginere?kind=jobs')
  await page.getByText('Nothing has these exact words.').waitFor()
  await page.locator('main').getByRole('article').first().waitFor()
})

test('the suggestions below the search field contain people without a listing, and lead to their profile', async () => {
  const member = await signIn(url, 62)
  await member.post('auth/addProfile', { profile: { name: 'Quokka Himura', title: 'Letters by hand', description: '' } })
  const { page } = await openUserBrowser()
  await page.goto('/faq/')
  const field = page.getByRole('banner').getByRole('searchbox')
  await field.fill('quokka him')
  await page.getByRole('banner').getByRole('link', { name: 'Quokka Himura' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quokka Himura' }).waitFor()
  await field.fill('qqzzxx')
  await page.getByText('Nothing found for “qqzzxx”.').waitFor()
})

test('a search with the id of a member finds only their listings', async () => {
  const { page } = await openUserBrowser()
  await page.goto('/search/logo?kind=services')
  const cards = page.locator('main').getByRole('article')
  await cards.first().waitFor()
  const answer = await page.request.get('/api/listings/query?type=SERVICES&text=logo')
  const { services } = (await answer.json()) as { services: { poster: { userId: number; name: string } }[] }
  const { userId, name } = services[0]!.poster
  await page.goto(`/search/logo?kind=services&userId=${userId}`)
  await page.getByRole('button', { name: `Remove the filter “Only ${name}”` }).waitFor()
  await cards.first().waitFor()
  expect(await cards.getByText(name, { exact: true }).count()).toBe(await cards.count())
  await page.getByRole('button', { name: `Remove the filter “Only ${name}”` }).click()
  await page.waitForURL('**/search/logo?kind=services')
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
  // The kinds are wider than the window; the shown one is on screen.
  await page.goto('/search/logo?kind=people')
  await expect(page.locator('main nav a[aria-current=page]', { hasText: '会員' })).toBeInViewport({ ratio: 1 })
})

test('a map shows the cities of local results, and narrows the list to one of them, by keyboard', async () => {
  const { page, consoleErrors } = await openUserBrowser()
  await page.goto('/search/a%20small?kind=events')
  const cards = page.locator('main').getByRole('article')
  await cards.first().waitFor()
  const before = await cards.count()
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.waitForURL('**?kind=events&view=map')
  const map = page.getByRole('dialog', { name: 'Map of local results' })
  const pin = map.getByRole('button', { name: /^\w+: \d+ results?$/ }).first()
  await pin.waitFor()
  // The list stays beside the map.
  expect(await cards.count()).toBe(before)
  await expect(map.locator('svg[viewBox] path[d^=M]').first()).toBeAttached()
  expect(await findViolations(page)).toEqual([])
  const city = /[A-Z][a-z]+(?=: \d)/.exec((await pin.textContent())!)![0]
  await pin.focus()
  await page.keyboard.press('Enter')
  await map.getByRole('heading', { name: new RegExp(`^${city}, `) }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await map.getByRole('button', { name: 'Show only this city' }).click()
  await page.waitForURL(/kind=events&view=map&where=local&country=[A-Z]{2}&city=\d+/)
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue(city)
  await map.getByRole('button', { name: 'Hide the map' }).click()
  await map.waitFor({ state: 'detached' })
  await expect(page.getByRole('button', { name: 'Map', exact: true })).toBeFocused()
  await page.goBack()
  await map.waitFor()
  expect(consoleErrors).toEqual([])
})

test('in Japanese on a phone, the map covers the screen, and choosing a city returns to the list', async () => {
  const { page, context } = await openUserBrowser({ width: 390, height: 844 })
  await context.addCookies([{ name: 'hl', value: 'ja', url }])
  await page.goto('/events/c/workshop')
  await page.getByRole('button', { name: '地図' }).click()
  const map = page.getByRole('dialog', { name: '現地・対面の結果の地図' })
  const pin = map.getByRole('button', { name: /：1件$/ }).first()
  await pin.waitFor()
  expect(await map.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  expect(await findViolations(page)).toEqual([])
  await pin.click()
  await map.getByRole('button', { name: 'この都市だけを表示' }).click()
  await page.waitForURL(/where=local&country=[A-Z]{2}&city=\d+$/)
  await map.waitFor({ state: 'detached' })
  await expect(page.locator('main').getByRole('article')).toHaveCount(1)
  await page.goBack()
  await map.waitFor()
  await page.keyboard.press('Escape')
  await map.waitFor({ state: 'detached' })
})
