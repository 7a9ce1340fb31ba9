import type { Browser } from 'playwright-core'
import { type Address, createPublicClient, encodeFunctionData, erc20Abi, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { portsFrom } from '../../workers/local/world/ports.ts'
import { inBaseWallet } from './base-wallet.ts'
import { giveSession, launch, type Person, person } from './browser.ts'
import { refused, register, send } from './calls.ts'
import { configOf } from './money.ts'
import { ageSessions, ageWalletChanges } from './sessions.ts'
import { answerWallet, closed } from './steps.ts'
import { timesAsked, withStrangeWallets } from './strange-wallet.ts'
import { rpcUrl, url } from './world.ts'

/** Wallets beyond the demo ones: smart accounts through the real Base Account SDK, and what is linked to whom. */
const USD = 1_000_000n
const chain = createPublicClient({ transport: http(rpcUrl) })

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Who the page's person is to the server. */
const me = ({ page }: Person) =>
  page.evaluate(async () => (await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number | null; accounts: Address[] })

const baseIn = ({ page }: Person) => page.getByRole('dialog').getByRole('button', { name: /^Base Account/ })

/** Test money from somebody who has a million of it. */
async function give(to: Address, amount: bigint): Promise<void> {
  const { tokens } = await configOf(url)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  const token = tokens.find(({ symbol }) => symbol === 'USDC')!.address
  await chain.request({ method: 'eth_sendTransaction', params: [{ from: BUYER.address, to: token, data }] } as never)
}

test('a newcomer comes in by a Base wallet that is not on the chain yet, pays from it, and is the same person once it is', async () => {
  const newcomer = await person(browser, url)
  const { page, context, complaints } = newcomer
  await page.goto('/')
  const logIn = page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true })
  await logIn.click()
  await inBaseWallet(page, () => baseIn(newcomer).click(), 'Create a new wallet')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now', exact: true }).click()
  await closed(page)
  const { user_id, accounts } = await me(newcomer)
  const [account] = accounts as [Address]
  expect(await chain.getCode({ address: account })).toBe(undefined)
  const link = page.getByRole('banner').getByRole('link', { name: 'Wallet', exact: true })
  expect(await link.getAttribute('href')).toBe('https://account.base.app/')

  // Loaded anew, the page goes on with the wallet. A payment is two transactions, so two windows and a press for each.
  await give(account, 20_000n * USD)
  const { services } = (await (await fetch(`${url}/api/listings/query?type=SERVICES`)).json()) as {
    services: { id: number }[]
  }
  await page.goto(`/services/${services[0]!.id}/`)
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const pay = page.getByRole('dialog', { name: /into escrow/ }).getByRole('button', { name: /^Pay / })
  await inBaseWallet(page, () => pay.click(), 'Confirm')
  await inBaseWallet(page, async () => {}, 'Confirm')
  await page.getByRole('article', { name: 'Order' }).waitFor({ timeout: 45_000 })
  expect(await chain.getCode({ address: account })).not.toBe(undefined)
  await closed(page)

  // Signing out disconnects it: what the SDK keeps of the account is gone with the session.
  const kept = () => page.evaluate(() => localStorage.getItem('base-acc-sdk.store') ?? '')
  expect(await kept()).toContain(account)
  await page.goto('/settings/')
  await page.getByRole('region', { name: 'Where you are logged in' }).getByRole('button', { name: 'Log out', exact: true }).click()
  await logIn.waitFor()
  expect(await kept()).not.toContain(account)

  await logIn.click()
  await inBaseWallet(page, () => baseIn(newcomer).click(), 'The wallet made here before')
  await page.getByRole('link', { name: 'Messages' }).waitFor()
  expect(await me(newcomer)).toMatchObject({ user_id, accounts: [account] })
  expect(complaints).toEqual([])
  await context.close()
})

