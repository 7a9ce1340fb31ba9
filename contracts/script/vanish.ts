// Simulates, on its own chain, what happens to an order in every status when a party never acts again: who can end the order, from which
// second, and how much each party receives. Amounts are measured as balances; each deadline is also tried a second early. A party may also
// be present but unable to receive. Exits with 1 if an absence leaves an order without a way to end, if an action is possible too early or
// too late, or if the payouts do not equal the deposit.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createTestClient,
  encodeFunctionData,
  formatUnits,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { orderBookAbi } from '../abi/OrderBook.ts'
import { testUsdcAbi } from '../abi/TestUSDC.ts'
import { startAnvil } from './anvil.ts'
import { onlyThisTransaction } from './deploy-contracts.ts'
import { deployLocal, localChain } from './deploy-local.ts'

const roles = ['buyer', 'seller', 'admin', 'anybody'] as const
type Role = (typeof roles)[number]
/** An account with this role calls the function `verb` with the order's id and these arguments. */
type Action = readonly [role: Role, verb: string, ...args: bigint[]]

const PRICE = 100_000_000n
const DAYS = 5n
/** The buyer's ask and the seller's offer in the dispute, in basis points. */
const [ASKED, OFFERED] = [6000n, 2000n]
/** The admin's decision: half of the price. */
const DECIDED = PRICE / 2n

const claim: Action = ['anybody', 'claimDelivered']
const settle: Action = ['anybody', 'settleStaleDispute']
const decide: Action = ['admin', 'resolveDispute', DECIDED]
const dispute: Action = ['buyer', 'disputeOrder', ASKED]

/** The statuses an order can be left in, the steps to get there, and the ways to end it. */
const states: { name: string; way: Action[]; exits: Action[][] }[] = [
  {
    name: 'Proposed',
    way: [],
    exits: [[['buyer', 'cancelOrder']], [['seller', 'rejectOrder']], [['seller', 'acceptOrder'], ['seller', 'deliverOrder'], claim]],
  },
  {
    name: 'Accepted',
    way: [['seller', 'acceptOrder']],
    exits: [[['buyer', 'cancelOrder']], [['seller', 'rejectOrder']], [['seller', 'deliverOrder'], claim]],
  },
  {
    name: 'Delivered',
    way: [
      ['seller', 'acceptOrder'],
      ['seller', 'deliverOrder'],
    ],
    exits: [[['buyer', 'completeOrder']], [claim], [dispute, settle]],
  },
  {
    name: 'Disputed, unanswered',
    way: [['seller', 'acceptOrder'], ['seller', 'deliverOrder'], dispute],
    exits: [
      [['seller', 'acceptDispute', ASKED]],
      [['seller', 'counterDispute', OFFERED], settle],
      [['buyer', 'updateDispute', 0n]],
      [decide],
      [settle],
    ],
  },
  {
    name: 'Disputed, countered',
    way: [['seller', 'acceptOrder'], ['seller', 'deliverOrder'], dispute, ['seller', 'counterDispute', OFFERED]],
    exits: [[['seller', 'acceptDispute', ASKED]], [['buyer', 'updateDispute', OFFERED]], [decide], [settle]],
  },
]

const absences: { name: string; gone: Role[] }[] = [
  { name: 'seller', gone: ['seller'] },
  { name: 'buyer', gone: ['buyer'] },
  { name: 'admin', gone: ['admin'] },
  { name: 'buyer and seller', gone: ['buyer', 'seller'] },
]
/** If both parties are gone before delivery, the money stays in escrow until one of them returns. */
const waitingStates = new Set(['Proposed', 'Accepted'])

type Party = 'buyer' | 'seller' | 'treasury'
/** Parties blacklisted by the token's issuer, and an exit that would pay them. */
const blacklistings: { station: string; parties: Party[]; exit: Action[] }[] = [
  { station: 'Proposed', parties: ['buyer'], exit: [['seller', 'rejectOrder']] },
  { station: 'Accepted', parties: ['buyer'], exit: [['buyer', 'cancelOrder']] },
  { station: 'Delivered', parties: ['seller'], exit: [claim] },
  { station: 'Delivered', parties: ['treasury'], exit: [['buyer', 'completeOrder']] },
  { station: 'Disputed, unanswered', parties: ['buyer'], exit: [['seller', 'acceptDispute', ASKED]] },
  { station: 'Disputed, countered', parties: ['buyer', 'seller', 'treasury'], exit: [settle] },
]

type Row = { station: string; trouble: string; exit: string; when: string; buyer: string; seller: string; treasury: string }

