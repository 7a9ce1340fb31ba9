import { type Random, seeded } from '../../../tools/random.ts'
import { poll } from '../../indexer/index.ts'
import { indexing } from '../../orders/indexing.ts'
import { issueInvoices } from '../../orders/issue-invoices.ts'
import { linkOrdersToUsers } from '../../orders/outbox.ts'
import { database } from '../../shared/db.ts'
import { cookieOf } from '../bench/lib/served-database.ts'
import { replay } from '../replay/replay.ts'
import { type ChaosWorld, openWorld } from './chaos-world.ts'
import { meetFaults } from './fault-cases.ts'
import type { Sent } from './market.ts'

/** Depths of reorgs in blocks. The deepest one happens in every run. */
const DEPTHS = [1, 1, 2, 3, 5, 13, 34, 64]
const DEEPEST = 64
/** A run needs more blocks than its deepest reorg replaces. */
const MIN_ROUNDS = DEEPEST + 6
/** The longest time between two blocks (ms). */
const BLOCK_MS = 150
/** How often the indexer may run without reaching the head, once nothing disturbs it any more. */
const MAX_RUNS = 50

/** What happened in a run. */
export interface Report {
  orders: number
  blocks: number
  /** How many reports of transactions got which answer: 200, the status of an error, or 0 without an answer. */
  reports: Map<number, number>
  kills: { indexer: number; worker: number }
  /** The depth of each reorg in blocks. */
  reorgs: number[]
  /** How many requests met each fault of an endpoint. */
  faults: Map<string, number>
  /** How many rows of each table were compared with the replay, and how many invoices with the payouts. */
  compared: Record<string, number>
  /** How many payments the contract could not send. */
  owed: number
  /**
   * What is wrong; empty if the tables equal a replay of the chain and the contract's own orders, no call answered 500, each fault was met,
   * and the indexer survived it.
   */
  differences: string[]
}

/**
 * Lets random members trade on a local chain for some rounds, while the indexer and the orders worker are killed, the endpoints of the
 * chain have faults, and reorgs replace up to 64 blocks. Then the indexer meets one fault after the other, without kills. After all faults
 * have ended, the indexer reads to the head, and all tables that are computed from the chain are compared with a replay and with the
 * contract.
 */
export async function chaos({
  seed,
  rounds,
  log = () => {},
}: {
  seed: number
  rounds: number
  log?: (line: string) => void
}): Promise<Report> {
  if (!(rounds >= MIN_ROUNDS)) throw new Error(`a run has at least ${MIN_ROUNDS} rounds`)
  const random = seeded(seed)
  const world = await openWorld(random)
  const report: Report = {
    orders: 0,
    blocks: 0,
    reports: new Map(),
    kills: { indexer: 0, worker: 0 },
    reorgs: [],
    faults: new Map(),
    compared: {},
    owed: 0,
    differences: [],
  }
  try {
    world.restartIndexer()
    await world.restartWorker()
    await disturb(world, random, rounds, report, log)
    report.differences.push(...(await meetFaults(world, (sent) => submit(world, sent, report), log)))
    await readToHead(world)
    await compare(world, report)
    await compareInvoices(world, report)
    for (const { counts } of world.endpoints)
      for (const [fault, count] of counts) report.faults.set(fault, (report.faults.get(fault) ?? 0) + count)
    return report
  } finally {
    await world.close()
  }
}

/** Reports a transaction as a member's browser does. Returns the status of the answer, 0 without one. */
async function submit({ workerUrl }: ChaosWorld, { hash, member }: Sent, { reports, differences }: Report): Promise<number> {
  const headers = {
    cookie: cookieOf(member),
    origin: 'http://localhost:8788',
    'content-type': 'application/json',
    'x-address': `2001:db8:${member}::1`,
  }
  const body = JSON.stringify({ transactionHash: hash, chainId: 31337 })
  const { status } = await fetch(`${workerUrl()}/api/orders/addOrder`, { method: 'POST', headers, body }).catch(() => ({ status: 0 }))
  reports.set(status, (reports.get(status) ?? 0) + 1)
  if (status === 500) differences.push(`addOrder answered 500 for ${hash}`)
  return status
}

