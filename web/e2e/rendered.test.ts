import type { BrowserContext, Page } from '@playwright/test'
import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { LOCALE_CODES, type Locale } from '../../workers/shared/locales.schema.ts'
import { addSession, closeUserBrowsers, openUserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './steps.ts'
import { url } from './world.ts'

/** Public pages are finished HTML: readable without JavaScript, and taken over by React without being drawn again. */

interface Entry {
  id: number
  title: string
  poster: { userId: number; name: string }
}
const firstOf = async (type: string): Promise<Entry> => {
  const answer = await fetchPath(`/api/listings/query?type=${type}`)
  return ((await answer.json()) as { services: Entry[] }).services[0]!
}

/** The addresses of the public pages, each with a text of its content, if it is the same in every language. */
let pages: [path: string, text: string][] = []
test.beforeAll(async () => {
  const [service, job, event] = await Promise.all([firstOf('SERVICES'), firstOf('JOBS'), firstOf('EVENTS')])
  pages = [
    ['/', service.title],
    ['/jobs/', job.title],
    ['/events/', event.title],
    ['/search/logo', 'logo'],
    [`/services/${service.id}`, service.title],
    [`/jobs/${job.id}`, job.title],
    [`/events/${event.id}`, event.title],
    [`/profile/${service.poster.userId}`, service.poster.name],
    ['/news/', ''],
    ['/trending/', ''],
    ['/faq/', ''],
    ['/welcome', ''],
    ['/services/c/design', ''],
    ['/privacy', ''],
    ['/terms', ''],
    ['/about', ''],
    ['/tokuteishotorihiki', ''],
    ['/nothing/here', ''],
  ]
})
test.afterAll(closeUserBrowsers)

const tagOf: Record<Locale, string> = { en: 'en-GB', ja: 'ja-JP' }

for (const language of LOCALE_CODES) {
  test(`without JavaScript every public page has its main text in ${language}, in the chosen theme`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: url, locale: tagOf[language], javaScriptEnabled: false, serviceWorkers: 'block' })
    await context.addCookies([{ name: 'theme', value: 'dark', url }])
    const page = await context.newPage()
    for (const [path, text] of pages) {
      await page.goto(path)
      const main = page.locator('main')
      await expect(main.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      await expect(main, path).toContainText(text)
      // Nothing waits for code or data.
      await expect(main.locator('[role=status][aria-label], [role=alert]'), path).toHaveCount(0)
      expect((await main.innerText()).length, path).toBeGreaterThan(40)
      await expect(page.locator('html'), path).toHaveAttribute('lang', language)
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), path).toBe('rgb(18, 16, 14)')
    }
    await page.goto('/')
    await page.getByRole('searchbox').fill('logo')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/search/logo')
    await context.close()
  })
}

/** Remembers the heading of the HTML before the page's code runs, adds up layout shifts, and counts the formats of numbers that are made. */
const observe = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen: { heading?: Element | null; shift: number; formats: number } = { shift: 0, formats: 0 }
    Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
      construct: (made, options) => {
        seen.formats++
        return Reflect.construct(made, options)
      },
    })
    Object.assign(window, { seen })
    addEventListener('readystatechange', () => (seen.heading ??= document.querySelector('main h1')), { capture: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/**
 * Waits until React has taken over the heading. Returns whether it is still the one of the HTML, the layout shift of the page, and how many
 * formats of numbers were made.
 */
async function takenOver(page: Page): Promise<{ isSame: boolean; shift: number; formats: number }> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1')
    return heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber'))
  })
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const { heading, ...counted } = (window as unknown as { seen: { heading: Element; shift: number; formats: number } }).seen
    return { isSame: heading === document.querySelector('main h1'), ...counted }
  })
}

/** The time zone of every visitor of the local world, as its platform says. */
const ASSUMED_ZONE = 'America/Chicago'

for (const [language, timezoneId] of [
  ['en', 'Pacific/Auckland'],
  ['ja', ASSUMED_ZONE],
] as const) {
  test(`React takes over the HTML of every public page in ${language}, for a reader in ${timezoneId}`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: url, locale: tagOf[language], timezoneId, serviceWorkers: 'block' })
    // The HTML leaves space for the sidebar, which needs code.
    await context.addCookies([{ name: 'side', value: '2', url }])
    await observe(context)
    for (const [path] of pages) {
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await page.goto(path)
      const { isSame, shift, formats } = await takenOver(page)
      expect([path, isSame]).toEqual([path, true])
      // The numbers of a page are in its data, as a browser's first format takes longer than the rest of hydration. The other pages load
      // more afterwards, such as reviews.
      if (['/', '/jobs/', '/events/'].includes(path)) expect([path, formats]).toEqual([path, 0])
      // In another zone than the edge assumes, events get a line with the reader's own time.
      if (timezoneId === ASSUMED_ZONE) expect(shift, path).toBeLessThan(0.1)
      expect(errors.filter((error) => !error.includes('404'))).toEqual([])
      await page.close()
    }
    await context.close()
  })
}

test('React takes over the pages of a member', async () => {
  const { context, page, consoleErrors } = await openUserBrowser()
  await page.goto('/')
  await signIn(page, 'seller')
  await observe(context)
  for (const [path] of pages) {
    await page.goto(path)
    const { isSame } = await takenOver(page)
    expect([path, isSame]).toEqual([path, true])
    // The landing page has no top bar.
    if (path !== '/welcome') await page.getByRole('link', { name: 'Orders' }).first().waitFor()
  }
  expect(consoleErrors.filter((error) => !error.includes('404'))).toEqual([])
})

test('a button in the bar of a member takes a press only when its code runs, and does not lose it', async ({ browser }) => {
  // Not `openUserBrowser`, whose pages wait for React.
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', serviceWorkers: 'block' })
  await addSession({ context }, (await seedSignIn(url, 1)).cookie)
  const page = await context.newPage()
  const held = Promise.withResolvers<void>()
  // The code of the bar arrives long after that of the page.
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes('https://account.base.app/')) await held.promise
    await route.fulfill({ response: answer })
  })
  await page.goto('/privacy', { waitUntil: 'commit' })
  // The browser itself opens the menu.
  await page.getByRole('button', { name: 'Your account' }).click()
  const network = page.getByRole('button', { name: 'Network', exact: true })
  await network.waitFor()
  const isLive = page.locator('html[data-live]').waitFor({ state: 'attached', timeout: 2000 })
  expect(
    await isLive.then(
      () => true,
      () => false,
    ),
  ).toBe(false)
  const press = network.click()
  held.resolve()
  await press
  await page.getByRole('dialog', { name: 'Network' }).waitFor()
  await context.close()
})
