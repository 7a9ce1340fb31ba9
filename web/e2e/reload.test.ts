import type { Locator, Page } from '@playwright/test'
import { type Address, createTestClient, erc20Abi, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { BUYER, SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, clearAllowances, configOf } from './money.ts'
import { createOrder } from './orders.ts'
import { answerWallet, interfaceText, orderWithStatus, signIn, waitForTransaction, withoutOwedPayments } from './steps.ts'
import { fireCron, rpcUrl } from './world.ts'
import { countWalletCalls, withoutBatches, wrapDemoWallets } from './wrapped-wallet.ts'

/** The page is reloaded in the middle of a payment or of a step, also while the chain has not included its transaction yet. */
const SERVICE = 'Product photos in daylight'
const PRICE = 60_000_000n
const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl) }).extend(publicActions)

let config: Awaited<ReturnType<typeof configOf>>
test.beforeAll(async () => {
  config = await configOf()
  await clearAllowances(privateKeyToAccount(BUYER.key))
})
test.afterEach(() => resumeBlocks())
test.afterAll(closeUserBrowsers)

/** Keeps transactions out of blocks until {@link resumeBlocks}. The chain belongs to this worker, whose files run one after the other. */
const holdBlocks = () => chain.setAutomine(false)
async function resumeBlocks(): Promise<void> {
  await chain.mine({ blocks: 1 })
  await chain.setAutomine(true)
  // In production the cron runs within a minute. Usually the page notices the block before the cron does.
  await fireCron()
}

/** Signs in as the demo buyer with a wallet that sends one call at a time. */
async function openBuyer() {
  const { page, context, consoleErrors } = await openUserBrowser()
  await wrapDemoWallets(context)
  await withoutBatches(context)
  await withoutOwedPayments(context)
  await page.goto('/')
  await signIn(page, 'buyer')
  return { page, consoleErrors, dialog: page.getByRole('dialog', { name: /into escrow/ }) }
}

const openPurchase = (page: Page) => page.getByRole('button', { name: /^Continue with/ }).click()
async function openService(page: Page): Promise<void> {
  await page.goto(`/search/${SERVICE}`)
  await page.getByRole('link', { name: new RegExp(SERVICE) }).click()
  await openPurchase(page)
}
const steps = (dialog: Locator) => dialog.getByRole('list', { name: 'Progress of the payment' }).getByRole('listitem').allTextContents()
/** After a reload the page warns about the earlier request, because it cannot know that the demo wallet has forgotten it. */
const payAgain = (page: Page) =>
  page.getByRole('dialog', { name: 'Did you pay already?' }).getByRole('button', { name: 'Pay again anyway' }).click()
const pressPay = (dialog: Locator) => dialog.getByRole('button', { name: /^Pay / }).click()
/** Waits until the wallet asks to confirm the order itself. */
const waitForOrderWindow = (page: Page) =>
  page
    .locator('demo-wallet')
    .getByText(/^Pay .* into escrow$/)
    .first()
    .waitFor()
/** Confirms in the wallet, and waits until the transaction is sent and the page has stored its hash. */
async function sendTransaction(page: Page): Promise<void> {
  const sent = waitForTransaction(page)
  await answerWallet(page)
  await sent
  await expect.poll(() => page.evaluate(() => localStorage.getItem('warren.pending'))).toContain('hash')
}
/** Waits until the page has recorded a transaction at the server, which the cron may have done before. */
const waitForRecord = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/orders/addOrder') && answer.ok())
/** Signatures and transactions that the page has asked the wallet for since it was opened. */
const windowsOf = async (page: Page) => [
  await countWalletCalls(page, 'eth_signTypedData_v4'),
  await countWalletCalls(page, 'eth_sendTransaction'),
]

/** The orders in the contract, its balance, and what it may take from the buyer. */
async function escrowOf(token: Address) {
  const { orderBook } = config
  const [orders, held, allowance] = await Promise.all([
    chain.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' }),
    chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [orderBook] }),
    chain.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [BUYER.address, orderBook] }),
  ])
  return { orders, held, allowance }
}

test('after an approval, a reloaded page asks only for the order, and pays once', async () => {
  const { page, dialog, consoleErrors } = await openBuyer()
  const usdt = config.tokens.find(({ symbol }) => symbol === 'USDT')!.address
  await openService(page)
  await dialog.getByText('USDT').click()
  await expect.poll(() => steps(dialog)).toContain('Approve')
  const before = await escrowOf(usdt)
  await pressPay(dialog)
  await answerWallet(page)
  await waitForOrderWindow(page)
  await page.reload()
  expect(await escrowOf(usdt)).toEqual({ ...before, allowance: PRICE })

  await openPurchase(page)
  await payAgain(page)
  await dialog.getByText('USDT').click()
  await expect.poll(() => steps(dialog)).toEqual(['Confirm in wallet', 'Wait for Local chain', 'Order placed'])
  await pressPay(dialog)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual([0, 1])
  expect(await escrowOf(usdt)).toEqual({ orders: before.orders + 1n, held: before.held + PRICE, allowance: 0n })
  expect(consoleErrors).toEqual([])
})

