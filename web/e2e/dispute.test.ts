import type { Page } from '@playwright/test'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { ADMIN, BUYER, SELLER, TREASURY } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { callData } from '../../workers/orders/calldata.schema.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, configOf } from './money.ts'
import { createOrder } from './orders.ts'
import { confirmUntil, orderWithStatus, signIn, waitForNoDialog } from './steps.ts'
import { rpcUrl } from './world.ts'

/** Disputes from their opening to their end, in two browsers. The amounts are read from the chain. */
const USD = 1_000_000n
/** The price of an order. */
const PRICE = 120n * USD
const DAY_MS = 86_400_000
const REASON = 'The vector files are missing, and two of the three drafts.'

let ben: UserBrowser
let aiko: UserBrowser
const loads = new Map<Page, number>()
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ben = await openUserBrowser()
  aiko = await openUserBrowser()
  for (const { page } of [ben, aiko]) page.on('load', () => loads.set(page, (loads.get(page) ?? 0) + 1))
  await Promise.all([ben.page.goto('/'), aiko.page.goto('/')])
  await signIn(ben.page, 'buyer')
  await signIn(aiko.page, 'seller')
})
test.afterAll(closeUserBrowsers)

const order = (page: Page) => page.getByRole('article', { name: 'Order' })
const dispute = (page: Page) => order(page).getByRole('region', { name: 'Dispute' })
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) => order(page).getByRole('button', { name }).click()
/** The texts of the buttons for the possible steps. Buttons with only an icon have no text, and submitting evidence is not a step. */
const buttons = async (page: Page) =>
  (await order(page).getByRole('button').allInnerTexts()).filter((text) => text && text !== 'Submit evidence')
const waitForHistoryEntry = (page: Page, what: string) => order(page).getByRole('listitem').filter({ hasText: what }).waitFor()
const figure = (page: Page, text: RegExp) => dispute(page).getByText(text).first().waitFor()

/** Creates a delivered order, which Ben bought from Aiko, and opens it in both browsers. */
async function deliverOrder(): Promise<void> {
  const path = await createOrder('A logo that is disputed', [{ do: 'accept' }, { do: 'deliver' }])
  await Promise.all([ben, aiko].map(({ page }) => page.goto(path)))
  await Promise.all([ben, aiko].map(({ page }) => orderWithStatus(page, 'Delivered').waitFor()))
}

/** Presses the dialog's button, confirms in the wallet, and waits until the dialog has closed. */
async function confirm(page: Page, name: string | RegExp): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click()
  await confirmUntil(page, page.locator('body:not(:has(dialog[open]))'))
}

async function balances() {
  const { usdc, orderBook } = await configOf()
  return balancesOf(rpcUrl, usdc, { buyer: BUYER.address, seller: SELLER.address, treasury: TREASURY, escrow: orderBook })
}

/** How an action changed each balance. */
async function balanceChanges(action: () => Promise<void>) {
  const before = await balances()
  await action()
  const after = await balances()
  return Object.fromEntries(Object.entries(before).map(([name, held]) => [name, after[name as keyof typeof after] - held]))
}

