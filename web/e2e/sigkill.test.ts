import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUYER, SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { startWorld, type World } from '../../workers/local/world/world.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, configOf } from './money.ts'
import { answerWallet, changeOrder, deliver, NEW_ORDER, orderWithStatus, signIn, waitForNoDialog, waitForTransaction } from './steps.ts'
import { url } from './world.ts'

/** The first port of a separate local world, after the ports of the workers' worlds. It is killed and restarted on the same folder. */
const PORT = Number(new URL(url).port) + 20
let dir: string
let world: World

test.beforeAll(async () => {
  test.setTimeout(240_000)
  dir = mkdtempSync(join(tmpdir(), 'warren-sigkill-'))
  world = await startWorld({ port: PORT, dir })
})
test.afterAll(async () => {
  // The first start may have failed.
  await (world as World | undefined)?.stop()
  await closeUserBrowsers()
  rmSync(dir, { recursive: true, force: true })
})

/** Kills every process of the world at once, then starts it again. */
async function restartWorld(): Promise<void> {
  await world.kill('SIGKILL')
  world = await startWorld({ port: PORT, dir })
}

async function balances() {
  const { usdc, orderBook } = await configOf(world.url)
  return balancesOf(world.rpcUrl, usdc, { buyer: BUYER.address, seller: SELLER.address, escrow: orderBook })
}

test('a world that is killed after a payment, a message and an acceptance restarts with the order and the messages', async () => {
  test.setTimeout(400_000)
  const buyer = await openUserBrowser({ url: world.url })
  await buyer.page.goto('/')
  await signIn(buyer.page, 'buyer')
  await buyer.page.getByRole('searchbox').fill('Logo and identity')
  await buyer.page.getByRole('searchbox').press('Enter')
  await buyer.page.getByRole('link', { name: /Logo and identity for small studios/ }).click()
  await buyer.page.waitForURL('**/services/**')
  await buyer.page.getByRole('button', { name: /^Continue with/ }).waitFor()
  const title = (await buyer.page.getByRole('heading', { level: 1 }).textContent())!
  const before = await balances()

  // 1. The chain has the payment, but the app has not recorded it.
  await buyer.page.getByRole('button', { name: /^Continue with/ }).click()
  await buyer.page
    .getByRole('dialog', { name: /into escrow/ })
    .getByRole('button', { name: /^Pay / })
    .click()
  const paid = waitForTransaction(buyer.page, NEW_ORDER)
  await answerWallet(buyer.page)
  await paid
  await restartWorld()
  await buyer.context.close()
  await world.fireCron()

  const again = await openUserBrowser({ url: world.url })
  await again.page.goto('/')
  await signIn(again.page, 'buyer')
  await again.page.goto('/orders/')
  await again.page.getByRole('link', { name: new RegExp(title) }).click()
  await orderWithStatus(again.page, 'Requested').waitFor()
  const orderPath = new URL(again.page.url()).pathname
  const held = await balances()
  expect(held.escrow - before.escrow).toBe(before.buyer - held.buyer)
  expect(held.escrow).toBeGreaterThan(before.escrow)

  // 2. The seller has the buyer's message.
  await again.page.getByRole('textbox', { name: /Write to/ }).fill('Is the world still there?')
  await again.page.getByRole('textbox', { name: /Write to/ }).press('Enter')
  const seller = await openUserBrowser({ url: world.url })
  await seller.page.goto('/')
  await signIn(seller.page, 'seller')
  await seller.page.goto(orderPath)
  await seller.page.getByText('Is the world still there?').waitFor()
  await restartWorld()
  await seller.page.reload()
  await seller.page.getByText('Is the world still there?').waitFor()

  // 3. The chain has the acceptance, but the app has not recorded it. Both browsers stay open during the crash.
  await seller.page.getByRole('article', { name: 'Order' }).getByRole('button', { name: 'Accept' }).click()
  await seller.page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  const accepted = waitForTransaction(seller.page)
  await answerWallet(seller.page)
  await accepted
  await restartWorld()
  await world.fireCron()
  // The dialog waits for the chain during the crash, then closes.
  await waitForNoDialog(seller.page)
  await seller.page.reload()
  await orderWithStatus(seller.page, 'In progress').waitFor()
  await seller.page.getByText('Is the world still there?').waitFor()
  expect(await seller.page.getByText('Is the world still there?').count()).toBe(1)

  // The order continues to its end, and the seller gets 90% of the price.
  await deliver(seller.page, 'Here is your logo.')
  await again.page.reload()
  await orderWithStatus(again.page, 'Delivered').waitFor()
  await changeOrder(again.page, /^Release/, 'Completed')
  const after = await balances()
  expect(after.escrow).toBe(before.escrow)
  expect(after.seller - before.seller).toBe(((before.buyer - after.buyer) * 9n) / 10n)
})