test('after a signature without a transaction, a reloaded page asks for a new signature, and pays once', async () => {
  const { page, dialog, consoleErrors } = await openBuyer()
  await openService(page)
  const before = await escrowOf(config.usdc)
  await pressPay(dialog)
  await answerWallet(page)
  await waitForOrderWindow(page)
  await page.reload()
  expect(await escrowOf(config.usdc)).toEqual(before)

  await openPurchase(page)
  await payAgain(page)
  await pressPay(dialog)
  await answerWallet(page)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual([1, 1])
  expect(await escrowOf(config.usdc)).toEqual({ ...before, orders: before.orders + 1n, held: before.held + PRICE })
  expect(consoleErrors).toEqual([])
})

test('while a payment waits for its block, a reloaded page does not offer to pay again, and then shows the order', async () => {
  const { page, dialog } = await openBuyer()
  await openService(page)
  const before = await escrowOf(config.usdc)
  await holdBlocks()
  await pressPay(dialog)
  await answerWallet(page)
  await waitForOrderWindow(page)
  await sendTransaction(page)
  await page.reload()

  await openPurchase(page)
  const processing = page.getByRole('dialog', { name: 'Processing your payment' })
  await processing.getByText('The order will appear in your orders automatically').waitFor()
  expect(await dialog.count()).toBe(0)
  expect(await findDialogViolations(page)).toEqual([])
  expect(await escrowOf(config.usdc)).toEqual(before)
  await resumeBlocks()
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual([0, 0])
  expect(await escrowOf(config.usdc)).toEqual({ ...before, orders: before.orders + 1n, held: before.held + PRICE })
})

test('while an acceptance waits for its block, a reloaded page says so and offers no other step (phone, Japanese)', async () => {
  const path = await createOrder('A sign that is accepted during a reload')
  const { page } = await openUserBrowser({ language: 'ja-JP', width: 390, height: 844 })
  await wrapDemoWallets(page.context())
  await page.goto('/?hl=ja')
  await signIn(page, 'seller', 'ja')
  await page.goto(path)
  const order = page.getByRole('article', { name: '注文' })
  const accept = order.getByRole('button', { name: '承諾する' })
  await holdBlocks()
  await accept.click()
  await page.getByRole('dialog').getByRole('button', { name: '承諾する' }).click()
  await sendTransaction(page)
  const nonce = await chain.getTransactionCount({ address: SELLER.address })
  await page.reload()

  const notice = order.getByRole('status').filter({ hasText: 'ネットワークでの処理を待っています' })
  await notice.waitFor()
  expect(await order.getByRole('button', { name: /承諾する|断る/ }).count()).toBe(0)
  expect(await interfaceText(page)).not.toMatch(/\b(wallet|network|Accept|Decline)\b/)
  const recorded = waitForRecord(page)
  await resumeBlocks()
  await recorded
  await order.getByRole('button', { name: '納品する' }).waitFor()
  await expect(notice).toHaveCount(0)
  expect(await windowsOf(page)).toEqual([0, 0])
  expect(await chain.getTransactionCount({ address: SELLER.address, blockTag: 'pending' })).toBe(nonce + 1)
})

test('while a release waits for its block, a reloaded page says so, and the seller is paid once', async () => {
  const path = await createOrder('A sign that is released during a reload', [{ do: 'accept' }, { do: 'deliver' }])
  const { page } = await openBuyer()
  await page.goto(path)
  const order = page.getByRole('article', { name: 'Order' })
  const release = order.getByRole('button', { name: /^Release/ })
  const accounts = { seller: SELLER.address, escrow: config.orderBook }
  const before = await balancesOf(rpcUrl, config.usdc, accounts)
  await holdBlocks()
  await release.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Release/ })
    .click()
  await sendTransaction(page)
  await page.reload()

  await order.getByRole('status').filter({ hasText: 'Your wallet has sent the transaction' }).waitFor()
  expect(await findViolations(page, 'article[aria-label=Order]')).toEqual([])
  expect(await order.getByRole('button', { name: /^(Release|Open a dispute|Request changes)/ }).count()).toBe(0)
  expect(await balancesOf(rpcUrl, config.usdc, accounts)).toEqual(before)
  const recorded = waitForRecord(page)
  await resumeBlocks()
  await recorded
  await orderWithStatus(page, 'Completed').waitFor()
  expect(await windowsOf(page)).toEqual([0, 0])
  expect(await balancesOf(rpcUrl, config.usdc, accounts)).toEqual({
    seller: before.seller + 108_000_000n,
    escrow: before.escrow - 120_000_000n,
  })
})

