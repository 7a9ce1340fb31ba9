import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createTestClient, http } from 'viem'
import { foundry } from 'viem/chains'
import { BUYER, SELLER, TREASURY } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { startWorld, type World } from '../../workers/local/world/world.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, configOf } from './money.ts'
import { createOrder } from './orders.ts'
import { changeOrder, orderWithStatus, signIn } from './steps.ts'
import { url } from './world.ts'

/**
 * How orders end when a party changes its mind or stops answering. The chain's clock is moved by 61 days, so these tests have a local world
 * of their own. The balances are read from the chain.
 */
const PORT = Number(new URL(url).port) + 40
const USD = 1_000_000n
const PRICE = 120n * USD
const DAY = 86_400

let dir: string
let world: World
let buyer: UserBrowser
let seller: UserBrowser
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(240_000)
  dir = mkdtempSync(join(tmpdir(), 'warren-endings-'))
  world = await startWorld({ port: PORT, dir })
  buyer = await openUserBrowser({ url: world.url })
  seller = await openUserBrowser({ url: world.url, width: 390 })
  await Promise.all([buyer, seller].map(({ page }) => page.goto('/')))
  await signIn(buyer.page, 'buyer')
  await signIn(seller.page, 'seller')
})
test.afterAll(async () => {
  await closeUserBrowsers()
  // The start may have failed.
  await (world as World | undefined)?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Creates an order of 120 USDC with five days for the delivery. Returns its path. */
const placeOrder = (story: Parameters<typeof createOrder>[1]) => createOrder('A logo that nobody answers about', story, world)

async function balances() {
  const { usdc, orderBook } = await configOf(world.url)
  return balancesOf(world.rpcUrl, usdc, { buyer: BUYER.address, seller: SELLER.address, treasury: TREASURY, escrow: orderBook })
}

/** Ends an order in this party's browser; returns by how much each balance changed. */
async function end(page: Page, path: string, button: RegExp, status: string) {
  const before = await balances()
  await page.goto(path)
  await changeOrder(page, button, status)
  const after = await balances()
  return Object.fromEntries(Object.entries(before).map(([name, held]) => [name, after[name as keyof typeof after] - held]))
}

/** Opens an order and finds the button of a step. */
async function stepButton(page: Page, path: string, name: RegExp, status: string) {
  await page.goto(path)
  await orderWithStatus(page, status).waitFor()
  return page.getByRole('article', { name: 'Order' }).getByRole('button', { name })
}

let moved = 0
/** Moves the clock of the chain and of both browsers to `days` after the start of the test. */
async function moveTo(days: number): Promise<void> {
  const chain = createTestClient({ chain: foundry, mode: 'anvil', transport: http(world.rpcUrl) })
  await chain.increaseTime({ seconds: (days - moved) * DAY })
  await chain.mine({ blocks: 1 })
  moved = days
  for (const { page } of [buyer, seller]) await page.clock.setFixedTime(Date.now() + days * DAY * 1000)
}

const REFUNDED = { buyer: PRICE, seller: 0n, treasury: 0n, escrow: -PRICE }

let late: string
let delivered: string
let unanswered: string
let countered: string

test('a buyer who cancels before the seller accepts gets the whole payment back', async () => {
  expect(await end(buyer.page, await placeOrder([]), /^Cancel order$/, 'Cancelled')).toEqual(REFUNDED)
})

test('a buyer whose order the seller declines gets the whole payment back', async () => {
  expect(await end(seller.page, await placeOrder([]), /^Decline$/, 'Declined')).toEqual(REFUNDED)
})

test('a seller who has accepted can still decline, and the buyer gets the whole payment back', async () => {
  expect(await end(seller.page, await placeOrder([{ do: 'accept' }]), /^Decline$/, 'Declined')).toEqual(REFUNDED)
})

test('an accepted order can be cancelled from two days after the delivery was due, not earlier', async () => {
  late = await placeOrder([{ do: 'accept' }])
  delivered = await placeOrder([{ do: 'accept' }, { do: 'deliver' }])
  unanswered = await placeOrder([{ do: 'accept' }, { do: 'deliver' }, { do: 'dispute', refund: 5000 }])
  const dispute = { do: 'dispute', refund: 6000 } as const
  countered = await placeOrder([{ do: 'accept' }, { do: 'deliver' }, dispute, { do: 'counter', refund: 2000 }])

  expect(await (await stepButton(buyer.page, late, /^Cancel order$/, 'In progress')).count()).toBe(0)
  await moveTo(6)
  expect(await (await stepButton(buyer.page, late, /^Cancel order$/, 'In progress')).count()).toBe(0)
  await moveTo(8)
  expect(await end(buyer.page, late, /^Cancel order$/, 'Cancelled')).toEqual(REFUNDED)
})

test('a seller whose buyer never answers a delivery takes the payment after 14 days, not earlier', async () => {
  await moveTo(13)
  expect(await (await stepButton(seller.page, delivered, /^Release to me$/, 'Delivered')).count()).toBe(0)
  await moveTo(15)
  expect(await end(seller.page, delivered, /^Release to me$/, 'Completed')).toEqual({
    buyer: 0n,
    seller: 108n * USD,
    treasury: 12n * USD,
    escrow: -PRICE,
  })
})

test('a dispute that the seller never answers is settled at the ask after 60 days, not earlier', async () => {
  await moveTo(59)
  expect(await (await stepButton(buyer.page, unanswered, /^Settle at/, 'Disputed')).count()).toBe(0)
  await moveTo(61)
  expect(await end(buyer.page, unanswered, /^Settle at 50%$/, 'Completed')).toEqual({
    buyer: 60n * USD,
    seller: 54n * USD,
    treasury: 6n * USD,
    escrow: -PRICE,
  })
})

test('a dispute with an offer but without an agreement is settled halfway between the offer and the ask after 60 days', async () => {
  expect(await end(seller.page, countered, /^Settle at 40%$/, 'Completed')).toEqual({
    buyer: 48n * USD,
    seller: (648n * USD) / 10n,
    treasury: (72n * USD) / 10n,
    escrow: -PRICE,
  })
})

test('the browsers logged no unexpected errors', () => {
  expect([...buyer.consoleErrors, ...seller.consoleErrors]).toEqual([])
})
