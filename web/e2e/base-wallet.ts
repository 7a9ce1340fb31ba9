import type { Page } from '@playwright/test'

type Answer = 'Demo Base wallet' | 'Create a new wallet' | 'The wallet made here before' | 'Confirm' | 'Reject'

/**
 * Opens the window of the Base wallet by `open` and presses `answer` there; ends when the window has closed. If the press was too
 * long ago for the browser, the page asks for another one.
 */
export async function inBaseWallet(page: Page, open: () => Promise<unknown>, answer: Answer): Promise<void> {
  const opened = page.waitForEvent('popup', { timeout: 45_000 })
  const again = page.getByRole('button', { name: /^(Open Base Account|Base Accountを開く)$/ })
  // An error of `open` is the one to report.
  opened.catch(() => {})
  await open()
  const asked = again.waitFor({ timeout: 45_000 }).then(
    () => 'asked' as const,
    () => 'never' as const,
  )
  if ((await Promise.race([opened, asked])) === 'asked') await again.click()
  const popup = await opened
  const gone = popup.waitForEvent('close')
  await popup.getByRole('button', { name: answer, exact: true }).click()
  await gone
}