test('while a dispute waits for its block, a reloaded page says so, and then shows the dispute and its reason', async () => {
  const path = await createOrder('A sign that is disputed during a reload', [{ do: 'accept' }, { do: 'deliver' }])
  const { page, consoleErrors } = await openBuyer()
  await page.goto(path)
  const order = page.getByRole('article', { name: 'Order' })
  await order.getByRole('button', { name: 'Open a dispute' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '25%' }).click()
  await form.getByLabel('What is not as agreed?').fill('The letters are too small.')
  await holdBlocks()
  await form.getByRole('button', { name: 'Open a dispute' }).click()
  await sendTransaction(page)
  await page.reload()

  await order.getByRole('status').filter({ hasText: 'Your wallet has sent the transaction' }).waitFor()
  expect(await order.getByRole('button', { name: /^(Release|Open a dispute|Request changes)/ }).count()).toBe(0)
  const recorded = waitForRecord(page)
  await resumeBlocks()
  await recorded
  await orderWithStatus(page, 'Disputed').waitFor()
  await order.getByRole('button', { name: 'Ask for less' }).waitFor()
  for (const at of [page.getByRole('log'), page.getByRole('region', { name: 'Evidence' })])
    await at.getByText('The letters are too small.').waitFor()
  expect(await windowsOf(page)).toEqual([0, 0])
  // The server answers 409 while the transaction is in no block.
  expect(consoleErrors.filter((line) => !line.includes('status of 409'))).toEqual([])
})

test('the reason for a dispute is sent once the dispute is shown, also if only the cron could record it', async () => {
  const path = await createOrder('A sign whose dispute the cron records', [{ do: 'accept' }, { do: 'deliver' }])
  const { page } = await openBuyer()
  await page.goto(path)
  const order = page.getByRole('article', { name: 'Order' })
  await order.getByRole('button', { name: 'Open a dispute' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '25%' }).click()
  await form.getByLabel('What is not as agreed?').fill('The letters are too thin.')
  await holdBlocks()
  await form.getByRole('button', { name: 'Open a dispute' }).click()
  await sendTransaction(page)
  const { promise: shown, resolve: refuse } = Promise.withResolvers<void>()
  await page.route('**/api/orders/addOrder', async (route) => {
    await shown
    await route.fulfill({ status: 429, json: { error: { code: 'too_many_requests' } } })
  })
  await page.reload()

  await order.getByRole('status').filter({ hasText: 'Your wallet has sent the transaction' }).waitFor()
  // When the server has refused to record the dispute, the page looks for it once, before its block exists.
  const looked = page.waitForResponse((answer) => answer.url().includes('/orders/getOrder'))
  refuse()
  await looked
  await resumeBlocks()
  await orderWithStatus(page, 'Disputed').waitFor()
  for (const at of [page.getByRole('log'), page.getByRole('region', { name: 'Evidence' })])
    await at.getByText('The letters are too thin.').waitFor()
})

test('while a decision waits for its block, the reloaded page of the arbitrator has no form, and then shows the decision', async () => {
  const title = `A sign that is decided during a reload ${crypto.randomUUID().slice(0, 8)}`
  await createOrder(title, [{ do: 'accept' }, { do: 'deliver' }, { do: 'dispute', refund: 6000 }, { do: 'counter', refund: 2500 }])
  const { page, context, consoleErrors } = await openUserBrowser()
  await wrapDemoWallets(context)
  await page.goto('/admin/disputes')
  await signIn(page, 'admin')
  await page.getByRole('link', { name: title }).click()
  const form = page.getByRole('form', { name: 'Decision' })
  await form.getByLabel('Refund').fill('40')
  await form.getByLabel('Reason').fill('Two of the three drafts are usable.')
  await holdBlocks()
  await form.getByRole('button', { name: 'Decide' }).click()
  await sendTransaction(page)
  await page.reload()

  await page.getByRole('status').filter({ hasText: 'Your wallet has sent the transaction' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await form.count()).toBe(0)
  const recorded = waitForRecord(page)
  await resumeBlocks()
  await recorded
  await page.getByRole('region', { name: 'Decision' }).getByText('Two of the three drafts are usable.').waitFor()
  expect(await windowsOf(page)).toEqual([0, 0])
  // The server answers 409 while the transaction is in no block.
  expect(consoleErrors.filter((line) => !line.includes('status of 409'))).toEqual([])
})
