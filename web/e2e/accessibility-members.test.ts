import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { closeDialog, findDialogViolations, findViolations, openPage, openTallBrowser } from './axe.ts'
import { addSession, closeUserBrowsers, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { findSeedListings } from './seed-listings.ts'
import { waitForButtons } from './steps.ts'
import { url } from './world.ts'

/** The pages and dialogs for members, apart from those of orders, checked with axe in the light and the dark theme. */
let language: 'en' | 'ja'
/** Signed in as the demo buyer. */
let member: UserBrowser
let listings: Record<'service' | 'job' | 'COSMOS', string>
/** The path of a conversation. */
let room: string

test.beforeAll(async ({ language: chosen, width }) => {
  language = chosen
  ;[member, listings] = await Promise.all([openTallBrowser({ language, width }), findSeedListings()])
  const session = await seedSignIn(url, 2)
  await addSession(member, session.cookie)
  await member.context.addInitScript((rdns) => localStorage.setItem('warren.wallet', rdns), BUYER.rdns)
  const { orders } = await session.get<{ orders: { room: string | null }[] }>('orders/getMyOrders')
  room = `/messenger/${orders.find((order) => order.room !== null)!.room}`
})
test.afterAll(closeUserBrowsers)

test('axe finds no violations in the account menu, the network dialog, and the dialog that asks for an e-mail address', async () => {
  const { page } = member
  await openPage(page, '/news/')
  await waitForButtons(page)
  const menu = page.getByRole('button', { name: /^Your account$|^アカウント$/ })
  await menu.click()
  await page.getByRole('button', { name: /Network|ネットワーク/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: /Network|ネットワーク/ }).click()
  await page
    .getByRole('dialog')
    .getByText(/the right network|問題ありません/)
    .waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await closeDialog(page)
  await menu.click()
  await page.getByRole('button', { name: language === 'en' ? 'Add an e-mail address' : 'メールアドレスを追加' }).click()
  await page.locator('dialog [name=username]').fill('b')
  await page.locator('dialog [name=username]').press('Enter')
  await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
  expect(await findDialogViolations(page)).toEqual([])
})

for (const path of [
  '/',
  '/list/services',
  '/list/jobs',
  '/list/events',
  '/notifications/',
  '/messenger/',
  'room',
  '/profile',
  '/profile/1',
  '/following/',
  '/search/userId',
]) {
  test(`axe finds no violations at ${path} for a member`, async () => {
    await openPage(member.page, path === 'room' ? room : path)
    expect(await findViolations(member.page)).toEqual([])
  })
}

test('axe finds no violations in the settings, their forms and their dialogs', async () => {
  const { page } = member
  const inMain = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
  const refuse = (code: string, status: number) => ({ status, json: { error: { code, message: code } } })
  await openPage(page, '/settings/')
  expect(await findViolations(page)).toEqual([])

  // After the username is saved, the stub reports an address, a pending address and a password, so every section has a form.
  await page.route('**/api/auth/setEmail', (route) => route.fulfill(refuse('sign_in_again', 401)))
  await page.route('**/api/auth/setEmail', (route) => route.fulfill({ json: { email: null, username: 'ben_carter' } }), { times: 1 })
  await page.route('**/api/auth/getUserInfo', async (route) => {
    const known = { username: 'ben_carter', email: 'ben@example.com', newEmail: 'b@example.com', emailVerified: true, hasPassword: true }
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), ...known } })
  })
  await inMain(/^Choose a username$|^ユーザー名を決める$/).click()
  await page.locator('[name=username]').fill('ben_carter')
  await page.locator('[name=username]').press('Enter')
  for (const name of [
    /^Change username$|^ユーザー名を変更$/,
    /^Change address$|^アドレスを変更$/,
    /^Change password$|^パスワードを変更$/,
  ]) {
    await inMain(name).click()
  }
  // The stub refuses the username; the other two forms show what is missing.
  for (const name of ['username', 'email', 'current']) await page.locator(`[name=${name}]`).press('Enter')
  await page.getByRole('main').getByRole('alert').nth(3).waitFor()
  expect(await findViolations(page)).toEqual([])

  await inMain(/^Unlink 0x|の連携を解除$/).click()
  await page.getByRole('dialog').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await closeDialog(page)
  await inMain(/^Link another wallet$|^別のウォレットを連携$/).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await closeDialog(page)

  const leave = inMain(/^Delete account|^アカウントを削除/)
  await leave.click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await closeDialog(page)
  await page.route('**/api/auth/getOpenOrders', (route) => route.fulfill({ json: { orders: 0 } }))
  await leave.click()
  await page.getByRole('dialog').getByRole('textbox').press('Enter')
  await page.getByRole('dialog').getByRole('alert').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await closeDialog(page)
  await page.unrouteAll({ behavior: 'wait' })
})

test('axe finds no violations in the carrots dialog before and after a claim', async () => {
  const { page } = member
  const history = { entries: [{ id: 1, amount: 10, reason: 'daily', at: 1_795_000_000 }], next: null }
  const carrots = (claimable: number) => ({ carrots: 20 - claimable, claimable, nextAt: 4_000_000_000 })
  await page.route('**/api/auth/getCarrotHistory', (route) => route.fulfill({ json: history }))
  await page.route('**/api/auth/getCarrots', (route) => route.fulfill({ json: carrots(10) }))
  await page.route('**/api/auth/claimCarrots', (route) => route.fulfill({ json: { claimed: 10, ...carrots(0) } }))
  await openPage(page, '/about')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /carrot|にんじん/ })
    .click()
  await page.getByRole('dialog').getByRole('listitem').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: /10/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /:-</ }).waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

for (const [name, path, button] of [
  ['bid for a job', () => listings.job, /^(Bid from|.*から入札$)/],
  ['join an event', () => listings.COSMOS, /^(Request to join|参加を申し込む)$/],
] as const) {
  test(`axe finds no violations in the dialog to ${name}`, async () => {
    const { page } = member
    await openPage(page, path())
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').locator('a, textarea').first().waitFor()
    expect(await findDialogViolations(page)).toEqual([])
  })
}

test('axe finds no violations on a service for a member, and in the purchase dialog', async () => {
  const { page } = member
  await openPage(page, listings.service)
  expect(await findViolations(page)).toEqual([])
  await page
    .getByRole('button', { name: /^Continue with|に進む|で進む|続ける|購入/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /USDC/ }).and(page.locator(':enabled')).waitFor()
  expect(await findDialogViolations(page)).toEqual([])
})

test('the browser logged no unexpected errors', () => {
  expect(member.consoleErrors.filter((line) => !/status of (401|404|410)/.test(line))).toEqual([])
})
