import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The accessible name of the focused element, and whether it is inside a dialog or on the page behind it. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement & Partial<Pick<HTMLInputElement, 'labels'>>
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? ''
    return {
      name: element === document.body ? 'page' : name.trim().replace(/\s+/g, ' '),
      inDialog: element.closest('dialog') !== null,
      onPage: element !== document.body && element.closest('dialog') === null,
    }
  })

/** Presses keys one after the other. */
export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses Tab until the control with this name has the focus; fails after 90 steps. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 90; step++) {
    await page.keyboard.press('Tab')
    if (name.test((await focused(page)).name)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

/** Expects that Tab and Shift+Tab stay inside the top dialog. */
export async function expectFocusInDialog(page: Page): Promise<void> {
  for (const key of [...Array(14).fill('Tab'), ...Array(14).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    expect((await focused(page)).onPage).toBe(false)
  }
}

/** The dialog with this accessible name. */
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