/** Trades, with faults, kills and reorgs. Ends when every transaction that a browser reported has its answer. */
async function disturb(world: ChaosWorld, random: Random, rounds: number, report: Report, log: (line: string) => void): Promise<void> {
  const { endpoints, market } = world
  /** The steps of each block, oldest first. */
  const blocks: Sent[][] = []
  const submissions: Promise<number>[] = []
  /** The round that always has the deepest reorg and kills both processes. In other rounds they happen at random. */
  const deepestRound = random.between(MIN_ROUNDS, rounds)
  const submitSome = (sent: Sent[], probability: number) =>
    submissions.push(...sent.filter(() => random.happens(probability)).map((one) => submit(world, one, report)))
  for (let round = 1; round <= rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, random.between(0, BLOCK_MS)))
    for (const endpoint of endpoints) if (random.happens(0.3)) endpoint.change(0.6)
    const sent = await market.trade()
    blocks.push(sent)
    submitSome(sent, 0.5)
    if (random.happens(0.1) || round === deepestRound) {
      await world.untilIndexing()
      await new Promise((resolve) => setTimeout(resolve, random.between(0, BLOCK_MS)))
      world.restartIndexer()
      report.kills.indexer += 1
    }
    if (random.happens(0.05) || round === deepestRound) {
      await world.restartWorker()
      report.kills.worker += 1
    }
    const depth = round === deepestRound ? DEEPEST : random.pick(DEPTHS)
    if ((random.happens(0.06) || round === deepestRound) && depth < blocks.length) {
      await world.reorg(depth)
      report.reorgs.push(depth)
      // Some of the transactions are mined again, in another order and other blocks.
      const lost = blocks.slice(-depth).flat()
      for (const { transaction } of random.shuffle(lost.filter(() => random.happens(0.5)))) {
        await market.sendAgain(transaction).catch(() => {})
        if (random.happens(0.3)) await market.mine()
      }
      await market.mine()
      submitSome(lost, 0.3)
    }
    if (round % 50 === 0) log(`round ${round}: ${await market.countOrders()} orders, ${await world.head()} blocks`)
  }
  await Promise.all(submissions)
}

/** Replaces the indexer with one in this process, which reads to the head without faults. Then all invoices that are due are issued. */
async function readToHead({ chain, variables, stopIndexer, isAtHead, db }: ChaosWorld): Promise<void> {
  stopIndexer()
  const orders = indexing(variables)
  const hasPending = async () => (await db.execute('select 1 from pending_invoices limit 1')).rows.length > 0
  for (let runs = 0; !(await isAtHead()) || (await hasPending()); runs++) {
    if (runs === MAX_RUNS) throw new Error(`the indexer did not reach the head in ${runs} runs, or payouts still wait for their invoice`)
    await poll({ RPC_URL: chain.url, ORDERS: orders })
    await issueInvoices(database(variables))
  }
  await linkOrdersToUsers(database(variables))
}

/** Compares the tables with a replay and with the contract, and reports the differences. */
async function compare({ chain, databaseUrl, db, market, head }: ChaosWorld, report: Report): Promise<void> {
  const { differences, compared, brokenRow } = await replay({
    stored: { url: databaseUrl },
    rpcUrl: chain.url,
    deployment: chain.deployment,
  })
  report.compared = compared
  report.differences.push(...differences.map((one) => JSON.stringify(one)))
  if (brokenRow !== null) report.differences.push(`row ${brokenRow} of the audit log does not follow the row before it`)
  report.orders = Number(await market.countOrders())
  report.blocks = await head()
  for (let orderId = 1; orderId <= report.orders; orderId++) {
    const { status, deliveryTimestamp, price, buyer, seller } = await market.readOrder(BigInt(orderId))
    const expected = [status, Number(deliveryTimestamp), String(price), buyer, seller]
    const { rows } = await db.execute({
      sql: 'select status, status_at, price, buyer, seller from orders where order_id = ?',
      args: [String(orderId)],
    })
    const stored = rows.map((row) => [row.status, row.status_at, row.price, row.buyer, row.seller])
    if (JSON.stringify(stored) !== JSON.stringify([expected]))
      report.differences.push(`order ${orderId}: ${JSON.stringify({ stored, expected })}`)
  }
  const { rows } = await db.execute(
    'select (select count(*) from orders) as orders, (select count(*) from unexpected_events) as unexpected',
  )
  if (rows[0]!.orders !== report.orders || rows[0]!.unexpected !== 0) report.differences.push(`rows: ${JSON.stringify(rows[0])}`)
}

/**
 * Compares the invoices with the payouts: each payout of an order with agreed terms has exactly one invoice with its amounts, and the
 * numbers of a seller have no gaps. A reorg may leave invoices of payouts that it removed or changed.
 */
async function compareInvoices({ db }: ChaosWorld, report: Report): Promise<void> {
  const wrong = await db.execute(`select o.order_id, o.terms_state, e.args, count(i.number) as invoices
    from orders o join chain_events e on e.order_id = o.order_id and e.name = 'CompleteOrder'
    left join invoices i on i.order_id = o.id and i.payout = e.id
      and i.to_seller = e.args ->> '$.toSeller' and i.to_treasury = e.args ->> '$.toTreasury'
    group by o.id having invoices <> (o.terms_state = 'ok' and e.args ->> '$.toSeller' <> '0')`)
  for (const row of wrong.rows) report.differences.push(`invoices: ${JSON.stringify(row)}`)
  const gaps = await db.execute('select seller_id from invoices group by seller_id having max(number) <> count(*) or min(number) <> 1')
  for (const row of gaps.rows) report.differences.push(`numbers of invoices: ${JSON.stringify(row)}`)
  const counts = await db.execute(
    `select (select count(*) from invoices) as invoices, (select count(*) from chain_events where name = 'Owed') as owed`,
  )
  const { invoices, owed } = counts.rows[0] as unknown as { invoices: number; owed: number }
  if (!invoices) report.differences.push('no invoice was issued')
  if (!owed) report.differences.push('no payment is owed')
  report.compared.invoices = invoices
  report.owed = owed
}
