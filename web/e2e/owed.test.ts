import type { Page } from '@playwright/test'
import { type Address, createPublicClient, createTestClient, createWalletClient, getAddress, http, publicActions, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { testUsdcAbi } from '../../contracts/abi/TestUSDC.ts'
import { MNEMONIC } from '../../workers/local/seed/client.ts'
import { demoAccounts } from '../../workers/local/wallets/accounts.ts'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, configOf } from './money.ts'
import { createOrder } from './orders.ts'
import { answerWallet, interfaceText, orderWithStatus, signIn, waitForTransaction } from './steps.ts'
import { rpcUrl } from './world.ts'
import { countWalletCalls, wrapDemoWallets } from './wrapped-wallet.ts'

/** A payment that the contract could not send, because the issuer of USDC had blacklisted the seller's wallet. */
const SELLER = demoAccounts.find(({ role }) => role === 'seller')!.address
/** The seller's part of an order for 120 USDC. */
const PART = 108_000_000n

const SHORT = `${SELLER.slice(0, 6)}…${SELLER.slice(-4)}`
const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl) }).extend(publicActions)

test.afterEach(() => resumeBlocks())
test.afterAll(closeUserBrowsers)

const newAddress = () => getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))

/** Keeps transactions out of blocks until {@link resumeBlocks}. */
const holdBlocks = () => chain.setAutomine(false)
async function resumeBlocks(): Promise<void> {
  await chain.mine({ blocks: 1 })
  await chain.setAutomine(true)
}

/** Puts an account on the blacklist of the test USDC, or takes it off. The issuer is the first account of the test mnemonic. */
async function setBlacklisted(account: Address, isBlacklisted: boolean): Promise<void> {
  const { usdc } = await configOf()
  const [chain, transport] = [foundry, http(rpcUrl)]
  const issuer = createWalletClient({ account: mnemonicToAccount(MNEMONIC), chain, transport })
  const functionName = isBlacklisted ? 'blacklist' : 'unBlacklist'
  const hash = await issuer.writeContract({ address: usdc, abi: testUsdcAbi, functionName, args: [account] })
  await createPublicClient({ chain, transport, pollingInterval: 100 }).waitForTransactionReceipt({ hash, checkReplacement: false })
}

/** Completes an order for 120 USDC whose seller cannot be paid. */
async function owePayment(title: string): Promise<void> {
  await setBlacklisted(SELLER, true)
  try {
    await createOrder(title, [{ do: 'accept' }, { do: 'deliver' }, { do: 'complete' }])
  } finally {
    await setBlacklisted(SELLER, false)
  }
}

/** Confirms in the wallet, and waits until it has sent the transaction and the page remembers it. */
async function sendTransaction(page: Page): Promise<void> {
  const sent = waitForTransaction(page)
  await answerWallet(page)
  await sent
  await expect.poll(() => page.evaluate(() => localStorage.getItem('warren.pending'))).toContain('withdrawal')
}

test('a payment that could not be sent is announced without a reload and withdrawn to another address', async () => {
  const { page, consoleErrors } = await openUserBrowser()
  await page.goto('/orders/')
  await signIn(page, 'seller')
  await page.getByRole('tablist', { name: 'Orders by status' }).waitFor()
  const card = page.getByRole('region', { name: 'A payment is waiting for you' })
  await expect(card).toHaveCount(0)

  await owePayment('A sign for a blacklisted wallet')
  const row = card.getByRole('listitem').filter({ hasText: `owed to ${SHORT}` })
  await row.getByText('108.00 USDC').waitFor()

  // Another order does not show it.
  const other = await createOrder('A sign that was paid for', [{ do: 'accept' }, { do: 'deliver' }, { do: 'complete' }])
  const isRead = page.waitForResponse((answer) => answer.url().endsWith('/api/orders/getOwed') && answer.ok())
  await page.goto(other)
  await Promise.all([isRead, orderWithStatus(page, 'Completed').waitFor()])
  await expect(card).toHaveCount(0)

  await page.goto('/notifications/')
  await page
    .getByRole('link', { name: /^A payment could not be sent to your wallet.*A sign for a blacklisted wallet/s })
    .first()
    .click()
  await orderWithStatus(page, 'Completed').waitFor()
  await row.getByText('108.00 USDC').waitFor()

  await row.getByRole('button', { name: /^Withdraw/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw 108.00 USDC' })
  const field = dialog.getByLabel('Send to this address')
  const submit = dialog.getByRole('button', { name: 'Withdraw', exact: true })
  const alert = (text: RegExp) => dialog.getByRole('alert').filter({ hasText: text }).waitFor()
  await dialog.getByText('A payment to a wrong address is lost').waitFor()
  await submit.click()
  await alert(/enter the address/)
  await field.fill(SELLER.toLowerCase().replace(/[a-f]/, (letter) => letter.toUpperCase()))
  await alert(/typing error/)
  await field.fill(`0x${'0'.repeat(40)}`)
  await alert(/Nobody owns this address/)
  await field.fill((await configOf()).orderBook)
  await alert(/address of a contract/)

  // An address that the token refuses is found before the wallet opens.
  const [refused, to] = [newAddress(), newAddress()]
  await setBlacklisted(refused, true)
  await field.fill(refused)
  await submit.click()
  await alert(/This address cannot receive the payment/)

  await field.fill(to)
  const whole = dialog.getByText(to, { exact: true })
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await whole.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth && clientWidth < 390)).toBe(true)
  await page.setViewportSize(size)
  await submit.click()
  await answerWallet(page, 'Reject')
  await alert(/You declined in your wallet/)
  await submit.click()
  await page.locator('demo-wallet').getByText('Withdraw all USDC that you are owed').waitFor()
  await page.locator('demo-wallet').getByText(to).waitFor()
  await answerWallet(page)
  await page.getByText('108.00 USDC withdrawn.').waitFor()
  await expect(card).toHaveCount(0)
  expect(await balancesOf(rpcUrl, (await configOf()).usdc, { to })).toEqual({ to: PART })
  // The page asks the chain through the server, which passes the revert on.
  expect(consoleErrors).toEqual([])
})

