import { type Address, createPublicClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { inBaseWallet } from './base-wallet.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { readError, register, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { sendUsdc } from './money.ts'
import { linkIn, mailTo } from './outbox.ts'
import { ageSessions, ageWalletChanges } from './sessions.ts'
import { answerWallet, waitForNoDialog } from './steps.ts'
import { rpcUrl, url } from './world.ts'
import { countWalletCalls, wrapDemoWallets } from './wrapped-wallet.ts'

/** Smart wallets through the real Base Account SDK, and linking of wallets to accounts. */
const USD = 1_000_000n
const chain = createPublicClient({ transport: http(rpcUrl) })
/** The demo buyer has a million test USDC. */
const demoBuyer = privateKeyToAccount(BUYER.key)

test.describe.configure({ mode: 'serial' })
test.afterAll(closeUserBrowsers)

/** The signed-in user as the server returns it. */
const fetchUser = ({ page }: UserBrowser) =>
  page.evaluate(async () => (await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number | null; accounts: Address[] })

const baseIn = ({ page }: UserBrowser) => page.getByRole('dialog').getByRole('button', { name: /^Base Account/ })

test('a new member signs in with an undeployed Base wallet, pays from it, and is the same user once it is deployed', async () => {
  const newMember = await openUserBrowser()
  const { page, context, consoleErrors } = newMember
  await page.goto('/')
  const logIn = page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true })
  await logIn.click()
  await inBaseWallet(page, () => baseIn(newMember).click(), 'Create a new wallet')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now', exact: true }).click()
  await waitForNoDialog(page)
  const { user_id, accounts } = await fetchUser(newMember)
  const [account] = accounts as [Address]
  expect(await chain.getCode({ address: account })).toBe(undefined)
  const link = page.getByRole('banner').getByRole('link', { name: 'Wallet', exact: true })
  expect(await link.getAttribute('href')).toBe('https://account.base.app/')

  // After a page load the same wallet is used. It sends the approval and the order as one batch, so it opens one window.
  await sendUsdc(demoBuyer, account, 20_000n * USD)
  const { services } = (await (await fetch(`${url}/api/listings/query?type=SERVICES`)).json()) as {
    services: { id: number }[]
  }
  await page.goto(`/services/${services[0]!.id}/`)
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const pay = page.getByRole('dialog', { name: /into escrow/ }).getByRole('button', { name: /^Pay / })
  await inBaseWallet(page, () => pay.click(), 'Confirm')
  await page.getByRole('article', { name: 'Order' }).waitFor({ timeout: 45_000 })
  expect(await chain.getCode({ address: account })).not.toBe(undefined)
  await waitForNoDialog(page)

  // Signing out disconnects the wallet: the SDK's stored account is deleted with the session.
  const sdkState = () => page.evaluate(() => localStorage.getItem('base-acc-sdk.store') ?? '')
  expect(await sdkState()).toContain(account)
  await page.goto('/settings/')
  await page.getByRole('region', { name: 'Where you are logged in' }).getByRole('button', { name: 'Log out', exact: true }).click()
  await logIn.waitFor()
  expect(await sdkState()).not.toContain(account)

  await logIn.click()
  await inBaseWallet(page, () => baseIn(newMember).click(), 'The wallet made here before')
  await page.getByRole('link', { name: 'Messages' }).waitFor()
  expect(await fetchUser(newMember)).toMatchObject({ user_id, accounts: [account] })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an account with an e-mail address can link and unlink a wallet, but cannot link another member’s; a declined signature links nothing', async () => {
  const account = await register()
  const member = await openUserBrowser()
  const { page, context } = member
  await wrapDemoWallets(context)
  await addSession(member, account.cookie)
  await confirmAddress(account)
  await page.goto('/settings/')
  const wallets = page.getByRole('region', { name: 'Wallets', exact: true })
  await wallets.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link a wallet' })
  const theirs = dialog.getByRole('button', { name: /^Demo buyer/ })

  // Connects, then declines the signature.
  await theirs.click()
  await answerWallet(page)
  await answerWallet(page, 'Reject')
  await dialog.getByRole('alert').filter({ hasText: 'You declined in the wallet.' }).waitFor()
  expect(await countWalletCalls(page, 'personal_sign')).toBe(1)
  await theirs.click()
  await answerWallet(page)
  await dialog
    .getByRole('alert')
    .filter({ hasText: 'This wallet belongs to another account. Choose another wallet, or log in to that account.' })
    .waitFor()
  expect(await countWalletCalls(page, 'personal_sign')).toBe(2)
  expect((await fetchUser(member)).accounts).toEqual([])

  const base = dialog.getByRole('button', { name: /^Base Account/ })
  await inBaseWallet(page, () => base.click(), 'Reject')
  await dialog.getByRole('alert').filter({ hasText: 'You declined in the wallet.' }).waitFor()
  await inBaseWallet(page, () => base.click(), 'Create a new wallet')
  await waitForNoDialog(page)
  const [linked] = (await fetchUser(member)).accounts as [Address]
  const short = `${linked.slice(0, 6)}…${linked.slice(-4)}`
  await wallets.getByText(short).waitFor()
  await wallets.getByText(/Base Account · since/).waitFor()

  // Linking the same wallet again is refused.
  await wallets.getByRole('button', { name: 'Link another wallet' }).click()
  await inBaseWallet(page, () => base.click(), 'The wallet made here before')
  await dialog.getByRole('alert').filter({ hasText: 'already linked' }).waitFor()
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)

  await wallets.getByRole('button', { name: `Unlink ${short}` }).click()
  await page
    .getByRole('dialog', { name: `Unlink ${short}?` })
    .getByRole('button', { name: 'Unlink this wallet' })
    .click()
  await wallets.getByText('No wallet yet.').waitFor()
  expect((await fetchUser(member)).accounts).toEqual([])
  await context.close()
})

