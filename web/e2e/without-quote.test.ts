import { createPublicClient, createWalletClient, http, zeroAddress, zeroHash } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { MNEMONIC, signIn as signInWithoutBrowser } from '../../workers/local/seed/client.ts'
import { demoAccounts } from '../../workers/local/wallets/accounts.ts'
import { newOrderCall } from '../../workers/orders/calldata.schema.ts'
import { MAX_FEE_BPS } from '../../workers/orders/orders.schema.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { configOf } from './money.ts'
import { answerWallet, signIn, withoutOwedPayments } from './steps.ts'
import { rpcUrl, url } from './world.ts'

/** An order that the demo buyer places directly with the contract, for the smallest sum, without a quote. */
const SELLER = demoAccounts.find(({ role }) => role === 'seller')!.address
const SHORT = `${SELLER.slice(0, 6)}…${SELLER.slice(-4)}`
/** The index of the demo buyer's key. */
const BUYER = 2

test.afterAll(closeUserBrowsers)

/** Places the order and reports it. Returns its path. */
async function payDirectly(): Promise<string> {
  const { orderBook, chainId } = await configOf()
  const [chain, transport] = [foundry, http(rpcUrl)]
  const wallet = createWalletClient({ account: mnemonicToAccount(MNEMONIC, { addressIndex: BUYER }), chain, transport })
  const fees = { feeBps: MAX_FEE_BPS, arbitrationFeeBps: MAX_FEE_BPS }
  const terms = { seller: SELLER, productId: 1, delivery: 7, amount: '1', token: zeroAddress, ref: zeroHash, validUntil: 4_000_000_000 }
  const { data, value } = newOrderCall({ ...terms, ...fees })
  const transactionHash = await wallet.sendTransaction({ to: orderBook, data, value })
  await createPublicClient({ chain, transport, pollingInterval: 100 }).waitForTransactionReceipt({
    hash: transactionHash,
    checkReplacement: false,
  })
  const buyer = await signInWithoutBrowser(url, BUYER)
  const { orderId } = await buyer.post<{ orderId: string }>('orders/addOrder', { transactionHash, chainId })
  return `/orders/${orderId}`
}

test('an order without a quote does not notify the seller, and shows the buyer the seller and the conversation only once it is accepted', async () => {
  const [seller, buyer] = [await openUserBrowser(), await openUserBrowser()]
  for (const { context } of [seller, buyer]) await withoutOwedPayments(context)
  const [sold, bought] = [seller.page, buyer.page]
  for (const [page, role] of [
    [sold, 'seller'],
    [bought, 'buyer'],
  ] as const) {
    await page.goto('/')
    await signIn(page, role)
  }
  const name = await sold.evaluate(async () => ((await (await fetch('/api/auth/getUserInfo')).json()) as { name: string }).name)
  expect(name).toBe('Aiko Mori')
  const unread = () => sold.evaluate(async () => (await (await fetch('/api/notifications/getUnreadCount')).json()) as unknown)
  const before = await unread()
  const path = await payDirectly()

  await bought.goto(path)
  const who = bought.getByRole('article', { name: 'Order' })
  await who.getByText('placed directly with the contract').waitFor()
  await who.getByText(SHORT).first().waitFor()
  expect(await who.textContent()).not.toContain(name)
  await bought.getByText('The seller sees this order, but is not notified of it').waitFor()

  expect(await unread()).toEqual(before)
  await sold.goto('/orders/?tab=requests')
  await sold.locator(`a[href^="${path}"]`).first().click()
  await sold.getByText('The conversation opens when you accept the order.').waitFor()
  await sold.getByRole('button', { name: 'Message Ben Carter' }).waitFor()
  await sold.getByRole('button', { name: 'Accept', exact: true }).click()
  await sold.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await answerWallet(sold)
  await sold.getByRole('region', { name: 'Conversation with Ben Carter' }).waitFor()
  await bought.getByRole('region', { name: `Conversation with ${name}` }).waitFor()
  await who.getByText(name).first().waitFor()
  expect([...seller.consoleErrors, ...buyer.consoleErrors]).toEqual([])
})
