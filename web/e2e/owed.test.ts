import { type Address, createPublicClient, createWalletClient, getAddress, http, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { testUsdcAbi } from '../../contracts/abi/TestUSDC.ts'
import { MNEMONIC } from '../../workers/local/seed/client.ts'
import { demoAccounts } from '../../workers/local/wallets/accounts.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, configOf } from './money.ts'
import { createOrder } from './orders.ts'
import { answerWallet, orderWithStatus, signIn } from './steps.ts'
import { rpcUrl } from './world.ts'

/** A payment that the contract could not send, because the issuer of USDC had blacklisted the seller's wallet. */
const SELLER = demoAccounts.find(({ role }) => role === 'seller')!.address
/** The seller's part of an order for 120 USDC. */
const PART = 108_000_000n

test.afterAll(closeUserBrowsers)

const newAddress = () => getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))

/** Puts an account on the blacklist of the test USDC, or takes it off. The issuer is the first account of the test mnemonic. */
async function setBlacklisted(account: Address, isBlacklisted: boolean): Promise<void> {
  const { usdc } = await configOf()
  const [chain, transport] = [foundry, http(rpcUrl)]
  const issuer = createWalletClient({ account: mnemonicToAccount(MNEMONIC), chain, transport })
  const functionName = isBlacklisted ? 'blacklist' : 'unBlacklist'
  const hash = await issuer.writeContract({ address: usdc, abi: testUsdcAbi, functionName, args: [account] })
  await createPublicClient({ chain, transport, pollingInterval: 100 }).waitForTransactionReceipt({ hash, checkReplacement: false })
}

test('a payment that could not be sent is announced without a reload and withdrawn to another address', async () => {
  const { page, consoleErrors } = await openUserBrowser()
  await page.goto('/orders/')
  await signIn(page, 'seller')
  await page.getByRole('tablist', { name: 'Orders by status' }).waitFor()
  const card = page.getByRole('region', { name: 'A payment is waiting for you' })
  await expect(card).toHaveCount(0)

  await setBlacklisted(SELLER, true)
  try {
    await createOrder('A sign for a blacklisted wallet', [{ do: 'accept' }, { do: 'deliver' }, { do: 'complete' }])
  } finally {
    await setBlacklisted(SELLER, false)
  }
  const row = card.getByRole('listitem').filter({ hasText: `owed to ${SELLER.slice(0, 6)}…${SELLER.slice(-4)}` })
  await row.getByText('108.00 USDC').waitFor()

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
