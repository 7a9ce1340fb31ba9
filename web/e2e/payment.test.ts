import type { Locator, Page } from '@playwright/test'
import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { configOf } from './money.ts'
import { answerWallet, NEW_ORDER, orderWithStatus, signIn, waitForTransaction } from './steps.ts'
import { rpcUrl } from './world.ts'
import { countWalletCalls, setWalletBehavior, withoutBatches, wrapDemoWallets } from './wrapped-wallet.ts'

/** Payments by each payment method that a wallet supports. The windows of the wallet are counted. */
const SERVICE = 'Product photos in daylight'
const PRICE = 60_000_000n
const chain = createPublicClient({ transport: http(rpcUrl) })

let config: Awaited<ReturnType<typeof configOf>>
test.beforeAll(async () => {
  config = await configOf()
})
test.afterAll(closeUserBrowsers)

/** Opens the purchase of a service as the demo buyer. */
async function openPurchase({ batches }: { batches: boolean }): Promise<UserBrowser & { dialog: Locator }> {
  const buyer = await openUserBrowser()
  const { page, context } = buyer
  await wrapDemoWallets(context)
  if (!batches) await withoutBatches(context)
  await page.goto('/')
  await signIn(page, 'buyer')
  await page.goto(`/search/${SERVICE}`)
  await page.getByRole('link', { name: new RegExp(SERVICE) }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  return { ...buyer, dialog: page.getByRole('dialog', { name: /into escrow/ }) }
}

const steps = (dialog: Locator) => dialog.getByRole('list', { name: 'Progress of the payment' }).getByRole('listitem').allTextContents()
const pressPay = (dialog: Locator) => dialog.getByRole('button', { name: /^Pay / }).click()
const windowsOf = async (page: Page) => ({
  batches: await countWalletCalls(page, 'wallet_sendCalls'),
  signatures: await countWalletCalls(page, 'eth_signTypedData_v4'),
  transactions: await countWalletCalls(page, 'eth_sendTransaction'),
})
const escrowOf = (token: Address) =>
  chain.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [config.orderBook] })
const allowanceOf = (token: Address) =>
  chain.readContract({ abi: erc20Abi, address: token, functionName: 'allowance', args: [BUYER.address, config.orderBook] })

test('a wallet that can batch pays in one window, which lists both calls', async () => {
  const { page, context, dialog, consoleErrors } = await openPurchase({ batches: true })
  const before = await escrowOf(config.usdc)
  await expect.poll(() => steps(dialog)).toEqual(['Terms', 'Approve and pay in wallet', 'Wait for Local chain', 'Order placed'])
  await pressPay(dialog)
  const sheet = page.locator('demo-wallet')
  await sheet.getByText('Pay 60.00 USDC into escrow').first().waitFor()
  await sheet.getByText(/^Allow .* to take 60\.00 USDC$/).waitFor()
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual({ batches: 1, signatures: 0, transactions: 0 })
  expect((await escrowOf(config.usdc)) - before).toBe(PRICE)
  expect(await allowanceOf(config.usdc)).toBe(0n)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a wallet that cannot batch pays in USDC with one signature and one transaction', async () => {
  const { page, context, dialog, consoleErrors } = await openPurchase({ batches: false })
  const before = await escrowOf(config.usdc)
  await expect.poll(() => steps(dialog)).toEqual(['Terms', 'Sign', 'Confirm in wallet', 'Wait for Local chain', 'Order placed'])
  await pressPay(dialog)
  await page
    .locator('demo-wallet')
    .getByText(/^Let .* take 60\.00 USDC once$/)
    .waitFor()
  await answerWallet(page)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual({ batches: 0, signatures: 1, transactions: 1 })
  expect((await escrowOf(config.usdc)) - before).toBe(PRICE)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a wallet that cannot batch pays in USDT with an approval and a transaction', async () => {
  const { page, context, dialog, consoleErrors } = await openPurchase({ batches: false })
  const usdt = config.tokens.find(({ symbol }) => symbol === 'USDT')!.address
  const before = await escrowOf(usdt)
  await dialog.getByText('USDT').click()
  await expect.poll(() => steps(dialog)).toEqual(['Terms', 'Approve', 'Confirm in wallet', 'Wait for Local chain', 'Order placed'])
  await pressPay(dialog)
  await answerWallet(page)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual({ batches: 0, signatures: 0, transactions: 2 })
  expect((await escrowOf(usdt)) - before).toBe(PRICE)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a wallet that can batch pays in USDT in one window and leaves no allowance', async () => {
  const { page, context, dialog, consoleErrors } = await openPurchase({ batches: true })
  const usdt = config.tokens.find(({ symbol }) => symbol === 'USDT')!.address
  const before = await escrowOf(usdt)
  await dialog.getByText('USDT').click()
  await expect(dialog.getByRole('button', { name: /^Pay 60\.00 USDT/ })).toBeEnabled()
  await pressPay(dialog)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual({ batches: 1, signatures: 0, transactions: 0 })
  expect((await escrowOf(usdt)) - before).toBe(PRICE)
  expect(await allowanceOf(usdt)).toBe(0n)
  expect(consoleErrors).toEqual([])
  await context.close()
})

