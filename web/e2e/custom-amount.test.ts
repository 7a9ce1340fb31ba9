import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { PEOPLE } from '../../workers/local/seed/people.ts'
import { findDialogViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, configOf } from './money.ts'
import { answerWallet, orderWithStatus, signIn } from './steps.ts'
import { rpcUrl, url } from './world.ts'

test.afterAll(closeUserBrowsers)

test('an hourly plan is paid with a custom amount, and both sides see the price that it replaces', async () => {
  const buyer = await openUserBrowser()
  const { page } = buyer
  await page.goto('/')
  await signIn(page, 'buyer')
  await page.goto('/search/Solidity review')
  await page.getByRole('link', { name: /Solidity review/ }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  const dialog = page.getByRole('dialog', { name: /into escrow/ })
  await dialog.getByRole('spinbutton', { name: 'Hours' }).fill('3')
  const pay = dialog.getByRole('button', { name: /^Pay\b/ })
  await expect(pay).toHaveText('Pay 270.00 USDC')

  await dialog.getByRole('button', { name: 'Change the amount' }).click()
  const amount = dialog.getByLabel('Amount in dollars')
  await expect(amount).toHaveValue('270')
  await amount.fill('4')
  await dialog.getByText('Please enter at least 5 dollars.').waitFor()
  await expect(pay).toBeDisabled()
  // While the amount is wrong, no other amount may look like what is paid.
  await expect(pay).toHaveText('Pay')
  await page.getByRole('dialog', { name: 'Pay into escrow', exact: true }).waitFor()
  expect(await dialog.getByText(/Seller receives|You pay|270\.00/).count()).toBe(0)
  expect(await findDialogViolations(page)).toEqual([])
  await amount.fill('two hundred')
  await dialog.getByText('Please enter an amount in dollars.').waitFor()
  await amount.fill('250.50')
  await dialog.getByText('You pay a custom amount instead of $270.').waitFor()
  await expect(pay).toHaveText('Pay 250.50 USDC')
  await dialog.getByRole('button', { name: 'Back to $270' }).click()
  await expect(pay).toHaveText('Pay 270.00 USDC')
  await dialog.getByRole('button', { name: 'Change the amount' }).click()
  await amount.fill('250.5')
  await expect(pay).toHaveText('Pay 250.50 USDC')
  await expect(pay).toBeEnabled()
  const { usdc, orderBook } = await configOf()
  const before = await balancesOf(rpcUrl, usdc, { escrow: orderBook })
  await pay.click()
  await answerWallet(page)
  await orderWithStatus(page, 'Requested').waitFor()
  await page.getByText('Custom amount instead of $270').waitFor()
  expect((await balancesOf(rpcUrl, usdc, { escrow: orderBook })).escrow - before.escrow).toBe(250_500_000n)

  const seller = await openUserBrowser({ language: 'ja-JP', width: 390 })
  const session = await seedSignIn(url, PEOPLE.tomas.index)
  await addSession(seller, session.cookie)
  await seller.page.goto(page.url())
  await seller.page.getByText('$270に代わる任意の金額').waitFor()
  expect([...buyer.consoleErrors, ...seller.consoleErrors]).toEqual([])
})
