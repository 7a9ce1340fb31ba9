import type { Locator, Page } from '@playwright/test'
import { createPublicClient, type Hex, http } from 'viem'
import { findDialogViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { countOrders } from './money.ts'
import { createOrder } from './orders.ts'
import { answerWallet, orderWithStatus, signIn, withoutOwedPayments } from './steps.ts'
import { rpcUrl } from './world.ts'
import { countWalletCalls, setWalletBehavior, withoutBatches, wrapDemoWallets } from './wrapped-wallet.ts'

/** A wallet that does not answer: the dialog can be closed, nobody pays twice, and a late answer still counts. */
const SERVICE = 'Product photos in daylight'
const chain = createPublicClient({ transport: http(rpcUrl) })
test.afterAll(closeUserBrowsers)

/** Moves the page's clock forward by a minute, the time after which a dialog says that the wallet has not answered. */
const waitAMinute = (page: Page) => page.clock.fastForward(61_000)

/** Opens a service as the demo buyer. The wallet makes batches, or sends one call at a time. */
async function openService({ batches = false } = {}) {
  const { page, context, consoleErrors } = await openUserBrowser()
  await page.clock.install()
  await wrapDemoWallets(context)
  if (!batches) await withoutBatches(context)
  await withoutOwedPayments(context)
  await page.goto('/')
  await signIn(page, 'buyer')
  await page.goto(`/search/${SERVICE}`)
  await page.getByRole('link', { name: new RegExp(SERVICE) }).click()
  const buy = page.getByRole('button', { name: /^Continue with/ })
  const dialog = page.getByRole('dialog', { name: /into escrow/ })
  const warning = page.getByRole('dialog', { name: 'Did you pay already?' })
  return { page, context, consoleErrors, buy, dialog, warning }
}

const NO_ANSWER = 'Your wallet has not answered yet.'

test('a purchase can be closed while the wallet does not answer, warns before a second payment, and a late answer leads to one order', async () => {
  const service = await openService()
  const { page, context, consoleErrors, buy, dialog, warning } = service
  const before = await countOrders()

  // While the wallet only signs, closing means that nothing is paid.
  await buy.click()
  await setWalletBehavior(page, { silent: ['eth_signTypedData_v4'] })
  await pay(dialog)
  await expect.poll(() => countWalletCalls(page, 'eth_signTypedData_v4')).toBe(1)
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
  await waitAMinute(page)
  await dialog.getByText(NO_ANSWER).waitFor()
  await dialog.getByText('Then nothing is paid, even if you confirm the request later.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await setWalletBehavior(page, { silent: [] })
  await answerWallet(page)
  await page.locator('demo-wallet').getByRole('button').first().waitFor({ state: 'detached' })
  expect(await countWalletCalls(page, 'eth_sendTransaction')).toBe(0)

  await leaveUnanswered(service)

  // The answer arrives while the warning is open.
  await buy.click()
  await warning.getByText('If you pay again and also confirm the earlier request, you pay twice.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  expect(await countWalletCalls(page, 'eth_sendTransaction')).toBe(1)
  await setWalletBehavior(page, { silent: [] })
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await countOrders()).toBe(before + 1)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('if the first payment arrives while the wallet shows a second one, the dialog says to decline the second', async () => {
  const service = await openService()
  const { page, context, buy, dialog, warning } = service
  const before = await countOrders()
  await leaveUnanswered(service)
  await buy.click()
  await warning.getByRole('button', { name: 'Pay again anyway' }).click()
  await setWalletBehavior(page, { silent: ['eth_sendTransaction', 'eth_signTypedData_v4'] })
  await pay(dialog)
  await expect.poll(() => countWalletCalls(page, 'eth_signTypedData_v4')).toBe(2)

  await setWalletBehavior(page, { silent: ['eth_signTypedData_v4'] })
  await answerWallet(page)
  await dialog.getByText('Your earlier payment has arrived. Decline the request in your wallet now').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await setWalletBehavior(page, { silent: [] })
  await answerWallet(page, 'Reject')
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await countOrders()).toBe(before + 1)
  await context.close()
})

test('if the first payment arrives after a second one was sent, the dialog says that both may succeed', async () => {
  const { page, context, buy, dialog, warning } = await openService()
  const before = await countOrders()
  // An authorization is valid once, so only payments without one can both succeed.
  const payInEth = async () => {
    await dialog.getByText('ETH', { exact: true }).click()
    await expect(dialog.getByRole('button', { name: /^Pay / })).toHaveText(/ETH$/)
    await pay(dialog)
  }
  let ref = ''
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/quoteOrder') && answer.ok()) ref = ((await answer.json()) as { ref: string }).ref.slice(2)
  })
  await buy.click()
  await setWalletBehavior(page, { silent: ['eth_sendTransaction'] })
  await payInEth()
  await closeUnanswered(page, dialog)
  await buy.click()
  await warning.getByRole('button', { name: 'Pay again anyway' }).click()
  await payInEth()
  await expect.poll(() => countWalletCalls(page, 'eth_sendTransaction')).toBe(2)

  // The second payment cannot be recorded for a while.
  const isSecond = async (hash: Hex) => (await chain.getTransaction({ hash })).input.includes(ref)
  await page.route('**/addOrder', async (route) => {
    const { transactionHash } = route.request().postDataJSON() as { transactionHash: Hex }
    await ((await isSecond(transactionHash)) ? route.abort() : route.continue())
  })
  await setWalletBehavior(page, { silent: [] })
  // The wallet shows the two requests in any order.
  const asked = page.waitForRequest('**/addOrder')
  await answerWallet(page)
  await asked
  await answerWallet(page)
  await dialog.getByText('Your earlier payment has arrived too.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await page.unroute('**/addOrder')
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await countOrders()).toBe(before + 2)
  await context.close()
})

test('a purchase by batch can be closed while the wallet does not answer, warns before a second payment, and a late answer leads to one order', async () => {
  const { page, context, consoleErrors, buy, dialog, warning } = await openService({ batches: true })
  const before = await countOrders()
  await buy.click()
  await setWalletBehavior(page, { silent: ['wallet_sendCalls'] })
  await pay(dialog)
  await closeUnanswered(page, dialog, 'wallet_sendCalls')
  await buy.click()
  await warning.getByText('If you pay again and also confirm the earlier request, you pay twice.').waitFor()
  await setWalletBehavior(page, { silent: [] })
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  expect(await countWalletCalls(page, 'wallet_sendCalls')).toBe(1)
  expect(await countOrders()).toBe(before + 1)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('after a reload a purchase still warns about the request that the wallet has not answered', async () => {
  const { page, context, buy, dialog, warning } = await openService()
  await buy.click()
  await setWalletBehavior(page, { silent: ['eth_sendTransaction'] })
  await pay(dialog)
  await answerWallet(page)
  await expect.poll(() => countWalletCalls(page, 'eth_sendTransaction')).toBe(1)
  await page.reload()
  await buy.click()
  await warning.getByText('has not answered').waitFor()
  await warning.getByRole('button', { name: 'Pay again anyway' }).click()
  await pay(dialog)
  await answerWallet(page)
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  await context.close()
})

test('a step of an order can be closed while the wallet does not answer, and a late answer still takes it', async () => {
  const path = await createOrder('A logo whose buyer thinks again')
  const { page, context } = await openUserBrowser()
  await page.clock.install()
  await wrapDemoWallets(context)
  await page.goto('/')
  await signIn(page, 'buyer')
  await page.goto(path)
  await orderWithStatus(page, 'Requested').waitFor()
  await setWalletBehavior(page, { silent: ['eth_sendTransaction'] })
  const dialog = page.getByRole('dialog')
  const cancel = page.getByRole('article', { name: 'Order' }).getByRole('button', { name: /^Cancel/ })
  await cancel.click()
  await dialog.getByRole('button', { name: /^Cancel/ }).click()
  await expect.poll(() => countWalletCalls(page, 'eth_sendTransaction')).toBe(1)
  await waitAMinute(page)
  await dialog.getByText(NO_ANSWER).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await cancel.click()
  await dialog.getByText('the result is not known yet').waitFor()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await setWalletBehavior(page, { silent: [] })
  await answerWallet(page)
  await orderWithStatus(page, 'Cancelled').waitFor()
  await context.close()
})

/** Presses the button to pay once the price is fixed. */
const pay = (dialog: Locator) => dialog.getByRole('button', { name: /^Pay / }).click()

/** Asks for the payment in USDC, which the wallet does not answer, and closes the dialog a minute later. */
async function leaveUnanswered({ page, buy, dialog }: Awaited<ReturnType<typeof openService>>): Promise<void> {
  await buy.click()
  await setWalletBehavior(page, { silent: ['eth_sendTransaction'] })
  await pay(dialog)
  await answerWallet(page)
  await closeUnanswered(page, dialog)
}

/** Waits until the wallet was asked once, and closes the dialog a minute later. */
async function closeUnanswered(page: Page, dialog: Locator, method = 'eth_sendTransaction'): Promise<void> {
  await expect.poll(() => countWalletCalls(page, method)).toBe(1)
  await waitAMinute(page)
  await dialog.getByText(NO_ANSWER).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
}
