import type { Browser, BrowserContext, Page, Response } from '@playwright/test'
import { url as worldUrl } from './world.ts'

let browser: Browser

/** Makes `openUserBrowser` open its contexts in this browser, which is the worker's. */
export function shareBrowser(shared: Browser): void {
  browser = shared
}

/** React's errors about HTML of the server that differs from what the browser renders, by their numbers in the production build. */
const HYDRATION = /Minified React error #(41[89]|42[1-5]);/
const hydrationErrors: string[] = []

/** Returns the hydration errors of all users since the last call. */
export const takeHydrationErrors = (): string[] => hydrationErrors.splice(0)

/** How long a page may take until React has taken it over (ms). A page whose scripts are blocked never is. */
const TAKE_OVER_MS = 20_000

/**
 * Makes navigation wait until React has taken over the HTML of the edge, as a reader waits longer than a journey before the first press:
 * before that, buttons do nothing.
 */
function waitForReact(page: Page): void {
  const takenOver = () =>
    page
      .waitForFunction(
        () => {
          // React begins the HTML with links to pictures, which it leaves alone.
          const first = document.querySelector('#root > :not(link)')
          return !first || Object.keys(first).some((key) => key.startsWith('__react'))
        },
        undefined,
        { timeout: TAKE_OVER_MS },
      )
      .catch(() => {})
  for (const name of ['goto', 'reload'] as const) {
    const navigate = page[name].bind(page) as (...given: unknown[]) => Promise<Response | null>
    Object.assign(page, {
      [name]: async (...given: unknown[]) => {
        const answer = await navigate(...given)
        await takenOver()
        // The first use of a page starts the service worker and what else makes the site an app.
        await page.evaluate(() => dispatchEvent(new Event('pointermove'))).catch(() => {})
        return answer
      },
    })
  }
}

export interface UserBrowser {
  context: BrowserContext
  page: Page
  /** Console errors, violations of the content policy and uncaught errors. */
  consoleErrors: string[]
}

export interface BrowserOptions {
  /** The app's address; default the world of this worker. */
  url?: string
  /** The browser's language. */
  language?: string
  width?: number
  height?: number
  /** Whether pages may register the service worker. Off by default: journeys could not watch or replace the requests that it sends. */
  serviceWorker?: boolean
  /** Whether animations run. Off by default: they take a fifth of the time on a machine without a graphics card. */
  motion?: boolean
}

/** The open browsers, for the report of a failed test. */
const openBrowsers = new Set<UserBrowser>()

/** Describes what each open browser shows: address, text of the dialog or page, errors. */
export async function describeScreens(): Promise<string> {
  const screens = await Promise.all(
    [...openBrowsers].map(async ({ page, consoleErrors }) => {
      const text = await page
        .evaluate(() => [...document.querySelectorAll<HTMLElement>('dialog[open], main')].at(-1)?.innerText ?? '')
        .catch((error: unknown) => String(error))
      return [page.url(), text.replaceAll(/\n{2,}/g, '\n').slice(0, 2000), ...consoleErrors].join('\n')
    }),
  )
  return screens.join('\n\n')
}

/** Opens a browser context with a page for one user. */
export async function openUserBrowser({
  url = worldUrl,
  language = 'en-GB',
  width = 1440,
  height = 900,
  serviceWorker = false,
  motion = false,
}: BrowserOptions = {}): Promise<UserBrowser> {
  const context = await browser.newContext({
    baseURL: url,
    locale: language,
    viewport: { width, height },
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  // Long, so that no journey fails because the machine is busy.
  context.setDefaultTimeout(45_000)
  context.on('page', waitForReact)
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    // A request that failed does not say which one it was.
    consoleErrors.push(text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text)
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  context.on('weberror', (error) => {
    if (HYDRATION.test(String(error.error()))) hydrationErrors.push(`${error.page()?.url()}: ${error.error()}`)
  })
  const userBrowser = { context, page, consoleErrors }
  openBrowsers.add(userBrowser)
  context.on('close', () => openBrowsers.delete(userBrowser))
  return userBrowser
}

/** Closes the browser contexts that `openUserBrowser` has opened. */
export async function closeUserBrowsers(): Promise<void> {
  await Promise.all([...openBrowsers].map(({ context }) => context.close()))
}

/** Adds an existing session to a browser. `cookie` is the value of a `cookie` header. */
export async function addSession({ context }: Pick<UserBrowser, 'context'>, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' }])
}
