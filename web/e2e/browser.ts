import type { Browser, BrowserContext, Page } from '@playwright/test'
import { url as worldUrl } from './world.ts'

let browser: Browser

/** Makes `openUserBrowser` use the browser of this worker. */
export function shareBrowser(shared: Browser): void {
  browser = shared
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
  /** Off by default: animations take a fifth of the time on a machine without a graphics card. */
  motion?: boolean
}

/** The open browsers, for the report of a failed test. */
const people = new Set<UserBrowser>()

/** Describes what each open browser shows: address, text of the dialog or page, errors. */
export async function describeScreens(): Promise<string> {
  const seen = await Promise.all(
    [...people].map(async ({ page, consoleErrors }) => {
      const text = await page
        .evaluate(() => [...document.querySelectorAll<HTMLElement>('dialog[open], main')].at(-1)?.innerText ?? '')
        .catch((error: unknown) => String(error))
      return [page.url(), text.replaceAll(/\n{2,}/g, '\n').slice(0, 2000), ...consoleErrors].join('\n')
    }),
  )
  return seen.join('\n\n')
}

/** Opens a browser context with a page for one user. */
export async function openUserBrowser({
  url = worldUrl,
  language = 'en-GB',
  width = 1440,
  height = 900,
  motion = false,
}: BrowserOptions = {}): Promise<UserBrowser> {
  const context = await browser.newContext({
    baseURL: url,
    locale: language,
    viewport: { width, height },
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  // Generous, because a busy machine is not a failure.
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  const one = { context, page, consoleErrors }
  people.add(one)
  context.on('close', () => people.delete(one))
  return one
}

/** Closes what `openUserBrowser` has opened. */
export async function closeUserBrowsers(): Promise<void> {
  await Promise.all([...people].map(({ context }) => context.close()))
}

/** Adds an existing session to a browser; `cookie` as in a `cookie` header. */
export async function addSession({ context }: Pick<UserBrowser, 'context'>, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' }])
}
