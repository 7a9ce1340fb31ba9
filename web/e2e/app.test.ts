import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { findSeedListings } from './seed-listings.ts'
import { url } from './world.ts'

/** The site as an app: what opens without a connection, what is stored on the device, and the offer to install it. */
test.afterAll(closeUserBrowsers)

/** The HTML of the pages that the service worker has stored, by path. */
const storedPages = ({ page }: UserBrowser): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const cache = await caches.open('pages-1')
    const keys = await cache.keys()
    return Object.fromEntries(
      await Promise.all(keys.map(async (key) => [new URL(key.url).pathname, await (await cache.match(key))!.text()])),
    )
  })

/** Asks the service worker to store a page, as the page itself does after three seconds. */
const askToStore = ({ page }: UserBrowser, path: string) =>
  page.evaluate(async (to) => {
    const { active } = await navigator.serviceWorker.ready
    active!.postMessage({ path: to, lang: 'en' })
  }, path)

/**
 * Waits until the service worker has stored a page in a language, with the code that its HTML names. `waitForFunction` would not do: it takes
 * the promise of an async function for a true answer.
 */
const waitUntilStored = ({ page }: UserBrowser, path: string, language = 'en') =>
  expect
    .poll(
      () =>
        page.evaluate(
          async ([to, lang]) => {
            const [pages, files] = await Promise.all([caches.open('pages-1'), caches.open('files-1')])
            const html = (await (await pages.match(to))?.text()) ?? ''
            if (/<html[^>]* lang="([^"]+)"/.exec(html)?.[1] !== lang) return false
            const stored = (await files.keys()).map((key) => new URL(key.url).pathname)
            return [...html.matchAll(/(?:src|href)="(\/assets\/[^"?#]+)"/g)].every(([, file]) => stored.includes(file!))
          },
          [path, language] as const,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)

for (const [language, width] of [
  ['en', 1440],
  ['ja', 390],
] as const)
  test(`pages that were seen open without a connection, others when it is back (${language}, ${width} px)`, async () => {
    const browser = await openUserBrowser({ width, serviceWorker: true })
    const { context, page } = browser
    await context.addCookies([{ name: 'hl', value: language, url }])
    const { service } = await findSeedListings()
    await page.goto(service)
    const title = await page.locator('main h1').innerText()
    for (const path of [new URL(page.url()).pathname, '/offline/']) await waitUntilStored(browser, path, language)

    await context.setOffline(true)
    await page.goto(service)
    await expect(page.locator('main h1')).toHaveText(title)
    await page.goto('/notifications/?x=1')
    await page.waitForURL('**/offline/#/notifications/?x=1')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(language === 'en' ? 'No connection' : '接続がありません')
    await page.locator('main').getByRole('link', { name: title }).waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await context.setOffline(false)
    await page.waitForURL('**/notifications/?x=1')
  })

test('the stored copy of a page contains nothing of the signed-in member', async () => {
  const browser = await openUserBrowser({ serviceWorker: true })
  await addSession(browser, (await seedSignIn(url, 2)).cookie)
  const { page } = browser
  await page.goto('/faq/')
  const user = await page.evaluate(async () => (await fetch('/api/auth/getUserInfo')).json() as Promise<{ clientid: string }>)
  expect(await page.content()).toContain(user.clientid)
  await waitUntilStored(browser, '/faq/')
  await askToStore(browser, '/orders/')
  // The worker stores this page seconds later.
  await page.goto('/about')
  await waitUntilStored(browser, '/about')
  const copies = await storedPages(browser)
  expect(Object.keys(copies)).not.toContain('/orders/')
  for (const html of Object.values(copies)) expect(html).not.toContain(user.clientid)
  const caches = await page.evaluate(async () => {
    const files = await window.caches.open('files-1')
    return (await files.keys()).map((key) => new URL(key.url).pathname)
  })
  expect(caches.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(caches.some((path) => path.startsWith('/assets/'))).toBe(true)
})

/** The browser's prompt, which Chromium without windows never sends. */
const sendInstallPrompt = ({ page }: UserBrowser) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    dispatchEvent(Object.assign(event, { prompt: async () => void document.documentElement.setAttribute('data-prompted', '') }))
    return event.defaultPrevented
  })

/** Opens a page by its link in the footer, without a reload. An offer would be shown by then. */
async function openByFooter({ page }: UserBrowser, name: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('installing is offered at the second visit, opens the browser’s dialog, and is not offered again after an answer', async () => {
  const browser = await openUserBrowser()
  const { page } = browser
  const offer = page.getByRole('region', { name: 'Install Warren' })
  await page.goto('/about')
  await page.waitForFunction(() => localStorage.getItem('visits') !== null)
  expect(await sendInstallPrompt(browser)).toBe(true)
  await openByFooter(browser, 'Questions and answers')
  await expect(offer).toBeHidden()

  // The first visit was yesterday.
  await page.evaluate(() => localStorage.setItem('visits', JSON.stringify({ count: 1, last: Date.now() - 86_400_000 })))
  await page.reload()
  await sendInstallPrompt(browser)
  await offer.waitFor()
  expect(await findViolations(page)).toEqual([])
  await offer.getByRole('button', { name: 'Install' }).click()
  await expect(offer).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-prompted'))).toBe(true)

  await page.evaluate(() => localStorage.setItem('visits', JSON.stringify({ count: 2, last: Date.now() - 86_400_000 })))
  await page.reload()
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('visits')!).count === 3)
  await sendInstallPrompt(browser)
  await openByFooter(browser, 'Terms and conditions')
  await expect(offer).toBeHidden()
})
