import type { BrowserContext, Locator, Page } from '@playwright/test'
import { type Address, createPublicClient, createWalletClient, erc20Abi, http } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { TokenSignature } from '../../contracts/addresses.ts'
import { MNEMONIC, type Session, signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { PEOPLE } from '../../workers/local/seed/people.ts'
import { BUYER, TREASURY } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { callData } from '../../workers/orders/calldata.schema.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, clearAllowances, configOf } from './money.ts'
import { answerWallet, changeOrder, NEW_ORDER, orderWithStatus, signIn, waitForTransaction } from './steps.ts'
import { rpcUrl, url } from './world.ts'
import { countWalletCalls, setWalletBehavior, withoutBatches, wrapDemoWallets } from './wrapped-wallet.ts'

/** Payments by each payment method that a wallet supports. The windows of the wallet are counted. */
const SERVICE = 'Product photos in daylight'
const PRICE = 60_000_000n
const chain = createPublicClient({ chain: foundry, transport: http(rpcUrl), pollingInterval: 100 })
/** The wallet of the seller. */
const lena = mnemonicToAccount(MNEMONIC, { addressIndex: PEOPLE.lena.index })

let config: Awaited<ReturnType<typeof configOf>>
let seller: Session
test.beforeAll(async () => {
  ;[config, seller] = await Promise.all([configOf(), seedSignIn(url, PEOPLE.lena.index)])
  await clearAllowances(privateKeyToAccount(BUYER.key))
})
test.afterAll(closeUserBrowsers)

interface Buyer {
  /** Whether the wallet can batch. */
  batches: boolean
  /** The signatures of USDC in the page's configuration, if not all. */
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

/** Takes the seller's steps of the newest order, without a browser. */
async function acceptAndDeliver(): Promise<void> {
  const { orderBook: address, chainId } = config
  const number = await chain.readContract({ address, abi: orderBookAbi, functionName: 'orderIdCounter' })
  const wallet = createWalletClient({ account: lena, chain: foundry, transport: http(rpcUrl) })
  for (const verb of ['accept', 'deliver'] as const) {
    const hash = await wallet.sendTransaction({ to: address, data: callData(verb, number) })
    await chain.waitForTransactionReceipt({ hash, checkReplacement: false })
    await seller.post('orders/addOrder', { transactionHash: hash, chainId })
  }
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
    shown: [/^Pay 60\.00 USDC into escrow$/, /^Allow .* to take 60\.00 USDC$/],
  },
  {
    title: 'pays in USDC by an authorization, with one signature and one transaction',
    ...{ token: 'USDC', batches: false, steps: ['Sign', 'Confirm in wallet'] },
    windows: { ...ONE, signatures: 1 },
    shown: [/^Let .* take 60\.00 USDC once$/],
  },
  {
    // No token needs this today. The local USDC has permits too, so the page only has to believe that it takes nothing else.
    title: 'pays by a permit in a token without authorizations, with one signature and one transaction',
    ...{ token: 'USDC', batches: false, steps: ['Sign', 'Confirm in wallet'], signatures: ['permit'] },
    windows: { ...ONE, signatures: 1 },
    shown: [/^Allow .* to take 60\.00 USDC$/],
  },
  {
    title: 'pays in USDC by an approval and a transaction if no signature can be used',
    ...{ token: 'USDC', batches: false, steps: ['Approve', 'Confirm in wallet'], signatures: [] },
    windows: { ...ONE, transactions: 2 },
    shown: [/^Allow .* to take 60\.00 USDC$/],
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
  test(`a buyer ${title}; the seller is paid 90% once the buyer releases it`, async () => {
    const { page, context, dialog, consoleErrors } = await openPurchase({ batches, signatures, width })
    const { address } = config.tokens.find(({ symbol }) => symbol === token)!
    const accounts = { seller: lena.address, treasury: TREASURY, escrow: config.orderBook }
    const before = await balancesOf(rpcUrl, address, accounts)
    if (token !== 'USDC') await dialog.getByText(token, { exact: true }).click()
    await expect.poll(() => steps(dialog)).toEqual(['Terms', ...way.steps, 'Wait for Local chain', 'Order placed'])
    await expect(dialog.getByRole('button', { name: new RegExp(`^Pay [\\d.]+\\s${token}`) })).toBeEnabled()
    await pressPay(dialog)
    for (const text of shown) await page.locator('demo-wallet').getByText(text).first().waitFor()
    for (let i = 0; i < windows.batches + windows.signatures + windows.transactions; i++) await answerWallet(page)
    await orderWithStatus(page, 'Requested').waitFor()
    expect(await windowsOf(page)).toEqual(windows)
    const paid = (await balancesOf(rpcUrl, address, accounts)).escrow - before.escrow
    if (token === 'ETH') expect(paid).toBeGreaterThan(0n)
    else expect([paid, await allowanceOf(address)]).toEqual([PRICE, 0n])

    await acceptAndDeliver()
    await orderWithStatus(page, 'Delivered').waitFor()
    // The seller has paid the network fee of the steps.
    const held = await balancesOf(rpcUrl, address, accounts)
    await changeOrder(page, /^Release/, 'Completed')
    const after = await balancesOf(rpcUrl, address, accounts)
    const fee = paid / 10n
    expect(after).toEqual({ seller: held.seller + paid - fee, treasury: held.treasury + fee, escrow: before.escrow })
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