test('to an e-mail account a wallet is linked and unlinked again, but never somebody else’s, and a no is a no', async () => {
  const account = await register()
  const somebody = await person(browser, url)
  const { page, context } = somebody
  await withStrangeWallets(context)
  await giveSession(somebody, account.cookie)
  await confirm(account)
  await page.goto('/settings/')
  const wallets = page.getByRole('region', { name: 'Wallets' })
  await wallets.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link a wallet' })
  const theirs = dialog.getByRole('button', { name: /^Demo buyer/ })

  // Connect, then say no to the signature.
  await theirs.click()
  await answerWallet(page)
  await answerWallet(page, 'Reject')
  await dialog.getByRole('alert').filter({ hasText: 'You declined in the wallet.' }).waitFor()
  expect(await timesAsked(page, 'personal_sign')).toBe(1)
  await theirs.click()
  await answerWallet(page)
  await dialog.getByRole('alert').filter({ hasText: 'This wallet belongs to another account.' }).waitFor()
  expect(await timesAsked(page, 'personal_sign')).toBe(2)
  expect((await me(somebody)).accounts).toEqual([])

  const base = dialog.getByRole('button', { name: /^Base Account/ })
  await inBaseWallet(page, () => base.click(), 'Reject')
  await dialog.getByRole('alert').filter({ hasText: 'You declined in the wallet.' }).waitFor()
  await inBaseWallet(page, () => base.click(), 'Create a new wallet')
  await closed(page)
  const [linked] = (await me(somebody)).accounts as [Address]
  const short = `${linked.slice(0, 6)}…${linked.slice(-4)}`
  await wallets.getByText(short).waitFor()
  await wallets.getByText(/Base Account · since/).waitFor()

  // The same once more is no other.
  await wallets.getByRole('button', { name: 'Link another wallet' }).click()
  await inBaseWallet(page, () => base.click(), 'The wallet made here before')
  await dialog.getByRole('alert').filter({ hasText: 'linked to your profile already' }).waitFor()
  await page.keyboard.press('Escape')
  await closed(page)

  await wallets.getByRole('button', { name: `Unlink ${short}` }).click()
  await page
    .getByRole('dialog', { name: `Unlink ${short}?` })
    .getByRole('button', { name: 'Unlink this wallet' })
    .click()
  await wallets.getByText('No wallet yet.').waitFor()
  expect((await me(somebody)).accounts).toEqual([])
  await context.close()
})

