import { randomBytes } from 'node:crypto'
import { createClient } from '@libsql/client/http'
import { createPublicClient, encodeFunctionData, erc20Abi, getAddress, type Hex, http, keccak256, toHex, zeroAddress, zeroHash } from 'viem'
import { readContract } from 'viem/actions'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import { testUsdcAbi } from '../../../contracts/abi/TestUSDC.ts'
import { call } from '../../../contracts/script/anvil.ts'
import type { LocalDeployment } from '../../../contracts/script/deploy-local.ts'
import type { Random } from '../../../tools/random.ts'
import { callData, newOrderCall } from '../../orders/calldata.schema.ts'
import { decisionRange, getMoves, MAX_FEE_BPS, type OrderTiming, refundRange, type Verb } from '../../orders/orders.schema.ts'
import { ADMIN } from '../chain/test-chain.ts'

/** The account that deployed the test money and may mint more. */
const MINTER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
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

/** Traders on the chain who place orders and take random steps. The first {@link MEMBERS} have accounts in the database. */
export async function openMarket(rpcUrl: string, { orderBook, tokens }: LocalDeployment, databaseUrl: string, random: Random) {
  const db = createClient({ url: databaseUrl })
  const client = createPublicClient({ transport: http(rpcUrl) })
  const traders = Array.from({ length: TRADERS }, (_, i) => getAddress(keccak256(toHex(`trader ${i}`)).slice(0, 42)))
  const everybody = [...traders, getAddress(ADMIN)]

  const mine = () => call(rpcUrl, 'evm_mine')
  const send = (from: Hex, to: Hex, data: Hex, value = 0n) => sendAgain({ from, to, data, value: toHex(value) })
  const sendAgain = (transaction: Sent['transaction']) =>
    call<Hex>(rpcUrl, 'eth_sendTransaction', [{ ...transaction, gas: toHex(1_000_000) }])

  for (const account of [...everybody, MINTER]) {
    await call(rpcUrl, 'anvil_setBalance', [account, toHex(10n ** 24n)])
    await call(rpcUrl, 'anvil_impersonateAccount', [account])
  }
  // Blocks are made one by one, so that some contain several steps of an order.
  await call(rpcUrl, 'evm_setAutomine', [false])
  for (const { address } of tokens.filter((token) => token.address !== zeroAddress))
    for (const trader of traders) {
      await send(MINTER, address, encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [trader, 10n ** 15n] }))
      await send(trader, address, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [orderBook, 10n ** 30n] }))
    }
  await mine()
  for (const [i, address] of traders.slice(0, MEMBERS).entries()) {
    await db.execute({ sql: 'insert into users (id, created_at, terms_accepted_at) values (?, 1, 1)', args: [i + 1] })
    await db.execute({
      sql: `insert into accounts (address, user_id, provider, linked_at) values (?, ?, 'test', 1)`,
      args: [address, i + 1],
    })
  }

  /** Stores a quote as quoteOrder does; one in ten names another amount than the payment. */
  async function quote(terms: { seller: Hex; buyer: Hex; token: Hex; amount: string; delivery: number; validUntil: number }): Promise<Hex> {
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
        random.happens(0.1) ? `1${terms.amount}` : terms.amount,
        MAX_FEE_BPS,
        MAX_FEE_BPS,
        terms.delivery,
        JSON.stringify({ title: `Order ${ref.slice(0, 8)}` }),
        terms.validUntil,
      ],
    })
    return ref
  }

  async function placeOrder(): Promise<Sent> {
    const buyer = random.pick(traders)
    const seller = random.pick(traders.filter((trader) => trader !== buyer))
    const terms = {
      seller,
      productId: 1,
      delivery: random.between(1, 5),
      amount: String(random.between(1, 2_000_000_000)),
      token: random.pick(tokens).address,
      validUntil: 4_000_000_000,
      feeBps: MAX_FEE_BPS,
      arbitrationFeeBps: MAX_FEE_BPS,
    }
    const areMembers = Math.max(traders.indexOf(buyer), traders.indexOf(seller)) < MEMBERS
    const ref = areMembers && random.happens(0.6) ? await quote({ ...terms, buyer }) : zeroHash
    const { data, value } = newOrderCall({ ...terms, ref })
    return post(buyer, data, value)
  }

  async function post(from: Hex, data: Hex, value = 0n): Promise<Sent> {
    const transaction = { from, to: orderBook, data, value: toHex(value) }
    const member = traders.indexOf(from) + 1
    return {
      hash: await sendAgain(transaction),
      member: member >= 1 && member <= MEMBERS ? member : random.between(1, MEMBERS),
      transaction,
    }
  }

  const countOrders = () => readContract(client, { abi: orderBookAbi, address: orderBook, functionName: 'orderIdCounter' })
  const readOrder = (orderId: bigint) =>
    readContract(client, { abi: orderBookAbi, address: orderBook, functionName: 'getOrder', args: [orderId] })

  /** The fields of an order on which its moves depend, as the contract has them. */
  async function readState(orderId: bigint) {
    const order = await readOrder(orderId)
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

  /** A random step of a random order that is possible, also if it is too early or too late; null if there is none. */
  async function takeStep(): Promise<Sent | null> {
    const count = Number(await countOrders())
    if (!count) return null
    // Recent orders more often, so that they get further before a reorg or the end.
    const orderId = BigInt(Math.max(1, count - Math.floor(random.next() ** 2 * count)))
    const { order, state } = await readState(orderId)
    const who = random.pick(['buyer', 'seller', 'buyer', 'seller', 'stranger', 'admin'] as const)
    const moves: { verb: Verb }[] = getMoves(state, who)
    if (!moves.length) return null
    const { verb } = random.pick(moves)
    const from = who === 'admin' ? getAddress(ADMIN) : who === 'stranger' ? random.pick(traders) : order[who]
    if (verb === 'resolve') {
      const [least, most] = decisionRange(state.dispute!, order.price)
      return post(from, callData(verb, orderId, random.pick([least, most, (least + most) / 2n])))
    }
    const range = refundRange({ dispute: state.dispute }, verb)
    return post(from, callData(verb, orderId, range ? random.between(...(range as [number, number])) : undefined))
  }

  return {
    countOrders,
    readOrder,
    mine,
    sendAgain,
    /** Sends a few transactions and puts them into one block. Some of them fail. */
    async trade(): Promise<Sent[]> {
      const sent: (Sent | null)[] = []
      for (let i = random.between(1, 4); i > 0; i--) sent.push(random.happens(0.35) ? await placeOrder() : await takeStep())
      await call(rpcUrl, 'evm_increaseTime', [random.pick(PAUSES)])
      await mine()
      return sent.filter((one) => one !== null)
    },
    /** Ends the connection to the database. */
    close: () => db.close(),
  }
}
