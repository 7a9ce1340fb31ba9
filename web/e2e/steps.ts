import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { gif } from '../../workers/uploads/test-files.ts'

/** A picture of one pixel, for tests in which the picture does not matter. */
export const PIXEL = { name: 'pixel.gif', mimeType: 'image/gif', buffer: Buffer.from(gif('white')) }

/** Presses Confirm or Reject in the demo wallet's sheet above the page, and waits until that sheet has closed. */
export async function answerWallet(page: Page, answer: 'Confirm' | 'Reject' = 'Confirm'): Promise<void> {
  const button = await page.locator('demo-wallet').getByRole('button', { name: answer, exact: true }).elementHandle()
  await button!.click()
  // The next sheet may open at once with the same button, so this waits for the element that was pressed.
  await button!.waitForElementState('hidden')
}

/** Function selector of `newOrder` with a quote. It distinguishes the payment from the approval before it. */
export const NEW_ORDER = 'ecba55c2'

/** Waits until the chain has answered a transaction that contains `data`. */
export const waitForTransaction = (page: Page, data = ''): Promise<unknown> =>
  page.waitForResponse((answer) => {
    const body = answer.request().postData() ?? ''
    return body.includes('eth_sendRawTransaction') && body.includes(data)
  })

/** Confirms every sheet that the wallet shows until `done` is visible. */
export async function confirmUntil(page: Page, done: Locator): Promise<void> {
  const sheet = page.locator('demo-wallet').getByRole('button', { name: 'Confirm', exact: true })
  while ((await firstVisible({ done, sheet })) === 'sheet') await answerWallet(page)
}

/**
 * Waits until no dialog is open and its history entry is gone. Closing a dialog goes back in the history, which would abort a new page
 * load.
 */
export const waitForNoDialog = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => !document.querySelector('dialog[open]') && !(history.state as { dialog?: true } | null)?.dialog)

/**
 * Waits until React has taken over every button. A part of the page whose code loads later than the page's own, such as the bar of a member,
 * is shown before its buttons work.
 */
export const waitForButtons = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('#root button')].every((button) => Object.keys(button).some((key) => key.startsWith('__reactProps'))),
  )

/** The text of a page without names (`bdi`) and without members' texts in other languages than Japanese (`lang`). */
export const interfaceText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('script, demo-wallet, bdi, [lang]:not([lang=ja])')) element.remove()
    return copy.textContent
  })

/** The name of the locator that is visible first. */
async function firstVisible<Name extends string>(locators: Record<Name, Locator>): Promise<Name> {
  const waits = (Object.keys(locators) as Name[]).map((name) =>
    locators[name]
      .first()
      .waitFor({ timeout: 45_000 })
      .then(() => name),
  )
  const first = await Promise.any(waits)
  await Promise.allSettled(waits.map((wait) => Promise.race([wait, Promise.resolve()])))
  return first
}

interface Labels {
  login: string
  accept: string
  messages: string
  notNow: string
}
const LABELS: Record<'en' | 'ja', Labels> = {
  en: { login: 'Log in', accept: 'Accept', messages: 'Messages', notNow: 'Not now' },
  ja: { login: 'ログイン', accept: '同意する', messages: 'メッセージ', notNow: 'あとで' },
}

/** Signs in with a demo wallet. Accepts the terms and skips the e-mail address if asked. */
export async function signIn(page: Page, role: 'seller' | 'buyer' | 'admin', language: 'en' | 'ja' = 'en'): Promise<void> {
  const labels = LABELS[language]
  const wallet = page.getByRole('dialog').getByRole('button', { name: `Demo ${role}` })
  // Some pages open the login dialog by themselves, perhaps between this check and the press.
  await expect(async () => {
    const login = page.getByRole('banner').getByRole('button', { name: labels.login, exact: true })
    if (!(await wallet.isVisible())) await login.click({ timeout: 1000 })
    await wallet.waitFor({ timeout: 1000 })
  }).toPass()
  await wallet.click()
  const accept = page.getByRole('dialog').getByRole('button', { name: labels.accept, exact: true })
  const messagesLink = page.getByRole('link', { name: labels.messages })
  await confirmUntil(page, accept.or(messagesLink))
  // Asks the server which dialogs follow, because the next one may not be open yet.
  const { asked, reachable } = await page.evaluate(async () => {
    const user = (await (await fetch('/api/auth/getUserInfo')).json()) as { creator: boolean; emailVerified: boolean; user_id: number }
    return { asked: !user.creator, reachable: user.emailVerified || localStorage.getItem('warren.email') === String(user.user_id) }
  })
  if (asked) await accept.click()
  if (!reachable) await page.getByRole('dialog').getByRole('button', { name: labels.notNow, exact: true }).click()
  await waitForNoDialog(page)
}

/**
 * Answers in place of the server that nothing is owed. Every page asks for owed payments, and the journeys together
 * would use up the hourly limit of the demo buyer and seller, whose pages are loaded hundreds of times. `owed.test.ts` asks the server.
 */
export const withoutOwedPayments = (context: BrowserContext): Promise<unknown> =>
  context.route('**/api/orders/getOwed', (route) => route.fulfill({ json: { owed: [] } }))

/** Buys the first plan of the open service page with USDC; ends on the order's page. Returns the order's id. */
export async function buy(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const dialog = page.getByRole('dialog', { name: /into escrow/ })
  await dialog.getByRole('button', { name: /^Pay / }).click()
  await confirmUntil(page, page.getByRole('article', { name: 'Order' }))
  return /\/orders\/([\w-]+)/.exec(page.url())![1]!
}

/** Delivers the open order with this message, and waits until it is delivered. */
export async function deliver(page: Page, message: string): Promise<void> {
  await page.getByRole('article', { name: 'Order' }).getByRole('button', { name: 'Deliver', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message to the buyer').fill(message)
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click()
  await confirmUntil(page, orderWithStatus(page, 'Delivered'))
}

/** Finds the status of the open order if it contains this text. */
export const orderWithStatus = (page: Page, status: string): Locator =>
  page.getByRole('article', { name: 'Order' }).getByRole('status').filter({ hasText: status })

/** Changes the open order: presses `button` on it and in the dialog, confirms in the wallet, and waits for the status. */
export async function changeOrder(page: Page, button: RegExp, status: string): Promise<void> {
  await page.getByRole('article', { name: 'Order' }).getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await confirmUntil(page, orderWithStatus(page, status))
}
