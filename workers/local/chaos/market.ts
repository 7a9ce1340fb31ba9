import { randomBytes } from 'node:crypto'
import { type Client, createClient } from '@libsql/client/http'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  keccak256,
  type PublicClient,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { readContract } from 'viem/actions'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import { testUsdcAbi } from '../../../contracts/abi/TestUSDC.ts'
import { call } from '../../../contracts/script/anvil.ts'
import type { LocalDeployment } from '../../../contracts/script/deploy-local.ts'
import type { Random } from '../../../tools/random.ts'
import { callData, newOrderCall } from '../../orders/calldata.schema.ts'
import { decisionRange, getMoves, MAX_FEE_BPS, type OrderTiming, refundRange, type Verb } from '../../orders/orders.schema.ts'
import { insertSession } from '../bench/lib/served-database.ts'
import { ADMIN, MINTER } from '../chain/test-chain.ts'

const [TRADERS, MEMBERS] = [16, 12]
const HOUR = 3600
const DAY = 24 * HOUR
/** How far the clock moves before a block (seconds): short steps, and ones that pass the deadlines. */
const PAUSES = [1, 2, 60, HOUR, 3 * DAY + 1, 15 * DAY, 61 * DAY]

export interface Sent {
  hash: Hex
  /** The number of a member who may report it: 1 to MEMBERS. */
  member: number
  transaction: { from: Hex; to: Hex; data: Hex; value: Hex }
}
type Transaction = Sent['transaction']

/** The chain, the database and the traders of a market. */
interface Market {
  rpcUrl: string
  orderBook: Hex
  tokens: LocalDeployment['tokens']
  random: Random
  client: PublicClient
  db: Client
  /** The first {@link MEMBERS} have accounts in the database. */
  traders: Hex[]
}

/** Traders on the chain who place orders and take random steps. The first {@link MEMBERS} have accounts in the database. */
export async function openMarket(rpcUrl: string, { orderBook, tokens }: LocalDeployment, databaseUrl: string, random: Random) {
  const db = createClient({ url: databaseUrl })
  const client = createPublicClient({ transport: http(rpcUrl) })
  const traders = Array.from({ length: TRADERS }, (_, i) => getAddress(keccak256(toHex(`trader ${i}`)).slice(0, 42)))
  const market: Market = { rpcUrl, orderBook, tokens, random, client, db, traders }
  await giveMoney(market)
  await blockSome(market)
  await addMembers(market)
  return {
    countOrders: () => countOrders(market),
    readOrder: (orderId: bigint) => readOrder(market, orderId),
    mine: () => call(rpcUrl, 'evm_mine'),
    sendAgain: (transaction: Transaction) => send(rpcUrl, transaction),
    /** Sends a few transactions and puts them into one block. Some of them fail. */
    async trade(): Promise<Sent[]> {
      const sent: (Sent | null)[] = []
      for (let i = random.between(1, 4); i > 0; i--) sent.push(random.happens(0.35) ? await placeOrder(market) : await takeStep(market))
      await call(rpcUrl, 'evm_increaseTime', [random.pick(PAUSES)])
      await call(rpcUrl, 'evm_mine')
      return sent.filter((one) => one !== null)
    },
    /** Places and completes a quoted order in USDC. The contract then owes the payout, because the seller is on the blacklist. */
    async oweOne(): Promise<void> {
      const [seller, buyer] = traders as [Hex, Hex]
      await placeOrder(market, { seller, buyer, token: findUsdc(market), isQuoted: true })
      await call(rpcUrl, 'evm_mine')
      const orderId = await countOrders(market)
      for (const [verb, from] of [['accept', seller] as const, ['deliver', seller] as const, ['complete', buyer] as const]) {
        await sendToContract(market, from, callData(verb, orderId))
        await call(rpcUrl, 'evm_mine')
      }
    },
    /** Ends the connection to the database. */
    close: () => db.close(),
  }
}

