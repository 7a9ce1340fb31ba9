import { type Address, createTestClient, http, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { BUYER, SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { addSession, closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { confirmUntil, interfaceText, orderWithStatus, signIn } from './steps.ts'
import { rpcUrl, url } from './world.ts'

/** Steps of an order with a wallet that has no ETH for the network fee. */
const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl) })
const setEth = (address: Address, amount: string) => chain.setBalance({ address, value: parseEther(amount) })

test.afterEach(() => Promise.all([SELLER, BUYER].map(({ address }) => setEth(address, '10000'))))
test.afterAll(closeUserBrowsers)

test('a seller without ETH sees how much is needed and where to send it, and continues after it has arrived', async () => {
  const path = await createOrder('A sign for a wallet without ETH')
  const { page, consoleErrors } = await openUserBrowser()
  await page.goto('/')
  await signIn(page, 'seller')
  await page.goto(path)
  await setEth(SELLER.address, '0')
  await page.getByRole('article', { name: 'Order' }).getByRole('button', { name: 'Accept' }).click()
  const step = page.getByRole('dialog', { name: 'Accept this order' })
  await step.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your wallet has no ETH' })
  await dialog.getByText(SELLER.address).waitFor()
  await dialog.getByText(/^0\.\d+\sETH \(\$\d+\.\d\d\)$/).waitFor()
  await dialog.getByText('Local chain', { exact: true }).waitFor()
  await dialog.getByRole('link', { name: /Buy ETH at Coinbase/ }).waitFor()
  await dialog.getByRole('link', { name: /Bridge ETH from Ethereum to Base/ }).waitFor()
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await dialog.getByText(/^Checked at .* nothing has arrived yet\.$/).waitFor()

  // After it is closed, the dialog can be opened again from the step's dialog, which stays open.
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await step.getByText('Insufficient ETH for the network fee').waitFor()
  await step.getByRole('button', { name: 'How to get ETH' }).click()
  await dialog.getByText(/^0\sETH$/).waitFor()
  // The dialog notices by itself that ETH has arrived.
  await setEth(SELLER.address, '1')
  await page.getByText('The ETH has arrived. You can continue.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await step.getByRole('button', { name: 'Accept' }).click()
  await confirmUntil(page, orderWithStatus(page, 'In progress'))
  expect(consoleErrors).toEqual([])
})

test('a buyer without ETH is not asked to sign; ETH that arrives is noticed without a press (phone, Japanese)', async () => {
  const [buyer, session] = await Promise.all([openUserBrowser({ language: 'ja-JP', width: 390, height: 844 }), seedSignIn(url, 2)])
  const { page, context } = buyer
  await context.addInitScript((rdns) => localStorage.setItem('warren.wallet', rdns), BUYER.rdns)
  await addSession(buyer, session.cookie)
  await page.goto('/search/Product photos in daylight')
  await page.getByRole('link', { name: /Product photos in daylight/ }).click()
  await page.getByRole('button', { name: /で進む/ }).click()
  const payment = page.getByRole('dialog')
  await setEth(BUYER.address, '0')
  await payment.getByRole('button', { name: /支払う/ }).click()
  const dialog = page.getByRole('dialog', { name: 'ウォレットにETHがありません' })
  // The wallet asks only whether the page may see its account.
  await confirmUntil(page, dialog)
  await dialog.getByText(BUYER.address).waitFor()
  await dialog.getByText(/^0\sETH$/).waitFor()
  await expect(page.locator('demo-wallet').getByRole('button')).toHaveCount(0)
  expect(await interfaceText(page)).not.toMatch(/Nothing was sent|Not now|How to get/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await setEth(BUYER.address, '1')
  await page.getByText('ETHが届きました。手続きを続けてください。').waitFor()
  await payment.getByRole('button', { name: /支払う/ }).click()
  await confirmUntil(page, page.getByRole('article', { name: '注文' }))
})

test('a buyer with too little ETH for a batch payment sees how much is needed, and pays after it has arrived', async () => {
  const [buyer, session] = await Promise.all([openUserBrowser(), seedSignIn(url, 2)])
  const { page, context, consoleErrors } = buyer
  await context.addInitScript((rdns) => localStorage.setItem('warren.wallet', rdns), BUYER.rdns)
  await addSession(buyer, session.cookie)
  await page.goto('/search/Product photos in daylight')
  await page.getByRole('link', { name: /Product photos in daylight/ }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const payment = page.getByRole('dialog', { name: /into escrow/ })
  // Too little, but not nothing, so only the wallet notices.
  await setEth(BUYER.address, '0.000000001')
  await payment.getByRole('button', { name: /^Pay / }).click()
  const dialog = page.getByRole('dialog', { name: 'Your wallet has too little ETH' })
  await confirmUntil(page, dialog)
  await payment.getByText('Approve and pay in wallet').waitFor()
  await dialog.getByText(BUYER.address).waitFor()
  await dialog.getByText(/^0\.\d+\sETH \(\$\d+\.\d\d\)$/).waitFor()
  await dialog.getByRole('link', { name: /Buy ETH at Coinbase/ }).waitFor()
  await setEth(BUYER.address, '1')
  await dialog.waitFor({ state: 'detached' })
  await payment.getByRole('button', { name: /^Pay / }).click()
  await confirmUntil(page, page.getByRole('article', { name: 'Order' }))
  expect(consoleErrors).toEqual([])
})
