import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { openUserBrowser, type UserBrowser } from './browser.ts'
import type { WorkerOptions } from './fixtures.ts'
import { waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Other results are not read, and describing every element that passes takes time. */
const VIOLATIONS = { resultTypes: ['violations' as const] }
const RULES = { ...VIOLATIONS, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** A rule that has none of the tags above, but voice control depends on it. */
const EXTRA_RULES = { 'label-content-name-mismatch': { enabled: true } }
/** Themes differ only in colours, so the second theme is checked only for these rules. */
const COLOR_RULES = { ...VIOLATIONS, runOnly: ['color-contrast', 'link-in-text-block'] }

/** Prepares axe for the loaded page. The demo wallet's sheet is not checked. */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  // AxeBuilder would inject the whole source twice at each check, which takes longer than the check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Without legacy mode each check opens an extra page, which only frames of other origins need.
  return new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode().exclude('demo-wallet')
}

/** The violations axe finds on the page in each theme, one line per element; `within` limits the check to a part of the page. */
export async function findViolations(page: Page, within?: string, themes = ['light', 'dark']): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset.theme = name
      // An element that fades or slides in has its final colour only afterwards.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }, theme)
    const axe = await axeOn(page)
    if (within) axe.include(within)
    const { violations } = await axe.options(theme === themes[0] ? { ...RULES, rules: EXTRA_RULES } : COLOR_RULES).analyze()
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes) found.push(`${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`)
  }
  return found
}

/** The violations in the open dialog. The page behind it is left out, as it has its own test. */
export const findDialogViolations = (page: Page): Promise<string[]> => findViolations(page, 'dialog[open]')

/** The height of a window in which no content is under the sticky bar. */
export const TALL = 3200

/** Opens a browser in a language, with a window of the height {@link TALL}. */
export async function openTallBrowser({ language, width }: WorkerOptions): Promise<UserBrowser> {
  const opened = await openUserBrowser({ width, height: TALL })
  await opened.context.addCookies([{ name: 'hl', value: language, url }])
  return opened
}

/** Closes the top dialog. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)
}

/** Opens a page and waits until it has its heading and nothing is loading. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('body:not(:has([aria-busy=true]))').waitFor()
}