const findUsdc = ({ tokens }: Market): Hex => tokens.find(({ symbol }) => symbol === 'USDC')!.address

const send = (rpcUrl: string, transaction: Transaction) =>
  call<Hex>(rpcUrl, 'eth_sendTransaction', [{ ...transaction, gas: toHex(1_000_000) }])

/** Gives all traders ETH and tokens that the contract may take. From here on, blocks are made one by one. */
async function giveMoney({ rpcUrl, orderBook, tokens, traders }: Market): Promise<void> {
  for (const account of [...traders, getAddress(ADMIN), MINTER]) {
    await call(rpcUrl, 'anvil_setBalance', [account, toHex(10n ** 24n)])
    await call(rpcUrl, 'anvil_impersonateAccount', [account])
  }
  // So that some blocks contain several steps of an order.
  await call(rpcUrl, 'evm_setAutomine', [false])
  const sendTo = (from: Hex, to: Hex, data: Hex) => send(rpcUrl, { from, to, data, value: '0x0' })
  for (const { address } of tokens.filter((token) => token.address !== zeroAddress))
    for (const trader of traders) {
      await sendTo(MINTER, address, encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [trader, 10n ** 15n] }))
      await sendTo(trader, address, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [orderBook, 10n ** 30n] }))
    }
  await call(rpcUrl, 'evm_mine')
}

/** Puts every third trader on the blacklist of USDC, so that the contract owes their payouts. */
async function blockSome(market: Market): Promise<void> {
  const { rpcUrl, traders } = market
  for (const trader of traders.filter((_, i) => i % 3 === 0)) {
    const data = encodeFunctionData({ abi: testUsdcAbi, functionName: 'blacklist', args: [trader] })
    await send(rpcUrl, { from: MINTER, to: findUsdc(market), data, value: '0x0' })
  }
  await call(rpcUrl, 'evm_mine')
}

/** Gives the first traders accounts with sessions. */
async function addMembers({ db, traders }: Market): Promise<void> {
  for (const [i, address] of traders.slice(0, MEMBERS).entries()) {
    await db.execute({ sql: 'insert into users (id, created_at, terms_accepted_at) values (?, 1, 1)', args: [i + 1] })
    await db.execute({
      sql: `insert into accounts (address, user_id, provider, linked_at) values (?, ?, 'test', 1)`,
      args: [address, i + 1],
    })
    await db.execute(insertSession(i + 1))
  }
}

interface Terms {
  seller: Hex
  buyer: Hex
  token: Hex
  amount: string
  delivery: number
  validUntil: number
}

/** Stores a quote as quoteOrder does. */
async function quote({ db, orderBook, traders }: Market, terms: Terms): Promise<Hex> {
  const ref = toHex(randomBytes(32))
  const member = (address: Hex) => traders.indexOf(address) + 1
  await db.execute({
    sql: `insert into quotes (ref, chain_id, contract, service_id, buyer_id, seller_id, buyer, seller, token, amount, price_usd, fee_bps,
      arbitration_fee_bps, delivery, terms, created_at, valid_until) values (?, 31337, ?, 1, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, 0, ?)`,
    args: [
      ref,
      orderBook,
      member(terms.buyer),
      member(terms.seller),
      terms.buyer,
      terms.seller,
      terms.token,
      terms.amount,
      MAX_FEE_BPS,
      MAX_FEE_BPS,
      terms.delivery,
      JSON.stringify({ title: `Order ${ref.slice(0, 8)}` }),
      terms.validUntil,
    ],
  })
  return ref
}

