import type { Locator, Page } from 'playwright-core'
import { gif } from '../../workers/uploads/test-files.ts'

/** A picture of one pixel, for where what becomes of pictures is not the point. */
export const PIXEL = { name: 'pixel.gif', mimeType: 'image/gif', buffer: Buffer.from(gif('white')) }

/** Presses Confirm or Reject in the demo wallet's own sheet, which lies above the page, and waits until that one sheet is gone. */
export async function answerWallet(page: Page, answer: 'Confirm' | 'Reject' = 'Confirm'): Promise<void> {
  const button = await page.locator('demo-wallet').getByRole('button', { name: answer, exact: true }).elementHandle()
  await button!.click()
  // The next sheet may stand there at once, so it is this very button that has to go.
  await button!.waitForElementState('hidden')
}

/** Selector of newOrder for a quote: the approval before it leaves the wallet in the same way, and may do so just as late. */
export const NEW_ORDER = 'ecba55c2'

/** Waits until the chain has answered for a transaction, one with this in it where it is told. */
export const sentToChain = (page: Page, data = ''): Promise<unknown> =>
  page.waitForResponse((answer) => {
    const body = answer.request().postData() ?? ''
    return body.includes('eth_sendRawTransaction') && body.includes(data)
  })

/** Confirms every sheet the wallet shows until something else is on the page. */
export async function confirmUntil(page: Page, done: Locator): Promise<void> {
  const sheet = page.locator('demo-wallet').getByRole('button', { name: 'Confirm', exact: true })
  while ((await firstOf({ done, sheet })) === 'sheet') await answerWallet(page)
}

/** Waits until no dialog is open and the history is as before: closing one goes back in it, which would cut a load begun meanwhile. */
export const closed = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => !document.querySelector('dialog[open]') && !(history.state as { dialog?: true } | null)?.dialog)

/** The page's own words: what people wrote (which carries its language) and what they are called left out. */
export const ownWords = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('script, demo-wallet, bdi, [lang]:not([lang=ja])')) element.remove()
    return copy.textContent
  })

/** Which of several things shows first. */
async function firstOf<Name extends string>(things: Record<Name, Locator>): Promise<Name> {
  const waits = (Object.keys(things) as Name[]).map((name) =>
    things[name]
      .first()
      .waitFor({ timeout: 45_000 })
      .then(() => name),
  )
  const first = await Promise.any(waits)
  await Promise.allSettled(waits.map((wait) => Promise.race([wait, Promise.resolve()])))
  return first
}

interface Words {
  login: string
  accept: string
  messages: string
  notNow: string
}
const WORDS: Record<'en' | 'ja', Words> = {
  en: { login: 'Log in', accept: 'Accept', messages: 'Messages', notNow: 'Not now' },
  ja: { login: 'ログイン', accept: '同意する', messages: 'メッセージ', notNow: 'あとで' },
}

/** Signs in through the dialog with a demo wallet. Answers whether the terms were asked for; they are accepted. An e-mail address can wait. */
export async function signIn(page: Page, role: 'seller' | 'buyer' | 'admin', language: 'en' | 'ja' = 'en'): Promise<boolean> {
  const words = WORDS[language]
  const wallet = page.getByRole('dialog').getByRole('button', { name: `Demo ${role}` })
  if (!(await wallet.isVisible())) await page.getByRole('banner').getByRole('button', { name: words.login, exact: true }).click()
  await wallet.click()
  const accept = page.getByRole('dialog').getByRole('button', { name: words.accept, exact: true })
  const inside = page.getByRole('link', { name: words.messages })
  await confirmUntil(page, accept.or(inside))
  // What is to come is asked of the server: the page may be between two dialogs.
  const { asked, reachable } = await page.evaluate(async () => {
    const user = (await (await fetch('/api/auth/getUserInfo')).json()) as { creator: boolean; emailVerified: boolean; user_id: number }
    return { asked: !user.creator, reachable: user.emailVerified || localStorage.getItem('warren.email') === String(user.user_id) }
  })
  if (asked) await accept.click()
  if (!reachable) await page.getByRole('dialog').getByRole('button', { name: words.notNow, exact: true }).click()
  await page.locator('body:not(:has(dialog[open]))').waitFor()
  return asked
}

/** Opens the purchase dialog of the first plan on a service's page and pays in USDC; ends on the order's page. Answers its id. */
export async function buy(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const dialog = page.getByRole('dialog', { name: /into escrow/ })
  await dialog.getByRole('button', { name: /^Pay / }).click()
  await confirmUntil(page, page.getByRole('article', { name: 'Order' }))
  return /\/orders\/([\w-]+)/.exec(page.url())![1]!
}

/** The order on screen, once it has come to a status. */
export const orderIs = (page: Page, status: string): Locator =>
  page.getByRole('article', { name: 'Order' }).getByRole('status').filter({ hasText: status })

/** Does one thing with the order on screen: its button, the dialog that says who gets what, the wallet. */
export async function act(page: Page, button: RegExp, status: string): Promise<void> {
  await page.getByRole('article', { name: 'Order' }).getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await confirmUntil(page, orderIs(page, status))
}
