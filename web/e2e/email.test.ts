import type { Page } from '@playwright/test'
import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { addSession, type BrowserOptions, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { type Account, register, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { dialog, focused, press, tabTo } from './keys.ts'
import { linkIn, mailTo } from './outbox.ts'
import { waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Accounts by e-mail: sign-up, confirmation of the address, a new password, and refusals. */

/** A wallet that no other test uses. It is random, so that it is new when this test runs again. */
const UMA = 1000 + crypto.getRandomValues(new Uint16Array(1))[0]!
const PASSWORD = 'nine lanterns up the hill'

/** An account whose address is not confirmed yet. */
let ada: Account
const consoleErrors: string[][] = []
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ada = await register()
})
test.afterAll(closeUserBrowsers)

/** Opens a browser with its own client network: sign-ups and mails are limited per network. */
async function openVisitor(options?: BrowserOptions): Promise<UserBrowser> {
  const one = await openUserBrowser(options)
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  await one.context.setExtraHTTPHeaders({ 'x-address': `10.${a}.${b}.${c}` })
  consoleErrors.push(one.consoleErrors)
  return one
}

/** An account with a confirmed address. */
async function registerConfirmed(): Promise<Account> {
  const one = await register()
  const token = linkIn(await mailTo(one.email, /^Confirm/)).split('#')[1]
  expect((await send('auth/confirmEmail', { token }, { cookie: one.cookie })).status).toBe(200)
  return one
}

const fetchUser = (page: Page) =>
  page.evaluate(
    async () => (await (await fetch('/api/auth/getUserInfo')).json()) as { creator: boolean; email: string; emailVerified: boolean },
  )
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

test('a visitor signs up, accepts the terms, continues to the listing form and confirms the address', async () => {
  const { context, page } = await openVisitor()
  const email = `${crypto.randomUUID()}@example.com`
  await page.goto('/')
  await tabTo(page, /^Sign up$/)
  await press(page, 'Enter')
  await dialog(page, 'Log in or sign up').waitFor()
  await tabTo(page, /^E-mail$/)
  await page.keyboard.type('ada@')
  await press(page, 'Tab')
  await page.getByText('Please enter a valid email address.').waitFor()
  expect(await button(page, 'Sign up').isDisabled()).toBe(true)
  await press(page, 'Shift+Tab')
  await page.keyboard.type(email)
  await page.getByText('This address is available').waitFor({ state: 'hidden' })
  await field(page, 'E-mail').fill(email)
  await page.getByText('This address is available').waitFor()
  expect(await field(page, 'Password').getAttribute('autocomplete')).toBe('new-password')
  await press(page, 'Tab')
  await page.keyboard.type('hop over')
  expect([await button(page, 'Sign up').isDisabled(), await button(page, 'Log in').isDisabled()]).toEqual([false, true])
  await press(page, 'Backspace')
  await page.getByText('Please enter at least 8 password characters.').waitFor({ state: 'hidden' })
  await button(page, 'Sign up').click()
  await page.getByText('Please enter at least 8 password characters.').waitFor()
  await expect(field(page, 'Password')).toBeFocused()
  await field(page, 'Password').fill('password1234')
  await press(page, 'Enter')
  await page.getByText('too common and easy to guess').waitFor()
  await field(page, 'Password').fill(PASSWORD)
  await page.clock.install()
  await press(page, 'Enter')
  await heading(page, 'Check your e-mail')
  await page.getByText(email).waitFor()
  // The dialog stays until it is closed.
  await page.clock.fastForward(10_000)
  await heading(page, 'Check your e-mail')
  await button(page, 'Continue').click()
  await dialog(page, 'Terms and conditions').waitFor()
  await tabTo(page, /^Accept$/)
  await press(page, 'Enter')
  await dialog(page, 'What would you like to do?').waitFor()
  await tabTo(page, /^I offer my work/)
  await press(page, 'Enter')
  await page.waitForURL('**/list/services/')
  expect(await fetchUser(page)).toMatchObject({ creator: true, email, emailVerified: false })

  const link = linkIn(await mailTo(email, /^Confirm/))
  await page.goto(link)
  await heading(page, 'Your address is confirmed')
  expect(new URL(page.url()).hash).toBe('')
  expect(await fetchUser(page)).toMatchObject({ emailVerified: true })
  // A used link is invalid. With a session the page still shows that the address is confirmed.
  const answered = page.waitForResponse('**/api/auth/confirmEmail')
  await page.goto(link)
  expect((await answered).status()).toBe(410)
  await heading(page, 'Your address is confirmed')
  await context.clearCookies()
  await page.reload()
  await heading(page, 'This link is no longer valid')
  await context.close()
})

test('a confirmation link opened on another device can be tried again after a failed request, asks for the password and signs in', async () => {
  const { context, page } = await openVisitor()
  const { email, password } = await register()
  await context.route('**/api/auth/confirmEmail', (route) => route.abort())
  await page.goto(linkIn(await mailTo(email, /^Confirm/)))
  await page.getByText('The link still works.').waitFor()
  await context.unroute('**/api/auth/confirmEmail')
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'Is this account yours?')
  await field(page, 'Password').fill('something else entirely')
  await press(page, 'Enter')
  await page.getByRole('alert').getByText('Login failed').waitFor()
  await field(page, 'Password').fill(password)
  await press(page, 'Enter')
  await heading(page, 'Your address is confirmed')
  expect(await fetchUser(page)).toMatchObject({ email, emailVerified: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  await dialog(page, 'Terms and conditions').waitFor()
  await context.close()
})

test('a forgotten password is replaced through a link that works once; then only the new password logs in', async () => {
  const { context, page } = await openVisitor()
  const someone = await registerConfirmed()
  await page.goto('/login/')
  await button(page, 'Forgot your password?').click()
  expect(await field(page, 'E-mail').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type(someone.email)
  await press(page, 'Enter')
  await heading(page, 'Check your e-mail')
  expect((await focused(page)).name).toBe('Check your e-mail')
  const first = await mailTo(someone.email, /^Choose a new password/)
  await button(page, 'Send it again').click()
  await button(page, 'Sent again').waitFor()
  const link = linkIn(await mailTo(someone.email, /^Choose a new password/, first.at))

  await page.goto(link)
  await heading(page, 'Choose a new password')
  await field(page, 'New password').fill('warren1234')
  await press(page, 'Enter')
  await page.getByText('too common and easy to guess').waitFor()
  await field(page, 'New password').fill(PASSWORD)
  await press(page, 'Enter')
  await heading(page, 'Your password has been changed')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  expect(await field(page, 'E-mail').inputValue()).toBe(someone.email)
  await page.getByText('already registered').waitFor()
  await field(page, 'Password').fill(someone.password)
  await press(page, 'Enter')
  await page.getByRole('alert').getByText('Login failed').waitFor()
  await field(page, 'Password').fill(PASSWORD)
  await press(page, 'Enter')
  await dialog(page, 'Terms and conditions').waitFor()

  // The used link is opened in the same tab, where the page is already loaded.
  await page.goto(link)
  await field(page, 'New password').fill(PASSWORD)
  await press(page, 'Enter')
  await page.getByText('This link was already used').waitFor()
  await field(page, 'E-mail').waitFor()
  await context.close()
})

test('wrong passwords show an error, then a limit with the waiting time, in Japanese on a phone', async () => {
  const { context, page } = await openVisitor({ language: 'ja-JP', width: 390, height: 844 })
  await page.goto('/login/')
  await field(page, 'メールアドレス').fill('ada')
  await field(page, 'パスワード').fill('短い')
  await press(page, 'Enter')
  await page.getByText('有効なメールアドレスを入力してください。').waitFor()
  await page.getByText('パスワードは8文字以上で入力してください。').waitFor()
  await field(page, 'メールアドレス').fill(ada.email)
  // With an unconfirmed address, both are possible: to log in, and to sign up again.
  await page.getByText('このアドレスは確認待ちです').waitFor()
  expect([await button(page, '新規登録').isDisabled(), await button(page, 'ログイン').isDisabled()]).toEqual([false, false])
  await field(page, 'パスワード').fill(`${ada.password}?`)
  for (let i = 0; i < 5; i++) {
    const answered = page.waitForResponse('**/api/auth/login')
    await button(page, 'ログイン').click()
    expect((await answered).status()).toBe(401)
    await page.getByRole('alert').getByText('ログインできませんでした').waitFor()
  }
  await button(page, 'ログイン').click()
  await page
    .getByRole('alert')
    .getByText(/(\d+ ?秒|1 ?分)/)
    .first()
    .waitFor()
  expect([await button(page, '新規登録').isDisabled(), await button(page, 'ログイン').isDisabled()]).toEqual([true, true])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const words = await page.getByRole('dialog').textContent()
  expect(words!.replaceAll(/Demo \w+|MetaMask|Phantom|WalletConnect|Base Account|ada\S*/g, '')).not.toMatch(/[A-Za-z]{3,}/)
  await context.close()
})

test('a buyer without a wallet sees the price, the fee and the due date before a wallet is requested', async () => {
  const [one, { cookie }] = await Promise.all([openVisitor(), registerConfirmed()])
  const { page } = one
  await addSession(one, cookie)
  const fees: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/getFees')) fees.push(searchParams.get('seller') ?? 'default')
  })
  await page.goto('/search/Logo and identity for small studios')
  await page.getByRole('link', { name: /Logo and identity for small studios/ }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const purchase = dialog(page, 'Pay $120 into escrow')
  await purchase.getByRole('button', { name: 'Connect and link a wallet' }).waitFor()
  const sums = purchase.getByRole('definition').filter({ hasText: /(USDC|ETH)$/ })
  await expect(sums).toHaveText(['108.00 USDC', '12.00 USDC', '120.00 USDC'])
  // A seller may have a fee of their own.
  expect(fees).toEqual([SELLER.address])
  await purchase.getByText(/^Due on .+ if it is accepted today/).waitFor()
  await purchase.getByRole('radio', { name: 'ETH' }).check({ force: true })
  await purchase.getByText(/^1 ETH = /).waitFor()
  await expect(sums).toHaveText(Array.from({ length: 3 }, () => /^0\.\d+\sETH$/))
})

test('a member without an e-mail address can add one with a username, or skip this', async () => {
  const { context, page } = await openVisitor()
  const uma = await seedSignIn(url, UMA)
  await addSession({ context }, uma.cookie)
  const taken = await registerConfirmed()
  await page.goto('/about')
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  await open('Add an e-mail address')
  await dialog(page, 'How can we reach you?').waitFor()
  await button(page, 'Not now').click()
  await waitForNoDialog(page)
  await open('Add an e-mail address')
  await field(page, 'E-mail').fill(taken.email)
  await page.getByText('belongs to another account').waitFor()
  await button(page, 'Log in').waitFor()
  const email = `${crypto.randomUUID()}@example.com`
  await field(page, 'E-mail').fill(email)
  await field(page, 'Username').fill('uma')
  await press(page, 'Enter')
  await page.getByText('A username has 4 to 21').waitFor()
  await field(page, 'Username').fill(`uma_${email.slice(0, 8)}`)
  await press(page, 'Enter')
  await dialog(page, 'Sign-up complete').waitFor()
  // The dialog closes by itself.
  await waitForNoDialog(page)
  await open('Confirm your e-mail address')
  await button(page, 'Later').waitFor()
  await mailTo(email, /^Confirm/)
  await context.close()
})

test('the browsers logged no unexpected errors', () => {
  expect(consoleErrors.flat().filter((line) => !/status of (401|403|410|422|429)|ERR_FAILED/.test(line))).toEqual([])
})
