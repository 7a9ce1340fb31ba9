import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { orderBookAbi } from '../../../../contracts/abi/OrderBook.ts'
import { ROOT } from '../../world/bundle.ts'
import type { serveFixtureChain } from './fixture-chain.ts'

/** Ponder and the packages it needs. They are not dependencies of Warren: they are installed for this bench only. */
const PACKAGES = { ponder: '0.16.10', hono: '4.13.19', viem: '2.57.1' }
const PROJECT = join(ROOT, 'node_modules/.cache/ponder-bench')
export const PONDER = `Ponder ${PACKAGES.ponder}`

/** Time limits of the installation and of a run (ms). */
const [INSTALL_MS, RUN_MS] = [300_000, 180_000]
/**
 * How many times the configuration names the address of the chain. At first Ponder sends 20 requests a second to an address, later up to
 * 500, and this limit would decide the result. With 25 addresses it may send 500 from the start.
 */
const ADDRESSES = 25

/** The files of the Ponder project. They store the same events and orders as our tables. */
const FILES = {
  'package.json': JSON.stringify({ name: 'ponder-bench', private: true, type: 'module', dependencies: PACKAGES }),
  'abi.ts': `export const orderBookAbi = ${JSON.stringify(orderBookAbi)} as const`,
  'ponder.config.ts': `
import { createConfig } from 'ponder'
import { orderBookAbi } from './abi'
const { CHAIN_URL, CONTRACT, LAST_BLOCK, DATABASE } = process.env
export default createConfig({
  database: { kind: 'pglite', directory: DATABASE },
  chains: { fixture: { id: 31337, rpc: Array(${ADDRESSES}).fill(CHAIN_URL), disableCache: true } },
  contracts: { OrderBook: { abi: orderBookAbi, chain: 'fixture', address: CONTRACT, startBlock: 1, endBlock: Number(LAST_BLOCK) } },
})`,
  'ponder.schema.ts': `
import { onchainTable } from 'ponder'
export const orders = onchainTable('orders', (t) => ({
  id: t.text().primaryKey(), status: t.integer().notNull(), statusAt: t.bigint().notNull(), createdAt: t.bigint().notNull(),
  ref: t.hex(), productId: t.bigint(), buyer: t.hex(), seller: t.hex(), token: t.hex(), price: t.bigint(), feeBps: t.bigint(),
  delivery: t.bigint(),
}))
export const events = onchainTable('events', (t) => ({
  id: t.text().primaryKey(), orderId: t.text().notNull(), name: t.text().notNull(), block: t.bigint().notNull(), blockHash: t.hex(),
  transactionHash: t.hex(), logIndex: t.integer(), timestamp: t.bigint().notNull(), args: t.text(),
}))`,
  'src/index.ts': `
import { ponder } from 'ponder:registry'
import { events, orders } from 'ponder:schema'
const store = (name, { event, context }) => context.db.insert(events).values({
  id: event.id, orderId: String(event.args.orderId), name, block: event.block.number, blockHash: event.block.hash,
  transactionHash: event.transaction.hash, logIndex: event.log.logIndex, timestamp: event.block.timestamp,
  args: JSON.stringify(event.args, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
})
ponder.on('OrderBook:NewOrder', async (one) => {
  const { event: { args, block }, context } = one
  await store('NewOrder', one)
  const { orderId, validUntil, arbitrationFeeBps, ...terms } = args
  await context.db.insert(orders).values({ id: String(orderId), status: 0, statusAt: block.timestamp, createdAt: block.timestamp, ...terms })
})
for (const [name, status] of [['AcceptOrder', 1], ['DeliverOrder', 4], ['CompleteOrder', 5]])
  ponder.on('OrderBook:' + name, async (one) => {
    await store(name, one)
    const { event, context } = one
    await context.db.update(orders, { id: String(event.args.orderId) }).set({ status, statusAt: event.block.timestamp })
  })`,
  'src/api/index.ts': `
import { Hono } from 'hono'
import { count, eq } from 'ponder'
import { db } from 'ponder:api'
import { events, orders } from 'ponder:schema'
export default new Hono().get('/counts', async (c) => {
  const [stored] = await db.select({ count: count() }).from(events)
  const [completed] = await db.select({ count: count() }).from(orders).where(eq(orders.status, 5))
  return c.json({ events: stored.count, orders: completed.count })
})`,
}

/** Writes the project and installs its packages, unless they are there. No script of a package runs. Throws with the reason. */
export function installPonder(): void {
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(PROJECT, name)), { recursive: true })
    writeFileSync(join(PROJECT, name), content)
  }
  const isInstalled = Object.entries(PACKAGES).every(([name, version]) => {
    try {
      const file = join(PROJECT, 'node_modules', name, 'package.json')
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === version
    } catch {
      return false
    }
  })
  if (isInstalled) return
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const script = process.env.npm_execpath
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  const { status, stderr, error } = spawnSync(command, [...first, ...args], { cwd: PROJECT, encoding: 'utf8', timeout: INSTALL_MS })
  if (status === 0) return
  const reason = error?.message ?? stderr.split('\n').find((line) => /^npm (error|ERR!) (?!code)/.test(line)) ?? `it ended with ${status}`
  throw new Error(`npm could not install ${PONDER}: ${reason}`)
}

/** A port that is free now. */
function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    }),
  )
}

/**
 * Waits until Ponder answers that it has read all blocks, and returns the time (ms, of `performance.now`). Throws if it ends or takes too
 * long.
 */
async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<number> {
  for (const deadline = Date.now() + RUN_MS; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error(`${PONDER} ended with ${child.exitCode}: ${output().trim().split('\n').at(-1)}`)
    const answer = await fetch(`${url}/ready`).catch(() => null)
    if (answer?.status === 200) return performance.now()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${PONDER} was not ready after ${RUN_MS / 1000} s`)
}

/**
 * Reads the chain with Ponder into a new PGlite database, Ponder's default. Returns the events per second, from Ponder's first request for
 * logs until it is ready; its start is not counted. Call {@link installPonder} first. Throws with the reason if Ponder fails.
 */
export async function readByPonder(chain: Awaited<ReturnType<typeof serveFixtureChain>>, orders: number): Promise<number> {
  const database = mkdtempSync(join(tmpdir(), 'warren-ponder-'))
  const port = await freePort()
  const reading = chain.nextRead()
  const binary = join(PROJECT, 'node_modules/ponder/dist/esm/bin/ponder.js')
  const child = spawn(process.execPath, [binary, 'start', '--schema', 'bench', '--port', String(port)], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CHAIN_URL: chain.url,
      CONTRACT: chain.contract,
      LAST_BLOCK: String(chain.lastBlock),
      DATABASE: database,
      PONDER_TELEMETRY_DISABLED: 'true',
    },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000)
    })
  try {
    const url = `http://127.0.0.1:${port}`
    const until = await untilReady(url, child, () => output)
    const counts = await (await fetch(`${url}/counts`)).text()
    const wanted = JSON.stringify({ events: chain.events, orders })
    if (counts !== wanted) throw new Error(`${PONDER} has stored ${counts}, not ${wanted}`)
    return chain.events / ((until - (await reading)) / 1000)
  } finally {
    child.kill('SIGKILL')
    await ended
    rmSync(database, { recursive: true, force: true })
  }
}
