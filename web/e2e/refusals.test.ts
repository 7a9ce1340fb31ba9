import type { Browser, Locator, Page } from 'playwright-core'
import {
  type Address,
  createTestClient,
  createWalletClient,
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
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { CONTRACT_OWNER } from '../../workers/local/wallets/accounts.ts'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { launch, type Person, person } from './browser.ts'
import { configOf } from './money.ts'
import { answerWallet, confirmUntil, orderIs, signIn } from './steps.ts'
import { behave, timesAsked, withStrangeWallets } from './strange-wallet.ts'
import { rpcUrl, url } from './world.ts'

/** What goes wrong in the wallet on the way to an order: each is told with what to do, leaves nothing behind, and can be gone on from. */
const SERVICE = 'Product photos in daylight'
const PRICE = 60_000_000n

const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl), pollingInterval: 100 })
  .extend(publicActions)
  .extend(walletActions)
/** Keeps the buyer's money while they have none. */
const keeper = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 70 })
const buyer = privateKeyToAccount(BUYER.key)
let usdc: Address
let escrow: Address

let browser: Browser
let ben: Person
let page: Page
let dialog: Locator
beforeAll(async () => {
  const config = await configOf(url)
  usdc = config.tokens.find(({ symbol }) => symbol === 'USDC')!.address
  escrow = config.orderBook
  await chain.setBalance({ address: keeper.address, value: parseEther('1') })
  browser = await launch()
  ben = await person(browser, url)
  await withStrangeWallets(ben.context)
  page = ben.page
  dialog = page.getByRole('dialog', { name: /into escrow/ })
})
afterAll(() => browser.close())
/** Every test ends well, so the next one finds a page without a dialog. */
beforeEach(async () => {
  await behave(page, { chainId: '0x7a69', switches: false }).catch(() => {})
})

const held = (address: Address) => chain.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

async function sendUsdc(from: typeof keeper | typeof buyer, to: Address, amount: bigint): Promise<void> {
  const wallet = createWalletClient({ account: from, chain: foundry, transport: http(rpcUrl) })
  const hash = await wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  await chain.waitForTransactionReceipt({ hash, checkReplacement: false })
}

/** Everything a purchase changes: orders, rooms, and the money of both sides. */
const state = async () => ({
  ...(await page.evaluate(async () => {
    const get = async (path: string) => (await (await fetch(`/api/${path}`)).json()) as unknown
    return { orders: await get('orders/getMyOrders'), rooms: await get('chat/getConversations') }
  })),
  buyer: await held(BUYER.address),
  escrow: await held(escrow),
})

async function openService(): Promise<void> {
  await page.goto(`/search/${SERVICE}`)
  await page.getByRole('link', { name: new RegExp(SERVICE) }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(SERVICE) }).waitFor()
}
const openPurchase = () => page.getByRole('button', { name: /^Continue with/ }).click()
const pay = () => dialog.getByRole('button', { name: /^Pay / }).click()
const told = (text: string | RegExp) => dialog.getByRole('alert').filter({ hasText: text }).waitFor()
const sheet = () => page.locator('demo-wallet')
const ordersNow = async () =>
  (await chain.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [escrow] })) as bigint

/** Pays what is in the open dialog; the order is there, and the escrow holds its price more. */
async function succeed(): Promise<void> {
  const before = await ordersNow()
  await pay()
  await confirmUntil(page, page.getByRole('article', { name: 'Order' }))
  await orderIs(page, 'Requested').waitFor()
  expect((await ordersNow()) - before).toBe(PRICE)
}

test('a declined sign-in goes back to the dialog calmly and asks nothing again', async () => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true }).click()
  const login = page.getByRole('dialog', { name: 'Log in or sign up' })
  const wallet = login.getByRole('button', { name: 'Demo buyer' })
  const calm = login.getByRole('alert').filter({ hasText: 'You declined in the wallet. Nothing happened' })

  await wallet.click()
  await answerWallet(page, 'Reject')
  await calm.waitFor()
  expect(await timesAsked(page, 'personal_sign')).toBe(0)
  await wallet.click()
  await answerWallet(page)
  await answerWallet(page, 'Reject')
  await calm.waitFor()
  expect([await timesAsked(page, 'eth_requestAccounts'), await timesAsked(page, 'personal_sign')]).toEqual([2, 1])
  expect(await sheet().count()).toBe(0)
  const info = await page.evaluate(async () => (await (await fetch('/api/auth/getUserInfo')).json()) as { authorized: boolean })
  expect(info.authorized).toBe(false)
  expect((await ben.context.cookies()).some(({ name }) => name.includes('session'))).toBe(false)

  await signIn(page, 'buyer')
  expect([await timesAsked(page, 'eth_requestAccounts'), await timesAsked(page, 'personal_sign')]).toEqual([3, 2])
})

test('a sign-in with a wallet on another chain says what to do, and goes on once it switches', async () => {
  const other = await person(browser, url)
  try {
    await withStrangeWallets(other.context, '0x1')
    await other.page.goto('/')
    await other.page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true }).click()
    const login = other.page.getByRole('dialog', { name: 'Log in or sign up' })
    await login.getByRole('button', { name: 'Demo buyer' }).click()
    await answerWallet(other.page)
    await login.getByRole('alert').filter({ hasText: 'another network' }).waitFor()
    expect(await timesAsked(other.page, 'wallet_switchEthereumChain')).toBe(1)
    expect(await timesAsked(other.page, 'personal_sign')).toBe(0)
    await behave(other.page, { switches: true })
    await signIn(other.page, 'buyer')
  } finally {
    await other.context.close()
  }
})