/** Places an order with random terms, except for those that are given. */
async function placeOrder(
  market: Market,
  given: Partial<Pick<Terms, 'seller' | 'buyer' | 'token'> & { isQuoted: boolean }> = {},
): Promise<Sent> {
  const { random, traders, tokens } = market
  const buyer = given.buyer ?? random.pick(traders)
  const seller = given.seller ?? random.pick(traders.filter((trader) => trader !== buyer))
  const terms = {
    seller,
    productId: 1,
    delivery: random.between(1, 5),
    amount: String(random.between(1, 2_000_000_000)),
    token: given.token ?? random.pick(tokens).address,
    validUntil: 4_000_000_000,
    feeBps: MAX_FEE_BPS,
    arbitrationFeeBps: MAX_FEE_BPS,
  }
  const areMembers = Math.max(traders.indexOf(buyer), traders.indexOf(seller)) < MEMBERS
  const isQuoted = given.isQuoted || (areMembers && random.happens(0.6))
  // One quote in ten names another amount than the payment.
  const amount = !given.isQuoted && random.happens(0.1) ? `1${terms.amount}` : terms.amount
  const ref = isQuoted ? await quote(market, { ...terms, amount, buyer }) : zeroHash
  const { data, value } = newOrderCall({ ...terms, ref })
  return sendToContract(market, buyer, data, value)
}

async function sendToContract({ rpcUrl, orderBook, traders, random }: Market, from: Hex, data: Hex, value = 0n): Promise<Sent> {
  const transaction = { from, to: orderBook, data, value: toHex(value) }
  const member = traders.indexOf(from) + 1
  return {
    hash: await send(rpcUrl, transaction),
    member: member >= 1 && member <= MEMBERS ? member : random.between(1, MEMBERS),
    transaction,
  }
}

const countOrders = ({ client, orderBook }: Market) =>
  readContract(client, { abi: orderBookAbi, address: orderBook, functionName: 'orderIdCounter' })
const readOrder = ({ client, orderBook }: Market, orderId: bigint) =>
  readContract(client, { abi: orderBookAbi, address: orderBook, functionName: 'getOrder', args: [orderId] })

/** The fields of an order on which its moves depend, as the contract has them. */
async function readState(market: Market, orderId: bigint) {
  const { client, orderBook } = market
  const order = await readOrder(market, orderId)
  const state: OrderTiming & { status_: number } = {
    status_: order.status,
    statusAt: Number(order.deliveryTimestamp),
    delivery: Number(order.delivery),
    dispute: null,
  }
  if (order.status !== 6) return { order, state }
  const one = await readContract(client, { abi: orderBookAbi, address: orderBook, functionName: 'getDispute', args: [orderId] })
  state.dispute = {
    amount: Number(one.amount),
    counterAmount: one.countered ? Number(one.counterAmount) : null,
    disputeTimestamp: Number(one.disputeTimestamp),
    counterTimestamp: one.countered ? Number(one.counterTimestamp) : null,
    settleableAfter: Number(one.settleableAfter),
    settleAmount: 0,
  }
  return { order, state }
}

/** Sends a random step that the state of a random order allows, even if it is too early or too late. Returns null if there is none. */
async function takeStep(market: Market): Promise<Sent | null> {
  const { random, traders } = market
  const count = Number(await countOrders(market))
  if (!count) return null
  // Picks recent orders more often, so that they get further before a reorg or the end.
  const orderId = BigInt(Math.max(1, count - Math.floor(random.next() ** 2 * count)))
  const { order, state } = await readState(market, orderId)
  const who = random.pick(['buyer', 'seller', 'buyer', 'seller', 'stranger', 'admin'] as const)
  const moves: { verb: Verb }[] = getMoves(state, who)
  if (!moves.length) return null
  const { verb } = random.pick(moves)
  const from = who === 'admin' ? getAddress(ADMIN) : who === 'stranger' ? random.pick(traders) : order[who]
  if (verb === 'resolve') {
    const [least, most] = decisionRange(state.dispute!, order.price)
    return sendToContract(market, from, callData(verb, orderId, random.pick([least, most, (least + most) / 2n])))
  }
  const range = refundRange({ dispute: state.dispute }, verb)
  return sendToContract(market, from, callData(verb, orderId, range ? random.between(...(range as [number, number])) : undefined))
}