test('a member with an old session must enter the password again before a wallet is linked or data is exported', async () => {
  const account = await register()
  const member = await openUserBrowser()
  const { page, context } = member
  await addSession(member, account.cookie)
  await page.goto('/settings/')
  const { user_id } = await fetchUser(member)
  const wallets = page.getByRole('region', { name: 'Wallets', exact: true })
  await ageSessions(user_id!)

  // The new wallet signs only once: its signature is sent again after the password is entered.
  await wallets.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link a wallet' })
  await inBaseWallet(page, () => dialog.getByRole('button', { name: /^Base Account/ }).click(), 'Create a new wallet')
  await dialog.getByText('Confirm that it is you').waitFor()
  expect((await fetchUser(member)).accounts).toEqual([])
  const password = dialog.getByLabel('Your password')
  await password.fill('not this one')
  await password.press('Enter')
  await dialog.getByText('The current password is wrong. Enter it again.').waitFor()
  await password.fill(account.password)
  await password.press('Enter')
  await waitForNoDialog(page)
  const [linked] = (await fetchUser(member)).accounts as [Address]
  const short = `${linked.slice(0, 6)}…${linked.slice(-4)}`
  await wallets.getByText('Payout wallet', { exact: true }).waitFor()
  await wallets.getByText(/^New: until /).waitFor()
  // The previous cookie is invalid now.
  expect(await readError(send('auth/setLanguage', { language: 'en' }, { cookie: account.cookie }))).toMatchObject({ code: 'unauthorized' })

  // The notice is shown for 72 hours, then until it is dismissed.
  const changes = page.getByRole('region', { name: 'Changes to your wallets' })
  await changes.getByText(`The wallet ${short} was added to your account`).waitFor()
  await changes.getByText(/^This notice stays until /).waitFor()
  expect(await changes.getByRole('button', { name: /^Dismiss/ }).count()).toBe(0)
  await ageWalletChanges(user_id!)
  await page.reload()
  await changes.getByRole('button', { name: `Dismiss the notice about ${short}` }).click()
  await changes.waitFor({ state: 'detached' })
  await page.reload()
  await wallets.getByText(short).waitFor()
  expect(await changes.count()).toBe(0)

  // Changing the password needs no fresh sign-in besides the form's current password. The data export asks for the password.
  await ageSessions(user_id!)
  const section = page.getByRole('region', { name: 'Password' })
  await section.getByRole('button', { name: 'Change password' }).click()
  await section.getByLabel('Current password').fill(account.password)
  await section.getByLabel('New password').fill('nine herons at a bus stop')
  await section.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('Your password has been changed.').waitFor()
  await ageSessions(user_id!)
  await page.getByRole('button', { name: 'Download my data' }).click()
  const data = page.getByRole('region', { name: 'Your data' })
  await data.getByLabel('Your password').fill('nine herons at a bus stop')
  const file = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Confirm' }).click()
  expect((await file).suggestedFilename()).toBe('warren-my-data.json')
  await context.close()
})