test('the dispute dialog shows the resulting amounts and refuses an invalid percentage', async () => {
  await deliverOrder()
  const { page } = ben
  expect(await buttons(aiko.page)).not.toContain('Open a dispute')
  await press(page, 'Open a dispute')
  const asked = dialog(page)
  const percent = asked.getByLabel('Or another percentage, without decimals')
  const open = asked.getByRole('button', { name: 'Open a dispute' })
  // No refund is preselected, and no error is shown before an input or a press.
  await asked.getByText('From 1% to 100%.').waitFor()
  expect([await percent.inputValue(), await asked.getByRole('button', { pressed: true }).count()]).toEqual(['', 0])
  expect(await asked.getByRole('alert').count()).toBe(0)
  await open.click()
  await asked.getByRole('alert').filter({ hasText: 'from 1% to 100%' }).waitFor()
  await expect(percent).toBeFocused()
  for (const nonsense of ['0', '101', '5.5', '-1', 'half']) {
    await percent.fill(nonsense)
    await asked.getByRole('alert').filter({ hasText: 'from 1% to 100%' }).waitFor()
    await open.click()
    await expect(percent).toBeFocused()
  }
  await asked.getByRole('button', { name: '25%' }).click()
  expect(await percent.inputValue()).toBe('25')
  await asked.getByText('30.00 USDC').waitFor()
  await percent.fill('60')
  for (const sum of ['72.00 USDC', '43.20 USDC', '4.80 USDC', '120.00 USDC']) await asked.getByText(sum, { exact: true }).waitFor()
  await asked.getByText('Platform fee (10% of the rest)').waitFor()
  // A refund of 33% of 120.00 leaves 80.40, and the fee is a tenth of 80.40. The sum is the price.
  await percent.fill('33')
  await expect(asked.getByRole('definition')).toHaveText(['39.60 USDC', '8.04 USDC', '72.36 USDC', '120.00 USDC'])
  // The reason is required, and the error names its minimum length.
  const reason = asked.getByLabel('What is not as agreed?')
  await reason.fill('Too late')
  await open.click()
  await asked.getByRole('alert').filter({ hasText: 'Please write at least 10 characters about what is not as agreed.' }).waitFor()
  await expect(reason).toBeFocused()
  // No press has started the transaction.
  expect(await asked.getByRole('list', { name: 'Progress' }).locator('[aria-current]').count()).toBe(0)
  await asked.getByText(/60 days from the first offer/).waitFor()
  await asked.getByText(/the fee of 5%, 6.00\sUSDC at most/).waitFor()
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)
})

test('both parties see every step of a dispute (open, lower, offer, raise, accept) without a reload, and the balances change as shown', async () => {
  const [buyer, seller] = [ben.page, aiko.page]
  loads.clear()
  expect(
    await balanceChanges(async () => {
      await press(buyer, 'Open a dispute')
      await dialog(buyer).getByLabel('Or another percentage, without decimals').fill('60')
      await dialog(buyer).getByLabel('What is not as agreed?').fill(REASON)
      // The transaction succeeds but the reason cannot be sent: the page keeps it and sends only the reason again.
      await buyer.route('**/api/chat/sendMessage', (route) => route.abort())
      await dialog(buyer).getByRole('button', { name: 'Open a dispute' }).click()
      await confirmUntil(buyer, dialog(buyer).getByRole('button', { name: 'Send the reason again' }))
      await dialog(buyer).getByRole('alert').waitFor()
      await buyer.unroute('**/api/chat/sendMessage')
      // Then the message is sent, but not the evidence.
      await buyer.route('**/api/orders/addEvidence', (route) => route.abort())
      const refused = buyer.waitForEvent('requestfailed', (request) => request.url().endsWith('/addEvidence'))
      await dialog(buyer).getByRole('button', { name: 'Send the reason again' }).click()
      await refused
      await buyer.unroute('**/api/orders/addEvidence')
      await dialog(buyer).getByRole('button', { name: 'Send the reason again' }).click()
      await waitForNoDialog(buyer)
      for (const page of [buyer, seller]) {
        await page.getByRole('log').getByText(REASON).waitFor()
        expect(await page.getByRole('log').getByText('I opened a dispute and ask for a refund of 60%.').count()).toBe(1)
        await expect(page.getByRole('region', { name: 'Evidence' }).getByText(REASON)).toHaveCount(1)
        await orderWithStatus(page, 'Disputed').waitFor()
        await waitForHistoryEntry(page, 'the buyer asks for a refund of 60%')
      }
      await figure(seller, /^Ben Carter asks for$/)
      await figure(buyer, /has not answered yet/)
      expect((await buttons(buyer)).sort()).toEqual(['Ask for less', 'Withdraw'])
      expect((await buttons(seller)).sort()).toEqual(['Accept 60%', 'Make an offer'])

      await press(buyer, 'Ask for less')
      await dialog(buyer).getByText('From 1% to 59%.').waitFor()
      await dialog(buyer).getByRole('button', { name: '50%' }).click()
      await confirm(buyer, 'Ask for less')
      for (const page of [buyer, seller]) await waitForHistoryEntry(page, 'The buyer asks for 50%')
      await order(seller).getByRole('button', { name: 'Accept 50%' }).waitFor()

      await press(seller, 'Make an offer')
      await dialog(seller).getByText('From 0% to 49%.').waitFor()
      await dialog(seller).getByLabel('Or another percentage, without decimals').fill('20')
      await dialog(seller)
        .getByText(/halfway between both amounts, now 35%/)
        .waitFor()
      await confirm(seller, 'Make an offer')
      for (const page of [buyer, seller]) await waitForHistoryEntry(page, 'The seller offers 20%')
      await figure(buyer, /settle at 35%/)
      await expect(dispute(buyer).getByRole('definition')).toHaveText(['42.00 USDC', '7.80 USDC', '70.20 USDC', '120.00 USDC'])
      await order(buyer).getByRole('button', { name: 'Accept 20%' }).waitFor()

      await press(seller, 'Raise the offer')
      await dialog(seller).getByText('From 21% to 49%.').waitFor()
      await dialog(seller).getByLabel('Or another percentage, without decimals').fill('30')
      await confirm(seller, 'Raise the offer')
      for (const page of [buyer, seller]) await waitForHistoryEntry(page, 'The seller offers 30%')
    }),
  ).toEqual({ buyer: 0n, seller: 0n, treasury: 0n, escrow: 0n })

  expect(
    await balanceChanges(async () => {
      await press(buyer, 'Accept 30%')
      for (const sum of ['36.00 USDC', '75.60 USDC', '8.40 USDC']) await dialog(buyer).getByText(sum, { exact: true }).waitFor()
      await confirm(buyer, 'Accept 30%')
      for (const page of [buyer, seller]) {
        await orderWithStatus(page, 'Completed').waitFor()
        await waitForHistoryEntry(page, 'Agreed on 30%')
        await waitForHistoryEntry(page, 'Paid out')
      }
    }),
  ).toEqual({ buyer: 36n * USD, seller: (756n * USD) / 10n, treasury: (84n * USD) / 10n, escrow: -PRICE })
  await order(seller).getByText('75.60 USDC').waitFor()
  // The page loads this button only after the order is completed.
  await order(buyer).getByRole('button', { name: 'Order again' }).waitFor()
  for (const page of [buyer, seller]) await order(page).getByRole('button', { name: 'Write a review' }).waitFor()
  expect((await buttons(buyer)).sort()).toEqual(['Order again', 'Write a review'])
  expect(await buttons(seller)).toEqual(['Write a review'])
  expect(loads.size).toBe(0)
})

