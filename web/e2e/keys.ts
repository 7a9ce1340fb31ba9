import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What has the focus, in the words a screen reader would say, and whether it is inside a dialog. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement & Partial<Pick<HTMLInputElement, 'labels'>>
    const name = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent ?? ''
    return {
      name: at === document.body ? 'page' : name.trim().replace(/\s+/g, ' '),
      inDialog: at.closest('dialog') !== null,
      onPage: at !== document.body && at.closest('dialog') === null,
    }
  })

export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Goes by Tab to the control of a name; gives up after going past everything. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 90; step++) {
    await page.keyboard.press('Tab')
    if (name.test((await focused(page)).name)) return
  }
  throw new Error(`no way by Tab to ${name}`)
}

/** Everything one comes to by Tab, in both directions, belongs to the dialog on top. */
export async function staysInside(page: Page): Promise<void> {
  for (const key of [...Array(14).fill('Tab'), ...Array(14).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    expect((await focused(page)).onPage).toBe(false)
  }
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
