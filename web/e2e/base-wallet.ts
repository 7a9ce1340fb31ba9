import type { Page } from '@playwright/test'

type Answer = 'Demo Base wallet' | 'Create a new wallet' | 'The wallet made here before' | 'Confirm' | 'Reject'

/**
 * Calls `open`, which makes the page open the window of the Base wallet, presses `answer` there, and waits until the window has closed.
 * A browser opens a window only right after a press. If the press was too long ago, the page shows a button, which is pressed too.
 */
export async function inBaseWallet(page: Page, open: () => Promise<unknown>, answer: Answer): Promise<void> {
  const popupOpened = page.waitForEvent('popup', { timeout: 45_000 })
  const reopenButton = page.getByRole('button', { name: /^(Open Base Account|Base Accountを開く)$/ })
  // If `open` fails, its error is reported and not the timeout of this wait.
  popupOpened.catch(() => {})
  await open()
  const buttonShown = reopenButton.waitFor({ timeout: 45_000 }).then(
    () => 'shown' as const,
    () => 'never' as const,
  )
  if ((await Promise.race([popupOpened, buttonShown])) === 'shown') await reopenButton.click()
  const popup = await popupOpened
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: answer, exact: true }).click()
  await closed
}
