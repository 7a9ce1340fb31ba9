import type { BrowserContext, Locator, Page } from '@playwright/test'
import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import type { TokenSignature } from '../../contracts/addresses.ts'
import { BUYER, SELLER, TREASURY } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, clearAllowances, configOf } from './money.ts'
import { answerWallet, changeOrder, confirmUntil, NEW_ORDER, orderWithStatus, signIn, waitForTransaction } from './steps.ts'
import { rpcUrl } from './world.ts'
import { countWalletCalls, setWalletBehavior, withoutBatches, wrapDemoWallets } from './wrapped-wallet.ts'

/**
 * Payments by each payment method that a wallet supports. The windows of the wallet are counted. The seller has a browser of their own: a
 * phone, in Japanese.
 */
const SERVICE = 'Logo and identity for small studios'
const PRICE = 120_000_000n
const chain = createPublicClient({ chain: foundry, transport: http(rpcUrl), pollingInterval: 100 })

let config: Awaited<ReturnType<typeof configOf>>
let seller: UserBrowser
test.beforeAll(async () => {
  config = await configOf()
  await clearAllowances(privateKeyToAccount(BUYER.key))
  seller = await openUserBrowser({ language: 'ja-JP', width: 390, height: 844 })
  await seller.page.goto('/?hl=ja')
  await signIn(seller.page, 'seller', 'ja')
})
test.afterAll(closeUserBrowsers)

interface Buyer {
  /** Whether the wallet can batch. */
  batches: boolean
  /** The signatures that USDC accepts according to the page's configuration; all by default. */
  signatures?: TokenSignature[] | undefined
  /** The width of the window in pixels. */
  width?: number | undefined
}