test('accepting an outdated ask is refused and changes no balance; the seller can accept the current ask', async () => {
  await deliverOrder()
  const [buyer, seller] = [ben.page, aiko.page]
  await press(buyer, 'Open a dispute')
  await dialog(buyer).getByRole('button', { name: '75%' }).click()
  await dialog(buyer).getByLabel('What is not as agreed?').fill(REASON)
  await confirm(buyer, 'Open a dispute')
  await order(seller).getByRole('button', { name: 'Accept 75%' }).waitFor()

  // The seller's page cannot load the order for a while, so it shows an old amount.
  await seller.route('**/api/orders/getOrder**', (route) => route.abort())
  await press(buyer, 'Ask for less')
  await dialog(buyer).getByLabel('Or another percentage, without decimals').fill('10')
  await confirm(buyer, 'Ask for less')
  expect(
    await balanceChanges(async () => {
      await press(seller, 'Accept 75%')
      await dialog(seller).getByRole('button', { name: 'Accept 75%' }).click()
      await confirmUntil(seller, dialog(seller).getByRole('alert'))
      await dialog(seller).getByRole('alert').filter({ hasText: 'The amounts of this dispute have changed in the meantime' }).waitFor()
    }),
  ).toEqual({ buyer: 0n, seller: 0n, treasury: 0n, escrow: 0n })
  await seller.keyboard.press('Escape')
  await waitForNoDialog(seller)
  await seller.unroute('**/api/orders/getOrder**')
  await seller.reload()

  expect(
    await balanceChanges(async () => {
      await press(seller, 'Accept 10%')
      await confirm(seller, 'Accept 10%')
      await orderWithStatus(buyer, 'Completed').waitFor()
    }),
  ).toEqual({ buyer: 12n * USD, seller: (972n * USD) / 10n, treasury: (108n * USD) / 10n, escrow: -PRICE })
})