/** The chain with its accounts and contracts. */
type World = Awaited<ReturnType<typeof setUp>>
async function setUp(rpcUrl: string) {
  const account = (addressIndex: number) =>
    mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }).address
  const who: Record<Role | Party | 'owner' | 'issuer' | 'elsewhere', Address> = {
    issuer: account(0),
    buyer: account(1),
    seller: account(2),
    admin: account(3),
    anybody: account(4),
    treasury: account(5),
    elsewhere: account(6),
    owner: account(7),
  }
  const chain = createTestClient({ mode: 'anvil', chain: localChain, transport: http(rpcUrl), pollingInterval: 5 })
    .extend(publicActions)
    .extend(walletActions)
  const { orderBook, tokens } = await deployLocal({
    rpcUrl,
    treasury: who.treasury,
    owner: who.owner,
    admin: who.admin,
    mintTo: [who.buyer],
  })
  return { chain, who, orderBook, usdc: tokens[0]!.address }
}

/** Functions that send transactions and read balances of USDC. */
type Money = ReturnType<typeof createMoney>
function createMoney({ chain, who, orderBook, usdc }: World) {
  const send = async (from: Address, to: Address, data: `0x${string}`, at?: bigint) => {
    if (at !== undefined) await chain.setNextBlockTimestamp({ timestamp: at })
    const hash = await chain.sendTransaction({ account: from, to, data, gas: 1_000_000n })
    const receipt = await chain.waitForTransactionReceipt({ hash, ...onlyThisTransaction })
    return { ok: receipt.status === 'success', time: (await chain.getBlock({ blockNumber: receipt.blockNumber })).timestamp }
  }
  const requireSuccess = async (sent: ReturnType<typeof send>, what: string) => {
    const result = await sent
    if (!result.ok) throw new Error(`${what} failed`)
    return result
  }
  const token = (from: Address, functionName: string, args: unknown[]) =>
    requireSuccess(send(from, usdc, encodeFunctionData({ abi: testUsdcAbi, functionName, args } as never)), functionName)
  const balance = (address: Address) => chain.readContract({ address: usdc, abi: testUsdcAbi, functionName: 'balanceOf', args: [address] })
  const readBalances = async () => {
    const entries = await Promise.all(
      [...(['buyer', 'seller', 'treasury', 'elsewhere'] as const)].map(async (name) => [name, await balance(who[name])] as const),
    )
    return { ...(Object.fromEntries(entries) as Record<Party | 'elsewhere', bigint>), book: await balance(orderBook) }
  }
  return { send, requireSuccess, token, balance, readBalances }
}

/** Functions that take the steps of an order. */
type Orders = ReturnType<typeof createOrders>
function createOrders({ chain, who, orderBook, usdc }: World, { send, requireSuccess }: Money) {
  /** Returns the second from which an action is possible, or undefined if it is possible now; throws if it fails for another reason. */
  const opensAt = async ([role, verb, ...args]: Action, id: bigint): Promise<bigint | undefined> => {
    try {
      const call = { account: who[role], address: orderBook, abi: orderBookAbi, functionName: verb, args: [id, ...args] }
      await chain.simulateContract(call as never)
      return undefined
    } catch (error) {
      const revert = error instanceof BaseError ? error.walk((each) => each instanceof ContractFunctionRevertedError) : undefined
      const { errorName, args: found } = (revert as ContractFunctionRevertedError | undefined)?.data ?? {}
      if (errorName === 'TooEarly') return found![1] as bigint
      throw new Error(`${verb} by ${role} is refused: ${errorName ?? error}`)
    }
  }
  /** Takes an action as early as possible, after checking that it failed a second before. */
  const takeAction = async (action: Action, id: bigint) => {
    const [role, verb, ...args] = action
    const data = encodeFunctionData({ abi: orderBookAbi, functionName: verb, args: [id, ...args] } as never)
    const from = await opensAt(action, id)
    if (from !== undefined && (await send(who[role], orderBook, data, from - 1n)).ok) throw new Error(`${verb} works a second early`)
    return requireSuccess(send(who[role], orderBook, data, from), `${verb} by ${role}`)
  }
  const open = async (way: Action[]) => {
    const data = encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args: [who.seller, 42n, DAYS, PRICE, usdc] })
    let last = await requireSuccess(send(who.buyer, orderBook, data), 'newOrder')
    const id = await chain.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' })
    for (const action of way) last = await takeAction(action, id)
    return { id, time: last.time }
  }
  return { opensAt, takeAction, open }
}

/** Lets creditors withdraw to another address, because they cannot receive at their own; returns what each received. */
async function withdrawElsewhere(
  { chain, who, orderBook, usdc }: World,
  { send, requireSuccess, balance }: Money,
  parties: Party[],
): Promise<Partial<Record<Party, bigint>>> {
  const received: Partial<Record<Party, bigint>> = {}
  for (const party of parties) {
    const before = await balance(who.elsewhere)
    const read = { address: orderBook, abi: orderBookAbi } as const
    const data =
      party === 'treasury'
        ? encodeFunctionData({
            abi: orderBookAbi,
            functionName: 'withdrawToken',
            args: [usdc, who.elsewhere, await chain.readContract({ ...read, functionName: 'owedFees', args: [usdc] })],
          })
        : encodeFunctionData({ abi: orderBookAbi, functionName: 'withdraw', args: [usdc, who.elsewhere] })
    await requireSuccess(send(party === 'treasury' ? who.owner : who[party], orderBook, data), `withdraw by ${party}`)
    received[party] = (await balance(who.elsewhere)) - before
  }
  return received
}