/** Opens the purchase of a service as the demo buyer. */
async function openPurchase({ batches, signatures, width = 1440 }: Buyer): Promise<UserBrowser & { dialog: Locator }> {
  const buyer = await openUserBrowser({ width })
  const { page, context } = buyer
  await wrapDemoWallets(context)
  if (!batches) await withoutBatches(context)
  if (signatures) await changeSignatures(context, signatures)
  await page.goto('/')
  await signIn(page, 'buyer')
  await page.goto(`/search/${SERVICE}`)
  await page.getByRole('link', { name: new RegExp(SERVICE) }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  return { ...buyer, dialog: page.getByRole('dialog', { name: /into escrow/ }) }
}

/** Changes which signatures USDC takes according to the configuration in the page, before the page's code reads it. */
const changeSignatures = (context: BrowserContext, signatures: TokenSignature[]): Promise<unknown> =>
  context.addInitScript((changed) => {
    addEventListener(
      'readystatechange',
      () => {
        const text = document.getElementById('warren-data')?.firstChild
        if (document.readyState !== 'interactive' || !text) return
        text.nodeValue = text.nodeValue!.replace('"signatures":["authorization","permit"]', `"signatures":${JSON.stringify(changed)}`)
      },
      { capture: true },
    )
  }, signatures)

/** The seller accepts and delivers the order at this path. */
async function acceptAndDeliver(path: string): Promise<void> {
  const { page } = seller
  const order = page.getByRole('article', { name: '注文' })
  const dialog = page.getByRole('dialog')
  await page.goto(path)
  await order.getByRole('button', { name: '承諾する' }).click()
  await dialog.getByRole('button', { name: '承諾する' }).click()
  await confirmUntil(page, page.getByRole('log'))
  // Accepting leads to the conversation.
  await page.goto(path)
  await order.getByRole('button', { name: '納品する' }).click()
  await dialog.getByLabel('購入者へのメッセージ').fill('ロゴの案です。')
  await dialog.getByRole('button', { name: '納品する' }).click()
  await confirmUntil(page, order.getByRole('status').filter({ hasText: '納品済み' }))
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

interface Way extends Buyer {
  title: string
  token: 'USDC' | 'USDT' | 'ETH'
  /** The steps that the dialog shows between the terms and the network. */
  steps: string[]
  windows: { batches: number; signatures: number; transactions: number }
  /** The texts of the first window of the wallet. */
  shown?: RegExp[]
}
const ONE = { batches: 0, signatures: 0, transactions: 1 }
const WAYS: Way[] = [
  {
    title: 'pays in USDC by a batch, in one window that lists both calls',
    ...{ token: 'USDC', batches: true, steps: ['Approve and pay in wallet'] },
    windows: { batches: 1, signatures: 0, transactions: 0 },
    shown: [/^Pay 120\.00 USDC into escrow$/, /^Allow .* to take 120\.00 USDC$/],
  },
  {
    title: 'pays in USDC by an authorization, with one signature and one transaction',
    ...{ token: 'USDC', batches: false, steps: ['Sign', 'Confirm in wallet'] },
    windows: { ...ONE, signatures: 1 },
    shown: [/^Let .* take 120\.00 USDC once$/],
  },
  {
    // No token needs this today. The test uses USDC, which also accepts permits, and a configuration that says it accepts nothing else.
    title: 'pays by a permit in a token without authorizations, with one signature and one transaction',
    ...{ token: 'USDC', batches: false, steps: ['Sign', 'Confirm in wallet'], signatures: ['permit'] },
    windows: { ...ONE, signatures: 1 },
    shown: [/^Allow .* to take 120\.00 USDC$/],
  },
  {
    title: 'pays in USDC by an approval and a transaction if no signature can be used',
    ...{ token: 'USDC', batches: false, steps: ['Approve', 'Confirm in wallet'], signatures: [] },
    windows: { ...ONE, transactions: 2 },
    shown: [/^Allow .* to take 120\.00 USDC$/],
  },
  {
    title: 'pays in USDT by a batch, in one window',
    ...{ token: 'USDT', batches: true, steps: ['Approve and pay in wallet'] },
    windows: { batches: 1, signatures: 0, transactions: 0 },
  },
  {
    title: 'pays in USDT by an approval and a transaction (phone)',
    ...{ token: 'USDT', batches: false, steps: ['Approve', 'Confirm in wallet'], width: 390 },
    windows: { ...ONE, transactions: 2 },
  },
  { title: 'pays in ETH by one transaction', token: 'ETH', batches: false, steps: ['Confirm in wallet'], windows: ONE },
  {
    title: 'pays in ETH by one transaction although the wallet can batch (phone)',
    ...{ token: 'ETH', batches: true, steps: ['Confirm in wallet'], width: 390 },
    windows: ONE,
  },
]

for (const { title, token, batches, signatures, shown = [], windows, width, ...way } of WAYS) {
  test(`a buyer ${title}; the seller is paid 90% once the buyer releases the payment`, async () => {
    const { page, context, dialog, consoleErrors } = await openPurchase({ batches, signatures, width })
    const { address } = config.tokens.find(({ symbol }) => symbol === token)!
    const accounts = { seller: SELLER.address, treasury: TREASURY, escrow: config.orderBook }
    const before = await balancesOf(rpcUrl, address, accounts)
    if (token !== 'USDC') await dialog.getByText(token, { exact: true }).click()
    await expect.poll(() => steps(dialog)).toEqual([...way.steps, 'Wait for Local chain', 'Order placed'])
    await expect(dialog.getByRole('button', { name: new RegExp(`^Pay [\\d.]+\\s${token}`) })).toBeEnabled()
    await pressPay(dialog)
    for (const text of shown) await page.locator('demo-wallet').getByText(text).first().waitFor()
    for (let i = 0; i < windows.batches + windows.signatures + windows.transactions; i++) await answerWallet(page)
    await orderWithStatus(page, 'Requested').waitFor()
    expect(await windowsOf(page)).toEqual(windows)
    const paid = (await balancesOf(rpcUrl, address, accounts)).escrow - before.escrow
    if (token === 'ETH') expect(paid).toBeGreaterThan(0n)
    else expect([paid, await allowanceOf(address)]).toEqual([PRICE, 0n])

    await acceptAndDeliver(new URL(page.url()).pathname)
    await orderWithStatus(page, 'Delivered').waitFor()
    // The balances are read again, because the seller has paid network fees for the steps in ETH.
    const held = await balancesOf(rpcUrl, address, accounts)
    await changeOrder(page, /^Release/, 'Completed')
    const after = await balancesOf(rpcUrl, address, accounts)
    const fee = paid / 10n
    expect(after).toEqual({ seller: held.seller + paid - fee, treasury: held.treasury + fee, escrow: before.escrow })
    expect(consoleErrors).toEqual([])
    await context.close()
  })
}

test('a page that is loaded after a batch was sent finds the order without a window of the wallet', async () => {
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
  // What a wallet says proves nothing, so the batch may have paid.
  await page.getByRole('dialog', { name: 'Did you pay already?' }).getByRole('button', { name: 'Pay again anyway' }).click()
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
