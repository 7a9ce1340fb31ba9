import { test as base, expect } from '@playwright/test'
import { describeScreens, shareBrowser, takeHydrationErrors } from './browser.ts'
import { markFailed, replaceFailedWorld } from './failed-world.ts'
import { describeWorld } from './world-log.ts'

export { expect }

/** Options of a Playwright project. */
export interface WorkerOptions {
  /** The language of the interface. */
  language: 'en' | 'ja'
  /** The width of the window in pixels. */
  width: number
}

/**
 * Playwright's `test`. The users of a worker share one browser process. A failed test prints what each user's page showed and the errors of
 * the world, and the tests after it, its repetition first, get a new world.
 */
export const test = base.extend<{ screens: undefined }, WorkerOptions & { shared: undefined }>({
  language: ['en', { option: true, scope: 'worker' }],
  width: [1440, { option: true, scope: 'worker' }],
  shared: [
    async ({ browser }, use) => {
      await replaceFailedWorld()
      shareBrowser(browser)
      await use(undefined)
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  screens: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use, info) => {
      await use(undefined)
      const errors = takeHydrationErrors()
      if (info.status !== info.expectedStatus || errors.length) {
        markFailed()
        console.error(`${info.title}: the screens were\n${await describeScreens()}\nThe app logged\n${describeWorld()}`)
      }
      // The browser renders such a page again, so that no other check notices it.
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
