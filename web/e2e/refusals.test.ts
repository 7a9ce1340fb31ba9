import type { Locator, Page } from '@playwright/test'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { CONTRACT_OWNER } from '../../workers/local/wallets/accounts.ts'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { configOf, sendUsdc } from './money.ts'
import { answerWallet, confirmUntil, orderWithStatus, signIn } from './steps.ts'
import { rpcUrl } from './world.ts'
import { countWalletCalls, setWalletBehavior, withoutBatches, wrapDemoWallets } from './wrapped-wallet.ts'

/** Errors during a sign-in or a purchase: the page shows what to do, nothing changes, and the user can continue. */
const SERVICE = 'Product photos in daylight'
const PRICE = 60_000_000n

const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl), pollingInterval: 100 })
  .extend(publicActions)
  .extend(walletActions)
/** Holds the buyer's USDC during the test in which the buyer has none. */
const holder = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 70 })
const buyer = privateKeyToAccount(BUYER.key)
let usdc: Address
let escrow: Address

let ben: UserBrowser
let page: Page
let dialog: Locator
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ;({ usdc, orderBook: escrow } = await configOf())
  await chain.setBalance({ address: holder.address, value: parseEther('1') })
  ben = await openUserBrowser()
  await wrapDemoWallets(ben.context)
  await withoutBatches(ben.context)
  page = ben.page
  dialog = page.getByRole('dialog', { name: /into escrow/ })
})
test.afterAll(closeUserBrowsers)
/** Resets the wallet. Before the first test, no page with a wallet is open. */
test.beforeEach(async () => {
  await setWalletBehavior(page, { chainId: '0x7a69', switches: false }).catch(() => {})
})

const balanceOf = (address: Address) => chain.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

/** Everything a purchase changes: orders, conversations, and the balances of both sides. */
const state = async () => ({
  ...(await page.evaluate(async () => {
    const get = async (path: string) => (await (await fetch(`/api/${path}`)).json()) as unknown
    return { orders: await get('orders/getMyOrders'), rooms: await get('chat/getConversations') }
  })),
  buyer: await balanceOf(BUYER.address),
  escrow: await balanceOf(escrow),
})

async function openService(): Promise<void> {
  await page.goto(`/search/${SERVICE}`)
  await page.getByRole('link', { name: new RegExp(SERVICE) }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(SERVICE) }).waitFor()
}
const openPurchase = () => page.getByRole('button', { name: /^Continue with/ }).click()
const pressPay = () => dialog.getByRole('button', { name: /^Pay / }).click()
const expectMessage = (text: string | RegExp) => dialog.getByRole('alert').filter({ hasText: text }).waitFor()
const sheet = () => page.locator('demo-wallet')

/** Pays in the open dialog, and expects the order and its price in the escrow. */
async function expectPurchase(): Promise<void> {
  const before = await balanceOf(escrow)
  await pressPay()
  await confirmUntil(page, page.getByRole('article', { name: 'Order' }))
  await orderWithStatus(page, 'Requested').waitFor()
  expect((await balanceOf(escrow)) - before).toBe(PRICE)
}

test('a declined sign-in is reported in the dialog, signs nobody in and does not ask the wallet again', async () => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true }).click()
  const login = page.getByRole('dialog', { name: 'Log in or sign up' })
  const wallet = login.getByRole('button', { name: 'Demo buyer' })
  const notice = login.getByRole('alert').filter({ hasText: 'You declined in the wallet. Nothing was changed' })

  await wallet.click()
  await answerWallet(page, 'Reject')
  await notice.waitFor()
  expect(await countWalletCalls(page, 'personal_sign')).toBe(0)
  await wallet.click()
  await answerWallet(page)
  await answerWallet(page, 'Reject')
  await notice.waitFor()
  expect([await countWalletCalls(page, 'eth_requestAccounts'), await countWalletCalls(page, 'personal_sign')]).toEqual([2, 1])
  expect(await sheet().count()).toBe(0)
  const info = await page.evaluate(async () => (await (await fetch('/api/auth/getUserInfo')).json()) as { authorized: boolean })
  expect(info.authorized).toBe(false)
  expect((await ben.context.cookies()).some(({ name }) => name.includes('session'))).toBe(false)

  await signIn(page, 'buyer')
  expect([await countWalletCalls(page, 'eth_requestAccounts'), await countWalletCalls(page, 'personal_sign')]).toEqual([3, 2])
})

test('a sign-in with a wallet on another chain shows what to do, and succeeds once the wallet switches', async () => {
  const other = await openUserBrowser()
  try {
    await wrapDemoWallets(other.context, '0x1')
    await other.page.goto('/')
    await other.page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true }).click()
    const login = other.page.getByRole('dialog', { name: 'Log in or sign up' })
    await login.getByRole('button', { name: 'Demo buyer' }).click()
    await answerWallet(other.page)
    await login.getByRole('alert').filter({ hasText: 'another network' }).waitFor()
    expect(await countWalletCalls(other.page, 'wallet_switchEthereumChain')).toBe(1)
    expect(await countWalletCalls(other.page, 'personal_sign')).toBe(0)
    await setWalletBehavior(other.page, { switches: true })
    await signIn(other.page, 'buyer')
  } finally {
    await other.context.close()
  }
})

test('a declined signature and a declined payment change nothing, and the purchase can continue', async () => {
  await openService()
  const before = await state()
  await openPurchase()
  await pressPay()
  await answerWallet(page, 'Reject')
  await expectMessage('You declined in your wallet. Nothing was sent.')
  expect(await sheet().count()).toBe(0)
  expect(await state()).toEqual(before)

  await pressPay()
  await answerWallet(page)
  await answerWallet(page, 'Reject')
  await expectMessage('You declined in your wallet. Nothing was sent.')
  expect(await sheet().count()).toBe(0)
  expect(await state()).toEqual(before)
  expect([await countWalletCalls(page, 'eth_signTypedData_v4'), await countWalletCalls(page, 'eth_sendTransaction')]).toEqual([2, 1])

  await expectPurchase()
  expect([await countWalletCalls(page, 'eth_signTypedData_v4'), await countWalletCalls(page, 'eth_sendTransaction')]).toEqual([3, 2])
})

