import { createExecutionContext } from 'cloudflare:test'
import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, toHex, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { testUsdcAbi } from '../../contracts/abi/TestUSDC.ts'
import { now } from '../shared/ids.ts'
import { rpc } from '../shared/rpc.ts'
import { accounts } from '../shared/tables.ts'
import { call, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { withdrawCall } from './calldata.schema.ts'
import worker from './index.ts'
import type { OwedPayment } from './orders.schema.ts'
import { oweRefund } from './owe-refund.testing.ts'
import { ADMIN, act, createUser, db, deployed, MINTER, node, pay, testEnv, transact, usdc } from './testing.ts'

const { orderBook: contract, orderBookCodeHash: codeHash } = deployed
const ofOrders = { by: 'orderBook', contract, codeHash }
const COUNTER = { abi: orderBookAbi, functionName: 'orderIdCounter' } as const
/** The seller's part of 240 USDC. */
const PART = '216000000'
const ETH_PRICE = 10n ** 17n
const ETH_PART = String((ETH_PRICE * 9n) / 10n)
/** Code that refuses every call and payment. */
const REVERTS = '0x5f5ffd'

const getOwed = (as?: TestUser, env = testEnv) => call(worker, env, createExecutionContext(), 'GET', '/api/orders/getOwed', { as })
const owedTo = async (user: TestUser) => {
  const answer = await getOwed(user)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { owed: OwedPayment[] }).owed
}
const newAddress = () => getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))
const blacklist = (account: Hex) =>
  transact(MINTER, usdc, encodeFunctionData({ abi: testUsdcAbi, functionName: 'blacklist', args: [account] }))
const isMined = async (hash: Hex) => (await node<{ status: string }>('eth_getTransactionReceipt', hash)).status === '0x1'

/** Brings a new order to its end. `refuse` runs before the buyer releases the payment. */
async function release(buyer: TestUser, seller: Hex, terms: object, refuse: () => Promise<unknown>): Promise<void> {
  await pay(buyer.address, { seller, ...terms })
  const [counter] = await rpc<[Hex]>(testEnv, ['eth_call', { to: contract, data: encodeFunctionData(COUNTER) }, 'latest'])
  const id = decodeFunctionResult({ ...COUNTER, data: counter }) as bigint
  await act(seller, 'accept', id)
  await act(seller, 'deliver', id)
  await refuse()
  expect(await isMined(await act(buyer.address, 'complete', id))).toBe(true)
}

let buyer: TestUser
let seller: TestUser
beforeAll(async () => {
  buyer = await createUser('Owing Buyer')
  seller = await createUser('Owed Seller')
})

describe('getOwed', () => {
  it('refuses guests, has a rate limit, and reports that the chain does not answer', async () => {
    expect(await codeOf(await getOwed())).toBe('unauthorized')
    expect(await codeOf(await getOwed(seller, { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }))).toBe('chain_unavailable')
    const eager = await signedIn(testEnv)
    await exhaustLimit(testEnv, { person: eager.id }, 'GET /api/orders/getOwed')
    expect((await getOwed(eager)).status).toBe(429)
  })

  it('counts each combination of contract, wallet and token against the limit', async () => {
    const eager = await signedIn(testEnv)
    const address = newAddress()
    await db.insert(accounts).values({ address, userId: eager.id, provider: 'test', linkedAt: now() + 1 })
    await exhaustLimit(testEnv, { person: eager.id }, 'GET /api/orders/getOwed', 2 * 2 * 2 * deployed.tokens.length)
    const statuses = [await getOwed(eager), await getOwed(eager), await getOwed(eager)].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('is empty if nothing is owed, and without a wallet', async () => {
    expect(await owedTo(seller)).toEqual([])
    expect(await owedTo(await signedIn(testEnv, { wallet: false }))).toEqual([])
  })

  it('lists a payment in USDC to a blacklisted wallet, for its owner only, until the wallet withdraws it to another address', async () => {
    const wallet = seller.address as Hex
    await release(buyer, wallet, {}, () => blacklist(wallet))
    expect(await owedTo(seller)).toEqual([{ ...ofOrders, wallet, token: usdc, amount: PART }])
    expect(await owedTo(buyer)).toEqual([])
    expect(await isMined(await transact(buyer.address, contract, withdrawCall(usdc, buyer.address as Hex)))).toBe(false)
    for (const to of [zeroAddress, contract, wallet])
      expect(await isMined(await transact(wallet, contract, withdrawCall(usdc, to)))).toBe(false)
    expect(await owedTo(seller)).toHaveLength(1)
    expect(await isMined(await transact(wallet, contract, withdrawCall(usdc, newAddress())))).toBe(true)
    expect(await owedTo(seller)).toEqual([])
    expect(await isMined(await transact(wallet, contract, withdrawCall(usdc, newAddress())))).toBe(false)
  })

  it('lists each token and each linked wallet, also one whose code refuses ETH', async () => {
    const wallet = seller.address as Hex
    const contractWallet = newAddress()
    await db.insert(accounts).values({ address: contractWallet, userId: seller.id, provider: 'test', linkedAt: now() + 1 })
    await node('anvil_setBalance', contractWallet, toHex(10n ** 18n))
    // The first wallet was blacklisted by the test before.
    await release(buyer, wallet, {}, async () => {})
    await release(buyer, contractWallet, { token: zeroAddress, amount: String(ETH_PRICE) }, () =>
      node('anvil_setCode', contractWallet, REVERTS),
    )
    expect(await owedTo(seller)).toEqual([
      { ...ofOrders, wallet, token: usdc, amount: PART },
      { ...ofOrders, wallet: contractWallet, token: zeroAddress, amount: ETH_PART },
    ])
    expect(await owedTo(buyer)).toEqual([])
  })
  it('lists the refund of an offer that the Marketplace could not send, until its owner withdraws it there', async () => {
    const collector = await createUser('Owed Collector')
    const wallet = collector.address as Hex
    const read = (to: Hex, data: Hex) => node<Hex>('eth_call', { to, data }, 'latest')
    await oweRefund({ transact, read }, deployed, { admin: ADMIN, minter: MINTER, offerer: wallet }, 5_000_000n)
    const { marketplace, marketplaceCodeHash } = deployed
    expect(await owedTo(collector)).toEqual([
      { by: 'marketplace', contract: marketplace, codeHash: marketplaceCodeHash, wallet, token: usdc, amount: '5000000' },
    ])
    expect(await isMined(await transact(wallet, contract, withdrawCall(usdc, newAddress())))).toBe(false)
    expect(await isMined(await transact(wallet, marketplace, withdrawCall(usdc, newAddress())))).toBe(true)
    expect(await owedTo(collector)).toEqual([])
  })
})