test('both parties have the button to settle once the browser’s clock has passed the limit; the settlement is refused while it is too early by the chain’s clock', async () => {
  await deliverOrder()
  const [buyer, seller] = [ben.page, aiko.page]
  await press(buyer, 'Open a dispute')
  await dialog(buyer).getByRole('button', { name: '50%' }).click()
  await dialog(buyer).getByLabel('What is not as agreed?').fill(REASON)
  await confirm(buyer, 'Open a dispute')
  expect(await buttons(buyer)).not.toContain('Settle at 50%')

  // Both browsers have a clock beyond the limit. The chain's clock is not changed, as other tests share it.
  for (const page of [buyer, seller]) {
    await page.clock.setFixedTime(Date.now() + 61 * DAY_MS)
    await page.reload()
    await order(page).getByRole('button', { name: 'Settle at 50%' }).waitFor()
  }
  // The time for a first offer has ended too, so the seller cannot make one.
  expect((await buttons(seller)).sort()).toEqual(['Accept 50%', 'Settle at 50%'])
  expect((await buttons(buyer)).sort()).toEqual(['Ask for less', 'Settle at 50%', 'Withdraw'])
  await press(seller, 'Settle at 50%')
  await dialog(seller).getByText('You made no offer for 60 days').waitFor()
  await dialog(seller).getByRole('button', { name: 'Settle at 50%' }).click()
  await dialog(seller).getByRole('alert').filter({ hasText: 'According to the chain’s clock, it is too early for this' }).waitFor()
  await seller.keyboard.press('Escape')
  await waitForNoDialog(seller)
  for (const page of [buyer, seller]) {
    await page.clock.setFixedTime(Date.now())
    await page.reload()
    await orderWithStatus(page, 'Disputed').waitFor()
  }
})

test('an arbitrator decides on a refund between the offer and the ask; both parties see the decision and the fee', async () => {
  const [buyer, seller] = [ben.page, aiko.page]
  // Without the seller's answer the contract would make the arbitrator wait for three days.
  await press(seller, 'Make an offer')
  await dialog(seller).getByLabel('Or another percentage, without decimals').fill('10')
  await confirm(seller, 'Make an offer')
  await waitForHistoryEntry(buyer, 'The seller offers 10%')
  loads.clear()
  expect(
    await balanceChanges(async () => {
      const hash = await decideDispute(40n * USD)
      // One of the two pages reports the transaction; otherwise the cron would find it within a minute.
      await buyer.evaluate(async (transactionHash) => {
        const body = JSON.stringify({ transactionHash, chainId: 31337 })
        await fetch('/api/orders/addOrder', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      }, hash)
      for (const page of [buyer, seller]) {
        await orderWithStatus(page, 'Completed').waitFor()
        await waitForHistoryEntry(page, 'Decided by an arbitrator')
        await order(page).getByText('Platform and arbitration fee (15% of the rest)').waitFor()
        for (const sum of ['40.00 USDC', '68.00 USDC', '12.00 USDC']) await order(page).getByText(sum, { exact: true }).waitFor()
      }
    }),
  ).toEqual({ buyer: 40n * USD, seller: 68n * USD, treasury: 12n * USD, escrow: -PRICE })
  expect(loads.size).toBe(0)
})

test('a payout that is no whole number of cents is shown exactly', async () => {
  const { page } = ben
  await page.goto('/orders?tab=disputes')
  // An order of the seed data for 95.00 USDC, with an offer of 25%.
  await page.getByRole('link', { name: /名刺/ }).first().click()
  await orderWithStatus(page, 'Disputed').waitFor()
  await press(page, 'Accept 25%')
  await expect(dialog(page).getByRole('definition')).toHaveText(['23.75 USDC', '7.125 USDC', '64.125 USDC', '95.00 USDC'])
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)
})

/** Decides the dispute of the newest order as an admin of the contract. */
async function decideDispute(refund: bigint): Promise<string> {
  const { orderBook: address } = await configOf()
  const admin = createWalletClient({ account: privateKeyToAccount(ADMIN.key), chain: foundry, transport: http(rpcUrl) }).extend(
    publicActions,
  )
  const number = await admin.readContract({ address, abi: orderBookAbi, functionName: 'orderIdCounter' })
  const hash = await admin.sendTransaction({ to: address, data: callData('resolve', number, refund) })
  await admin.waitForTransactionReceipt({ hash, checkReplacement: false })
  return hash
}

test('the browsers logged no unexpected errors', () => {
  // Two tests abort requests themselves.
  expect([...ben.consoleErrors, ...aiko.consoleErrors].filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})
