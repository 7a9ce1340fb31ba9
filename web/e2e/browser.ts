import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../workers/local/chromium.ts'

/** The browser journeys drive. It asks nothing of the network by itself. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureChromium(() => {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export interface Person {
  context: BrowserContext
  page: Page
  /** What the browser complained about: errors on the console, refused by the content policy, uncaught. */
  complaints: string[]
}

interface Habits {
  /** What their browser asks for. */
  language?: string
  width?: number
  height?: number
  /** Most people here have asked their system for less motion: drawing it takes a machine without graphics a fifth of its time. */
  motion?: boolean
}

/** A person with a browser of their own. */
export async function person(
  browser: Browser,
  url: string,
  { language = 'en-GB', width = 1440, height = 900, motion = false }: Habits = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: url,
    locale: language,
    viewport: { width, height },
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

/** Signs a browser in with a session there is already, as a `cookie` header would tell it. */
export async function giveSession({ context }: Pick<Person, 'context'>, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' }])
}
