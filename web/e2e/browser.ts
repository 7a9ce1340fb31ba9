import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../workers/local/cli/chromium.ts'

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

/** The browsers that are open, for what is told when a test fails. */
const people = new Set<Person>()

/** What each person sees now: address, the text of the dialog or of the page, complaints. */
export async function whatPeopleSee(): Promise<string> {
  const seen = await Promise.all(
    [...people].map(async ({ page, complaints }) => {
      const text = await page
        .evaluate(() => [...document.querySelectorAll<HTMLElement>('dialog[open], main')].at(-1)?.innerText ?? '')
        .catch((error: unknown) => String(error))
      return [page.url(), text.replaceAll(/\n{2,}/g, '\n').slice(0, 2000), ...complaints].join('\n')
    }),
  )
  return seen.join('\n\n')
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
  const one = { context, page, complaints }
  people.add(one)
  context.on('close', () => people.delete(one))
  return one
}

/** Signs a browser in with a session there is already, as a `cookie` header would tell it. */
export async function giveSession({ context }: Pick<Person, 'context'>, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' }])
}