/** An order to bring to a status by `way` and to end by `exit`, after some parties were blacklisted. */
type Ending = { station: string; trouble: string; way: Action[]; exit: Action[]; blacklisted?: Party[] }

const describeExit = (exit: Action[]) => exit.map(([role, verb]) => `${verb} by ${role}`).join(', then ')

/** Ends an order and returns the result; throws if an action fails, or if the payouts do not equal the deposit. */
async function endOrder(world: World, money: Money, orders: Orders, ending: Ending): Promise<Row> {
  const { station, trouble, way, exit, blacklisted = [] } = ending
  const { who } = world
  const { token, readBalances } = money
  const { id, time } = await orders.open(way)
  for (const party of blacklisted) await token(who.issuer, 'blacklist', [who[party]])
  const before = await readBalances()
  let last = time
  let waited = 0n
  for (const action of exit) {
    const opening = (await orders.opensAt(action, id)) ?? last
    if (opening > last) waited += opening - last
    last = (await orders.takeAction(action, id)).time
  }
  const withdrawn = await withdrawElsewhere(world, money, blacklisted)
  for (const party of blacklisted) await token(who.issuer, 'unBlacklist', [who[party]])
  const now = await readBalances()
  const received = (party: Party) => now[party] - before[party] + (withdrawn[party] ?? 0n)
  const out = received('buyer') + received('seller') + received('treasury')
  if (out !== PRICE || before.book - now.book !== PRICE) throw new Error(`${PRICE} went in, ${out} came out`)
  const share = (party: Party) => (received(party) === 0n ? '' : `${formatUnits(received(party), 6)}${withdrawn[party] ? ' *' : ''}`)
  const days = `${waited / 86_400n} d${waited % 86_400n ? ` ${waited % 86_400n} s` : ''}`
  const when = waited === 0n ? 'at once' : `after ${days}`
  return { station, trouble, exit: describeExit(exit), when, buyer: share('buyer'), seller: share('seller'), treasury: share('treasury') }
}

async function simulate(rpcUrl: string): Promise<{ rows: Row[]; faults: string[] }> {
  const world = await setUp(rpcUrl)
  const money = createMoney(world)
  const orders = createOrders(world, money)
  const rows: Row[] = []
  const faults: string[] = []
  const end = async (ending: Ending) => {
    try {
      rows.push(await endOrder(world, money, orders, ending))
    } catch (error) {
      faults.push(`${ending.station}, ${ending.trouble}, ${describeExit(ending.exit)}: ${(error as Error).message}`)
    }
  }
  await money.token(world.who.buyer, 'approve', [world.orderBook, 2n ** 256n - 1n])

  for (const { name, way, exits } of states)
    for (const absence of absences) {
      const trouble = `${absence.name} gone`
      const left = exits.filter((exit) => !exit.some(([role]) => absence.gone.includes(role)))
      for (const exit of left) await end({ station: name, trouble, way, exit })
      if (left.length > 0) continue
      if (absence.gone.length === 1 || !waitingStates.has(name)) faults.push(`${name}: no exit with ${absence.name} gone`)
      else rows.push({ station: name, trouble, exit: 'waits for either', when: '', buyer: '', seller: '', treasury: '' })
    }
  for (const { station, parties, exit } of blacklistings) {
    const { way } = states.find(({ name }) => name === station)!
    await end({ station, trouble: `${parties.join(', ')} blacklisted`, way, exit, blacklisted: parties })
  }
  return { rows, faults }
}

async function main(): Promise<void> {
  const cache = mkdtempSync(join(tmpdir(), 'warren-vanish-'))
  const node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache })
  try {
    const { rows, faults } = await simulate(node.url)
    const head: Row = {
      station: 'status',
      trouble: 'problem',
      exit: 'ended by',
      when: 'possible',
      buyer: 'buyer gets',
      seller: 'seller gets',
      treasury: 'treasury gets',
    }
    const columns = Object.keys(head) as (keyof Row)[]
    const widths = columns.map((column) => Math.max(...[head, ...rows].map((row) => row[column].length)))
    const line = (row: Row) => `| ${columns.map((column, i) => row[column].padEnd(widths[i]!)).join(' | ')} |`
    const lines = [
      `An order of ${formatUnits(PRICE, 6)} USDC, ${DAYS} days to deliver, a fee of 10 %. In a dispute the buyer asks for ${ASKED / 100n} % back and the`,
      `seller offers ${OFFERED / 100n} %; the admin decides on ${formatUnits(DECIDED, 6)}. Times count from the last step. * to another address, by withdraw.`,
      '',
      line(head),
      `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
      ...rows.map(line),
      '',
      ...faults.map((fault) => `FAULT ${fault}`),
      `${rows.length} ends simulated, ${faults.length} faults`,
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    node.process.kill('SIGKILL')
    rmSync(cache, { recursive: true, force: true })
  }
}

await main()
// Open HTTP connections to the node could keep this process running.
process.exit()