test('a withdrawal that waits for its block is found again after a reload, and no tab offers a second one (phone)', async () => {
  const { page, context, consoleErrors } = await openUserBrowser({ width: 390, height: 844 })
  await wrapDemoWallets(context)
  await page.goto('/orders/')
  await signIn(page, 'seller')
  await owePayment('A sign that is withdrawn during a reload')
  const onPage = (tab: Page) => {
    const row = tab
      .getByRole('region', { name: 'A payment is waiting for you' })
      .getByRole('listitem')
      .filter({ hasText: `owed to ${SHORT}` })
    const dialog = tab.getByRole('dialog', { name: /^Withdraw [\d.]+ USDC$/ })
    return { row, open: row.getByRole('button', { name: /^Withdraw/ }), dialog, field: dialog.getByLabel('Send to this address') }
  }
  const processing = 'Your wallet has sent the transaction, and the network is processing it.'
  const withdraw = async (to: Address) => {
    await holdBlocks()
    await onPage(page).open.click()
    await onPage(page).field.fill(to)
    await onPage(page).dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await sendTransaction(page)
  }

  // Another tab has the form open when this one sends.
  const other = await context.newPage()
  await other.goto('/orders/')
  await onPage(other).open.click()
  await onPage(other).field.waitFor()

  await withdraw(newAddress())
  await page.reload()
  await onPage(page).row.getByRole('status').filter({ hasText: processing }).waitFor()
  expect(await onPage(page).open.count()).toBe(0)
  expect(await findViolations(page, 'main')).toEqual([])
  await onPage(other).dialog.getByText(processing).waitFor()
  await expect(onPage(other).field).toBeHidden()
  await onPage(other).row.getByText(processing).waitFor()
  expect(await onPage(other).open.count()).toBe(0)

  // In this block the token refuses every transfer.
  const { usdc, orderBook } = await configOf()
  const code = await chain.getCode({ address: usdc })
  await chain.setCode({ address: usdc, bytecode: '0xfe' })
  await resumeBlocks()
  await chain.setCode({ address: usdc, bytecode: code! })
  await page.getByText('The transaction failed on chain.').waitFor()
  await onPage(page).open.waitFor()
  await onPage(other).open.waitFor()
  await expect(onPage(other).dialog).toHaveCount(0)

  const to = newAddress()
  const owed = await chain.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'owed', args: [usdc, SELLER] })
  const nonce = await chain.getTransactionCount({ address: SELLER })
  await withdraw(to)
  await page.goto('/orders/?hl=ja')
  const card = page.getByRole('region', { name: '受け取っていない支払いが1件あります' })
  await card.getByText('トランザクションはウォレットから送信され、ネットワークでの処理を待っています。').waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  expect(await interfaceText(page)).not.toMatch(/\b(wallet|network|transaction)\b/i)
  expect(await balancesOf(rpcUrl, usdc, { to })).toEqual({ to: 0n })
  await resumeBlocks()
  await page.getByText('USDCを引き出しました。').waitFor()
  await expect(card).toHaveCount(0)
  await expect(onPage(other).row).toHaveCount(0)
  expect(await balancesOf(rpcUrl, usdc, { to })).toEqual({ to: owed })
  expect(await countWalletCalls(page, 'eth_sendTransaction')).toBe(0)
  expect(await chain.getTransactionCount({ address: SELLER, blockTag: 'pending' })).toBe(nonce + 1)
  expect(await page.evaluate(() => [localStorage.getItem('warren.pending'), localStorage.getItem('warren.requests')])).toEqual([null, null])
  expect(consoleErrors).toEqual([])
})
