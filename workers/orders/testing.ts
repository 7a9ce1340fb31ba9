import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { encodeFunctionData, getAddress, type Hex, parseEther, zeroHash } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { testUsdcAbi } from '../../contracts/abi/TestUSDC.ts'
import { listings } from '../listings/tables.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { rpc } from '../shared/rpc.ts'
import { sessions } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { callData, newOrderCall, type QuotedTerms } from './calldata.schema.ts'
import type { OrdersEnv } from './env.ts'
import { MAX_FEE_BPS, STATUS, type Verb } from './orders.schema.ts'
import { orders } from './tables.ts'

export const testEnv = env as unknown as OrdersEnv
export const deployed = deployment(testEnv)
export const db = database(testEnv)
export const usdc = deployed.tokens[0]!.address
/** The account that deployed the test USDC. It may mint more and blacklist accounts. */
export const MINTER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Makes one JSON-RPC call to the node, also with anvil's own methods. */
export async function node<T>(method: string, ...params: unknown[]): Promise<T> {
  const [result] = await rpc<[T]>(testEnv, [method, ...params])
  return result
}

/** Sends a transaction from any address without its key, and waits until it is mined, also if it reverts. Returns its hash. */
export async function transact(from: string, to: string, data: Hex, { value = 0n, gas = 1_000_000 } = {}): Promise<Hex> {
  await node('anvil_impersonateAccount', from)
  const hash = await node<Hex>('eth_sendTransaction', { from, to, data, value: `0x${value.toString(16)}`, gas: `0x${gas.toString(16)}` })
  // The node may answer before it has mined the block.
  while ((await node<boolean>('anvil_getAutomine')) && !(await node('eth_getTransactionReceipt', hash))) await scheduler.wait(5)
  return hash
}