test('a wallet on another chain is asked to switch; if it declines, the page shows what to do and sends nothing', async () => {
  await openService()
  const before = await state()
  await setWalletBehavior(page, { chainId: '0x1' })
  await openPurchase()
  await pressPay()
  await expectMessage('Your wallet is on another network. Switch it to the network of this page, then try again. Nothing was sent.')
  expect(await countWalletCalls(page, 'wallet_switchEthereumChain')).toBe(1)
  expect(await countWalletCalls(page, 'eth_sendTransaction')).toBe(0)
  expect(await state()).toEqual(before)

  await setWalletBehavior(page, { switches: true })
  await expectPurchase()
  expect(await countWalletCalls(page, 'wallet_switchEthereumChain')).toBe(2)
})

test('an insufficient balance is shown before and after "Pay" is pressed, and the dialog notices new funds', async () => {
  await openService()
  const all = await balanceOf(BUYER.address)
  const before = await state()
  await openPurchase()
  await dialog.getByRole('button', { name: /^Pay .*USDC/ }).waitFor()
  await sendUsdc(buyer, holder.address, all)
  try {
    await pressPay()
    await expectMessage('Insufficient balance of this token. Add funds, or choose another token.')
    expect(await countWalletCalls(page, 'eth_sendTransaction')).toBe(0)
    await dialog.locator('button:disabled').filter({ hasText: /^Pay / }).waitFor()
    expect(await state()).toEqual({ ...before, buyer: 0n })

    await page.reload()
    await openPurchase()
    await dialog.getByRole('status').filter({ hasText: 'Insufficient balance. Choose another token, or add funds first.' }).waitFor()
    expect(await dialog.getByRole('button', { name: /^Pay / }).isDisabled()).toBe(true)
  } finally {
    await sendUsdc(holder, BUYER.address, all)
  }
  await dialog.getByRole('status').filter({ hasText: 'Insufficient balance' }).waitFor({ state: 'detached' })
  expect(await state()).toEqual(before)
  await expectPurchase()
})

for (const wei of [0n, 1n]) {
  test(`with ${wei} wei for the network fee an error is shown and nothing changes; with enough ETH the purchase succeeds`, async () => {
    await openService()
    const before = await state()
    const eth = await chain.getBalance({ address: BUYER.address })
    await openPurchase()
    await dialog.getByRole('button', { name: /^Pay .*USDC/ }).waitFor()
    await chain.setBalance({ address: BUYER.address, value: wei })
    try {
      await pressPay()
      const alert = dialog.getByRole('alert').filter({ hasText: 'ETH' })
      await confirmUntil(page, alert)
      await expectMessage('Insufficient ETH for the network fee (a few cents). Add ETH, then try again.')
      expect(await state()).toEqual(before)
    } finally {
      await chain.setBalance({ address: BUYER.address, value: eth })
    }
    // The dialog about missing ETH covers the purchase until it notices that ETH has arrived.
    await page.getByText('The ETH has arrived. You can continue.').waitFor()
    await page.getByRole('dialog', { name: /^Your wallet has/ }).waitFor({ state: 'detached' })
    await expectPurchase()
  })
}

/** Sends a transaction to the OrderBook as the contract owner. */
async function sendAsOwner(data: Hex): Promise<void> {
  await chain.setBalance({ address: CONTRACT_OWNER, value: parseEther('1') })
  await chain.impersonateAccount({ address: CONTRACT_OWNER })
  const hash = await chain.sendTransaction({ account: CONTRACT_OWNER, to: escrow, data })
  expect((await chain.waitForTransactionReceipt({ hash, checkReplacement: false })).status).toBe('success')
}

test('fees that rose after the quote are shown first, and paid only after a new confirmation', async () => {
  await openService()
  const before = await state()
  const quoted = page.waitForResponse((answer) => answer.url().endsWith('/orders/quoteOrder'))
  await openPurchase()
  const { seller } = (await (await quoted).json()) as { seller: Address }
  await dialog.getByText('Platform fee, fixed now (10%)').waitFor()
  const abi = orderBookAbi
  await sendAsOwner(encodeFunctionData({ abi, functionName: 'setCustomFee', args: [seller, 1200n] }))
  try {
    await pressPay()
    // The payment is refused before the wallet shows anything.
    const alert = dialog
      .getByRole('alert')
      .filter({ hasText: 'The platform’s fees have risen since this price was quoted. Nothing was paid.' })
    await alert.waitFor()
    expect(await countWalletCalls(page, 'eth_signTypedData_v4')).toBe(0)
    await dialog.getByRole('status').filter({ hasText: 'The platform fee was 10% and is 12% now.' }).waitFor()
    await dialog.getByText('Platform fee, fixed now (12%)').waitFor()
    expect(await state()).toEqual(before)
    await expectPurchase()
    const orderId = await chain.readContract({ address: escrow, abi, functionName: 'orderIdCounter' })
    expect(await chain.readContract({ address: escrow, abi, functionName: 'getOrder', args: [orderId] })).toMatchObject({ feeBps: 1200n })
  } finally {
    await sendAsOwner(encodeFunctionData({ abi, functionName: 'removeCustomFee', args: [seller] }))
  }
})

test('the browsers logged no errors', () => expect(ben.consoleErrors).toEqual([]))