test('a purchase in an old session links the paying wallet after a fresh sign-in and keeps the chosen plan and token', async () => {
  const account = await register()
  const buyer = await openUserBrowser()
  const { page, context } = buyer
  await addSession(buyer, account.cookie)
  await confirmAddress(account)
  await page.goto('/search/Logo and identity for small studios')
  await page.getByRole('link', { name: /Logo and identity for small studios/ }).click()
  const { user_id } = await fetchUser(buyer)
  await ageSessions(user_id!)
  await page.getByRole('tab', { name: 'Studio' }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const purchase = page.getByRole('dialog', { name: /into escrow/ })
  await purchase.getByText('USDT').click()
  await purchase.getByRole('button', { name: 'Connect and link a wallet' }).click()
  const linking = page.getByRole('dialog', { name: 'Link a wallet' })
  await inBaseWallet(page, () => linking.getByRole('button', { name: /^Base Account/ }).click(), 'Create a new wallet')
  await linking.getByText('Confirm that it is you').waitFor()
  expect((await fetchUser(buyer)).accounts).toEqual([])
  await linking.getByLabel('Your password').fill(account.password)
  await page.keyboard.press('Enter')

  await linking.waitFor({ state: 'detached' })
  await purchase.getByText('Insufficient balance.').waitFor()
  expect(await purchase.getByRole('radio', { name: /^USDT/ }).isChecked()).toBe(true)
  expect(await purchase.getByText('Studio', { exact: true }).count()).toBe(1)
  const [linked] = (await fetchUser(buyer)).accounts as [Address]
  await sendUsdc(demoBuyer, linked, 20_000n * USD)
  await purchase.getByText('USDC', { exact: true }).click()
  await inBaseWallet(page, () => purchase.getByRole('button', { name: /^Pay / }).click(), 'Confirm')
  await page.getByRole('article', { name: 'Order' }).waitFor({ timeout: 45_000 })
  await context.close()
})

test('in Japanese on a phone, a new member can decline and then sign in with a new Base wallet; this only sign-in method cannot be unlinked', async () => {
  const newMember = await openUserBrowser({ language: 'ja-JP', width: 390, height: 844 })
  const { page, context, consoleErrors } = newMember
  await page.goto('/?ha=login')
  const dialog = page.getByRole('dialog', { name: 'ログイン・新規登録' })
  await inBaseWallet(page, () => baseIn(newMember).click(), 'Reject')
  await dialog.getByRole('alert').filter({ hasText: 'ウォレットで拒否されました' }).waitFor()
  await inBaseWallet(page, () => baseIn(newMember).click(), 'Create a new wallet')
  await page.getByRole('dialog').getByRole('button', { name: '同意する', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'あとで', exact: true }).click()
  await waitForNoDialog(page)
  await page.goto('/settings/')
  const wallets = page.getByRole('region', { name: 'ウォレット', exact: true })
  await wallets.getByText('受取ウォレット', { exact: true }).waitFor()
  await wallets.getByText('これが唯一のログイン方法です').waitFor()
  expect(await wallets.getByRole('button', { name: /連携を解除/ }).count()).toBe(0)
  expect(await wallets.textContent()).not.toMatch(/\b(Link|Unlink|since|wallet|Copy)\b/)
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** Confirms an account's address with the token in the confirmation mail. */
async function confirmAddress({ email, cookie }: { email: string; cookie: string }): Promise<void> {
  const token = new URL(linkIn(await mailTo(email, /./))).hash.slice(1)
  expect((await send('auth/confirmEmail', { token }, { cookie })).status).toBe(200)
}