test('a declined approval and a declined payment leave nothing behind, and the purchase goes on from there', async () => {
  await openService()
  const before = await state()
  await openPurchase()
  await pay()
  await answerWallet(page, 'Reject')
  await told('You declined in your wallet. Nothing was sent.')
  expect(await sheet().count()).toBe(0)
  expect(await state()).toEqual(before)

  await pay()
  await answerWallet(page)
  await answerWallet(page, 'Reject')
  await told('You declined in your wallet. Nothing was sent.')
  expect(await sheet().count()).toBe(0)
  expect(await state()).toEqual(before)
  expect(await timesAsked(page, 'eth_sendTransaction')).toBe(3)

  await succeed()
  expect(await timesAsked(page, 'eth_sendTransaction')).toBe(4)
})

test('a wallet on another chain is offered the switch; declined, the page says what to do and nothing is sent', async () => {
  await openService()
  const before = await state()
  await behave(page, { chainId: '0x1' })
  await openPurchase()
  await pay()
  await told('Your wallet is on another network. Switch it to the network of this page, then try again. Nothing was sent.')
  expect(await timesAsked(page, 'wallet_switchEthereumChain')).toBe(1)
  expect(await timesAsked(page, 'eth_sendTransaction')).toBe(0)
  expect(await state()).toEqual(before)

  await behave(page, { switches: true })
  await succeed()
  expect(await timesAsked(page, 'wallet_switchEthereumChain')).toBe(2)
})

test('too little of the token: told before and after pressing, and the dialog notices new money by itself', async () => {
  await openService()
  const all = await held(BUYER.address)
  const before = await state()
  await openPurchase()
  await dialog.getByRole('button', { name: /^Pay .*USDC/ }).waitFor()
  await sendUsdc(buyer, keeper.address, all)
  try {
    await pay()
    await told('Insufficient balance of this token. Add funds, or choose another token.')
    expect(await timesAsked(page, 'eth_sendTransaction')).toBe(0)
    await dialog.locator('button:disabled').filter({ hasText: /^Pay / }).waitFor()
    expect(await state()).toEqual({ ...before, buyer: 0n })

    await page.reload()
    await openPurchase()
    await dialog.getByRole('status').filter({ hasText: 'Insufficient balance. Choose another token, or add funds first.' }).waitFor()
    expect(await dialog.getByRole('button', { name: /^Pay / }).isDisabled()).toBe(true)
  } finally {
    await sendUsdc(keeper, BUYER.address, all)
  }
  await dialog.getByRole('status').filter({ hasText: 'Insufficient balance' }).waitFor({ state: 'detached' })
  expect(await state()).toEqual(before)
  await succeed()
})

test.each([0n, 1n])('no ETH for the network fee (%s wei): it is said, nothing is sent, and a little ETH mends it', async (wei) => {
  await openService()
  const before = await state()
  const eth = await chain.getBalance({ address: BUYER.address })
  await openPurchase()
  await dialog.getByRole('button', { name: /^Pay .*USDC/ }).waitFor()
  await chain.setBalance({ address: BUYER.address, value: wei })
  try {
    await pay()
    const alert = dialog.getByRole('alert').filter({ hasText: 'ETH' })
    await confirmUntil(page, alert)
    await told('Insufficient ETH for the network fee, a few cents. Add a little, then try again.')
    expect(await state()).toEqual(before)
  } finally {
    await chain.setBalance({ address: BUYER.address, value: eth })
  }
  await succeed()
})

/** Sends something to the OrderBook as whom it belongs to. */
async function asOwner(data: Hex): Promise<void> {
  await chain.setBalance({ address: CONTRACT_OWNER, value: parseEther('1') })
  await chain.impersonateAccount({ address: CONTRACT_OWNER })
  const hash = await chain.sendTransaction({ account: CONTRACT_OWNER, to: escrow, data })
  expect((await chain.waitForTransactionReceipt({ hash, checkReplacement: false })).status).toBe('success')
}

test('fees that rose since the quote are not paid: the new ones are shown first, and paid once confirmed', async () => {
  await openService()
  const before = await state()
  const quoted = page.waitForResponse((answer) => answer.url().endsWith('/orders/quoteOrder'))
  await openPurchase()
  const { seller } = (await (await quoted).json()) as { seller: Address }
  await dialog.getByText('Platform fee, fixed now (10%)').waitFor()
  const abi = orderBookAbi
  await asOwner(encodeFunctionData({ abi, functionName: 'setCustomFee', args: [seller, 1200n] }))
  try {
    await pay()
    // The approval is asked for before; the payment is refused before the wallet shows it.
    const alert = dialog
      .getByRole('alert')
      .filter({ hasText: 'The platform’s fees have risen since this price was quoted. Nothing was paid.' })
    await confirmUntil(page, alert)
    await dialog.getByRole('status').filter({ hasText: 'The platform fee was 10% and is 12% now.' }).waitFor()
    await dialog.getByText('Platform fee, fixed now (12%)').waitFor()
    expect(await state()).toEqual(before)
    await succeed()
    const orderId = await chain.readContract({ address: escrow, abi, functionName: 'orderIdCounter' })
    expect(await chain.readContract({ address: escrow, abi, functionName: 'getOrder', args: [orderId] })).toMatchObject({ feeBps: 1200n })
  } finally {
    await asOwner(encodeFunctionData({ abi, functionName: 'removeCustomFee', args: [seller] }))
  }
})

test('no browser had anything to complain about', () => expect(ben.complaints).toEqual([]))