/** Creates a signed-in user whose wallet holds ETH and a million test USDC, approved for the OrderBook. */
export async function createUser(name: string): Promise<TestUser> {
  const address = getAddress(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`)
  const user = await signedIn(testEnv, { name, address })
  await node('anvil_setBalance', address, `0x${parseEther('100').toString(16)}`)
  await transact(MINTER, usdc, encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [address, 1_000_000_000_000n] }))
  const approve = encodeFunctionData({ abi: testUsdcAbi, functionName: 'approve', args: [deployed.orderBook, 2n ** 255n] })
  await transact(address, usdc, approve)
  return user
}

const plan = { description: 'Three directions', features: ['Vector files'], revisions: 2 }
const PLANS = {
  Studio: { ...plan, price: 240_000_000, delivery: 7, hourly: false },
  Hourly: { ...plan, price: 30_500_000, delivery: 3, hourly: true },
}

const TITLE = 'Logo and identity'
/** The terms of a plan of {@link publish} as its page shows them; for quoteOrder. */
export const shownPlan = (plan: keyof typeof PLANS = 'Studio') => ({ title: TITLE, ...PLANS[plan] })

/** Publishes a service; `overrides` replaces columns. Returns its id. */
export async function publish(seller: TestUser, overrides: Partial<typeof listings.$inferInsert> = {}): Promise<number> {
  const [row] = await db
    .insert(listings)
    .values({
      listType: 'services',
      userId: seller.id,
      account: seller.address,
      lang: 'en',
      category: 'design',
      title: TITLE,
      descriptionPreview: 'A mark that lasts',
      description: '<p>A mark that lasts</p>',
      options: JSON.stringify(PLANS),
      priceUsd: 30_500_000,
      createdAt: now(),
      updatedAt: now(),
      ...overrides,
    })
    .returning({ id: listings.id })
  return row!.id
}

/** Inserts an order, by default completed a minute ago and with a matching quote. `overrides` replaces columns. Returns its id. */
export async function insertOrder(buyer: TestUser, seller: TestUser, overrides: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const id = opaqueId()
  await db.insert(orders).values({
    id,
    chainId: deployed.chainId,
    contract: deployed.orderBook,
    // A number too high to collide with an order of the contract.
    orderId: String(crypto.getRandomValues(new Uint32Array(1))[0]! + 2 ** 33),
    ref: zeroHash,
    termsState: 'ok',
    serviceId: 1,
    buyer: buyer.address,
    seller: seller.address,
    buyerId: buyer.id,
    sellerId: seller.id,
    token: usdc,
    price: '240000000',
    feeBps: 1000,
    delivery: 7,
    status: STATUS.indexOf('completed'),
    statusAt: now() - 60,
    terms: '{}',
    createdAt: now() - 3600,
    ...overrides,
  })
  return id
}

/** Inserts a file of a user, by default a finished attachment. Returns its id. */
export async function insertAttachment(user: TestUser, overrides: Partial<typeof media.$inferInsert> = {}): Promise<string> {
  const id = opaqueId()
  const fields = {
    kind: 'attachment',
    key: `private/${id}`,
    originalFilename: 'logo.zip',
    contentType: 'application/octet-stream',
    size: 7,
  }
  await db.insert(media).values({ id, userId: user.id, ...fields, createdAt: now(), readyAt: now(), etag: 'x', ...overrides })
  return id
}

/** Places an order on chain; by default of 240 USDC and without a quote. */
export function pay(buyer: string, terms: Partial<Record<keyof QuotedTerms, string | number>> & { seller: string }): Promise<Hex> {
  const defaults = { productId: 1, delivery: 7, amount: '240000000', token: usdc, ref: zeroHash, validUntil: 4_000_000_000 }
  const quoted = { ...defaults, feeBps: MAX_FEE_BPS, arbitrationFeeBps: MAX_FEE_BPS, ...terms } as QuotedTerms
  const { data, value } = newOrderCall(quoted)
  return transact(buyer, deployed.orderBook, data, { value })
}

/** Owner of the contracts on the test chain, see workers/local/chain/test-chain.ts. */
export const OWNER = '0x0000000000000000000000000000000000000bed'
/** Admin of the contracts on the test chain, see workers/local/chain/test-chain.ts. */
export const ADMIN = '0x00000000000000000000000000000000000ad313'

/** Adds or removes an admin of the contract. */
export const setAdmin = (functionName: 'addAdmin' | 'removeAdmin', { address }: Pick<TestUser, 'address'>): Promise<Hex> =>
  transact(OWNER, deployed.orderBook, encodeFunctionData({ abi: orderBookAbi, functionName, args: [address] }))

/** Creates an admin of the contract, signed in with the wallet or with a password. */
export async function createAdmin({ byWallet = true } = {}): Promise<TestUser> {
  const user = await createUser('Admin')
  await setAdmin('addAdmin', user)
  if (byWallet) await db.update(sessions).set({ account: user.address }).where(eq(sessions.userId, user.id))
  return user
}

/** Sends the transaction of a verb for an order, by its number on chain. */
export const act = (from: string, verb: Verb, orderId: string | bigint, refund?: number | bigint): Promise<Hex> =>
  transact(from, deployed.orderBook, callData(verb, orderId, refund))

export type FeedChanges = Partial<Record<'coinbase' | 'kraken', { usd?: unknown; jpy?: unknown; mode?: string }>>
/** Changes what the fake price feeds answer, see workers/local/world/price-feeds.ts. */
export const changeFeeds = (changes: FeedChanges): Promise<Response> =>
  fetch(`${testEnv.COINBASE_URL}/prices`, { method: 'PATCH', body: JSON.stringify(changes) })
export const resetFeeds = (): Promise<Response> => fetch(`${testEnv.COINBASE_URL}/prices`, { method: 'DELETE' })

export const newKey = () => ({ 'idempotency-key': opaqueId() })

/**
 * A chat area that passes each room of a list to `openRoom` and each push to `notify`. By default it opens the rooms, and accepts the
 * pushes without sending them.
 */
export function chatOf({
  openRoom = async (room) => (await testEnv.CHAT.openRooms([room]))[0]!,
  notify = async () => {},
}: {
  openRoom?: (room: Parameters<OrdersEnv['CHAT']['openRooms']>[0][number]) => Promise<string>
  notify?: (userIds: number[], frame: { type: string; orderId?: string }) => Promise<void>
} = {}) {
  return {
    offerNotifications: async () => [],
    openRooms: (list: Parameters<typeof openRoom>[0][]) => Promise.all(list.map((room) => openRoom(room).catch(() => null))),
    notifyMany: (list: { userIds: number[]; frame: { type: string; orderId?: string } }[]) =>
      Promise.all(
        list.map(({ userIds, frame }) =>
          notify(userIds, frame).then(
            () => true,
            () => false,
          ),
        ),
      ),
  } as never
}