test('from an old login nothing changes how one gets in until the person has confirmed it in the dialog at hand', async () => {
  const account = await register()
  const somebody = await person(browser, url)
  const { page, context } = somebody
  await giveSession(somebody, account.cookie)
  await page.goto('/settings/')
  const { user_id } = await me(somebody)
  const wallets = page.getByRole('region', { name: 'Wallets' })
  await ageSessions(user_id!)

  // The new wallet signs once; what it signed is sent again after the password.
  await wallets.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link a wallet' })
  await inBaseWallet(page, () => dialog.getByRole('button', { name: /^Base Account/ }).click(), 'Create a new wallet')
  await dialog.getByText('Confirm that it is you').waitFor()
  expect((await me(somebody)).accounts).toEqual([])
  const password = dialog.getByLabel('Your password')
  await password.fill('not this one')
  await password.press('Enter')
  await dialog.getByText('The current password is wrong.').waitFor()
  await password.fill(account.password)
  await password.press('Enter')
  await closed(page)
  const [linked] = (await me(somebody)).accounts as [Address]
  const short = `${linked.slice(0, 6)}…${linked.slice(-4)}`
  await wallets.getByText('Payout wallet').waitFor()
  await wallets.getByText(/^New: until /).waitFor()
  // The cookie that was there before is worth nothing now.
  expect(await refused(send('auth/setLanguage', { language: 'en' }, { cookie: account.cookie }))).toMatchObject({ code: 'unauthorized' })

  // It is told for 72 hours, and then until it is dismissed.
  const told = page.getByRole('region', { name: 'Notices' })
  await told.getByText(`The wallet ${short} was added to your account`).waitFor()
  await told.getByText(/^This notice stays until /).waitFor()
  expect(await told.getByRole('button', { name: /^Dismiss/ }).count()).toBe(0)
  await ageWalletChanges(user_id!)
  await page.reload()
  await told.getByRole('button', { name: `Dismiss the notice about ${short}` }).click()
  await told.waitFor({ state: 'detached' })
  await page.reload()
  await wallets.getByText(short).waitFor()
  expect(await told.count()).toBe(0)

  // A form keeps what was typed, and its own password confirms; a dialog asks for it.
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

test('in a purchase from an old login the paying wallet is linked once the person has confirmed it, and nothing chosen is lost', async () => {
  const account = await register()
  const buyer = await person(browser, url)
  const { page, context } = buyer
  await giveSession(buyer, account.cookie)
  await confirm(account)
  await page.goto('/search/Logo and identity for small studios')
  await page.getByRole('link', { name: /Logo and identity for small studios/ }).click()
  const { user_id } = await me(buyer)
  await ageSessions(user_id!)
  await page.getByRole('tab', { name: 'Studio' }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const purchase = page.getByRole('dialog', { name: /into escrow/ })
  await purchase.getByText('USDT').click()
  await purchase.getByRole('button', { name: 'Connect and link a wallet' }).click()
  const linking = page.getByRole('dialog', { name: 'Link a wallet' })
  await inBaseWallet(page, () => linking.getByRole('button', { name: /^Base Account/ }).click(), 'Create a new wallet')
  await linking.getByText('Confirm that it is you').waitFor()
  expect((await me(buyer)).accounts).toEqual([])
  await linking.getByLabel('Your password').fill(account.password)
  await page.keyboard.press('Enter')

  await linking.waitFor({ state: 'detached' })
  await purchase.getByText('Insufficient balance.').waitFor()
  expect(await purchase.getByRole('radio', { name: /^USDT/ }).isChecked()).toBe(true)
  expect(await purchase.getByText(/^Studio by /).count()).toBe(1)
  const [linked] = (await me(buyer)).accounts as [Address]
  await give(linked, 20_000n * USD)
  await purchase.getByText('USDC', { exact: true }).click()
  await inBaseWallet(page, () => purchase.getByRole('button', { name: /^Pay / }).click(), 'Confirm')
  await inBaseWallet(page, async () => {}, 'Confirm')
  await page.getByRole('article', { name: 'Order' }).waitFor({ timeout: 45_000 })
  await context.close()
})

test('in Japanese, on a phone: a no, then in by a new Base wallet, which as the only way in stays', async () => {
  const newcomer = await person(browser, url, { language: 'ja-JP', width: 390, height: 844 })
  const { page, context, complaints } = newcomer
  await page.goto('/?ha=login')
  const dialog = page.getByRole('dialog', { name: 'ログイン・新規登録' })
  await inBaseWallet(page, () => baseIn(newcomer).click(), 'Reject')
  await dialog.getByRole('alert').filter({ hasText: 'ウォレットで拒否されました' }).waitFor()
  await inBaseWallet(page, () => baseIn(newcomer).click(), 'Create a new wallet')
  await page.getByRole('dialog').getByRole('button', { name: '同意する', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'あとで', exact: true }).click()
  await closed(page)
  await page.goto('/settings/')
  const wallets = page.getByRole('region', { name: 'ウォレット' })
  await wallets.getByText('受取ウォレット').waitFor()
  await wallets.getByText('これが唯一のログイン方法です').waitFor()
  expect(await wallets.getByRole('button', { name: /連携を解除/ }).count()).toBe(0)
  expect(await wallets.textContent()).not.toMatch(/\b(Link|Unlink|since|wallet|Copy)\b/)
  expect(complaints).toEqual([])
  await context.close()
})

/** Opens the link of the confirmation mail. */
async function confirm({ email, cookie }: { email: string; cookie: string }): Promise<void> {
  const outbox = `http://localhost:${portsFrom(Number(new URL(url).port)).outside}/outbox.json`
  const sent = async () =>
    ((await (await fetch(outbox)).json()) as { to: string; text: string }[]).map((mail) => (mail.to === email ? mail.text : '')).join('')
  await expect.poll(sent).toMatch(/#[\w-]{43}/)
  const token = /#([\w-]{43})/.exec(await sent())![1]
  expect((await send('auth/confirmEmail', { token }, { cookie })).status).toBe(200)
}