for (const batches of [true, false]) {
  test(`a wallet that can${batches ? '' : 'not'} batch pays in ETH with one transaction`, async () => {
    const { page, context, dialog, consoleErrors } = await openPurchase({ batches })
    const before = await chain.getBalance({ address: config.orderBook })
    await dialog.getByText('ETH', { exact: true }).click()
    const pay = dialog.getByRole('button', { name: /^Pay 0\.\d+ ETH/ })
    await expect(pay).toBeEnabled()
    await pressPay(dialog)
    await answerWallet(page)
    await orderWithStatus(page, 'Requested').waitFor()
    expect(await windowsOf(page)).toEqual({ batches: 0, signatures: 0, transactions: 1 })
    expect(await chain.getBalance({ address: config.orderBook })).toBeGreaterThan(before)
    expect(consoleErrors).toEqual([])
    await context.close()
  })
}

test('if the page is reloaded after a batch was sent, it finds the order without a window of the wallet', async () => {
  const { page, context, dialog } = await openPurchase({ batches: true })
  await setWalletBehavior(page, { refuses: { wallet_getCallsStatus: 5730 } })
  await pressPay(dialog)
  const sent = waitForTransaction(page, NEW_ORDER)
  await answerWallet(page)
  await sent
  await expect.poll(() => page.evaluate(() => localStorage.getItem('warren.pending'))).toContain('batch')
  const recorded = page.waitForResponse((answer) => answer.url().endsWith('/orders/addOrder') && answer.ok())
  await page.goto('/orders/')
  const { orderId } = (await (await recorded).json()) as { orderId: string }
  await page.locator(`a[href*="${orderId}"]`).first().waitFor()
  expect(await windowsOf(page)).toEqual({ batches: 0, signatures: 0, transactions: 0 })
  expect(await countWalletCalls(page, 'eth_requestAccounts')).toBe(0)
  expect(await page.locator('demo-wallet').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('warren.pending'))).toBeNull()
  await context.close()
})

test('if a wallet says that it can batch but then refuses, the same quote is paid by a signature', async () => {
  const { page, context, dialog } = await openPurchase({ batches: true })
  let quotes = 0
  page.on('response', (answer) => {
    if (answer.url().endsWith('/orders/quoteOrder')) quotes += 1
  })
  await expect.poll(() => steps(dialog)).toContain('Approve and pay in wallet')
  quotes = 0
  await setWalletBehavior(page, { refuses: { wallet_sendCalls: 4200 } })
  await pressPay(dialog)
  await answerWallet(page)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual({ batches: 1, signatures: 1, transactions: 1 })
  expect(quotes).toBe(0)
  await context.close()
})

test('if a wallet accepts a batch but then reports that it failed, the next attempt pays by a signature', async () => {
  const { page, context, dialog } = await openPurchase({ batches: true })
  const before = await escrowOf(config.usdc)
  const id = '0x7'
  await setWalletBehavior(page, { answers: { wallet_sendCalls: { id }, wallet_getCallsStatus: { id, status: 400 } } })
  await pressPay(dialog)
  await dialog.getByRole('alert').filter({ hasText: 'check the result before you try again' }).waitFor()
  expect(await escrowOf(config.usdc)).toBe(before)
  await pressPay(dialog)
  await answerWallet(page)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await windowsOf(page)).toEqual({ batches: 1, signatures: 1, transactions: 1 })
  expect((await escrowOf(config.usdc)) - before).toBe(PRICE)
  await context.close()
})

test('a declined batch sends nothing, and the purchase can continue', async () => {
  const { page, context, dialog } = await openPurchase({ batches: true })
  const before = await escrowOf(config.usdc)
  await pressPay(dialog)
  await answerWallet(page, 'Reject')
  await dialog.getByRole('alert').filter({ hasText: 'You declined in your wallet. Nothing was sent.' }).waitFor()
  expect(await escrowOf(config.usdc)).toBe(before)
  expect(await allowanceOf(config.usdc)).toBe(0n)
  await pressPay(dialog)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect((await escrowOf(config.usdc)) - before).toBe(PRICE)
  await context.close()
})
