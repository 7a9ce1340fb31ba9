import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { CHAIN_ID, call, RpcError, startAnvil } from '../../../contracts/script/anvil.ts'
import { asChild } from '../world/child.ts'

/** One change of the chain: the call, the timestamp of its block (seconds) and the hash of the block before it. */
interface Entry {
  method: string
  params: unknown[]
  at: number
  head: string
}

/** A line of the journal: the header, a change, or a move of the chain's clock to `offset` seconds ahead of the wall clock. */
type Line = { genesis: number; chainId: number } | Entry | { offset: number }

interface RpcCall {
  id?: unknown
  method: string
  params?: unknown[]
}

const READS = /^anvil_(nodeInfo|metadata|dumpState|getAutomine|getIntervalMining|getBlobByHash|getBlobsByTransactionHash|getGenesisTime)$/
const CHANGES = /^((anvil|evm|hardhat|tenderly)_|eth_send|wallet_send)/
const MINES = /^(evm_mine|anvil_mine|hardhat_mine|evm_mine_detailed)$/
const CLOCK = /^(evm_increaseTime|(evm|anvil)_setTime|(evm|anvil)_setNextBlockTimestamp|anvil_increaseTime)$/
/** Methods that would produce blocks the journal cannot reproduce. */
const REFUSED = /^(anvil_reset|anvil_reorg|anvil_loadState|hardhat_reset|(evm|anvil)_setIntervalMining|anvil_setBlockTimestampInterval)$/
const LOCAL_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** How long a transaction waits for those with lower nonces (ms). */
const EARLIER_MS = 2000
/** How long to wait for a transaction to be mined, although nothing should prevent it (ms). */
const MINED_MS = 30_000

const seconds = () => Math.floor(Date.now() / 1000)

/**
 * The local chain: anvil behind a JSON-RPC proxy that makes it durable. Anvil's own state dumps lose the clock and past states and are not
 * written at once. So the proxy writes every change to a journal (and syncs it), with the timestamp of its block, before it executes the
 * change. Replayed on an empty node, the same calls at the same times produce the same blocks with the same hashes. So the world may be
 * killed at any moment, and everything a client has seen on the chain is restored.
 */
export async function serveChain(options: { port: number; dir: string }) {
  mkdirSync(options.dir, { recursive: true })
  const file = join(options.dir, 'chain.jsonl')
  const lines = readJournal(file)
  const first = lines[0]
  const genesis = first && 'genesis' in first ? first.genesis : seconds()
  const node = await startAnvil({ genesis, cache: join(options.dir, 'anvil') })
  const journal = openSync(file, 'a')
  const write = (added: Line[]) => {
    writeSync(journal, added.map((line) => `${JSON.stringify(line)}\n`).join(''))
    fsyncSync(journal)
  }
  if (!first) write([{ genesis, chainId: CHAIN_ID }])

  const anvil = <T>(method: string, params: unknown[] = []) => call<T>(node.url, method, params)
  const latest = () => anvil<{ hash: string; timestamp: string }>('eth_getBlockByNumber', ['latest', false])
  let offset = 0

  /**
   * Waits until a transaction is mined: anvil responds before it mines, which can be slow on a busy machine. Does not wait for one that
   * waits for an earlier nonce.
   */
  async function waitUntilMined(hash: string): Promise<void> {
    const sent = await anvil<{ from: string; nonce: string } | null>('eth_getTransactionByHash', [hash])
    if (!sent || !(await anvil('anvil_getAutomine'))) return
    if (Number(sent.nonce) > Number(await anvil('eth_getTransactionCount', [sent.from, 'latest']))) return
    for (const until = Date.now() + MINED_MS; Date.now() < until; ) {
      if (await anvil('eth_getTransactionReceipt', [hash])) return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  /**
   * Waits until the sender's earlier transactions are mined, if they arrive. Anvil mines a transaction that had to wait together with the
   * one it waited for, and sometimes adds an empty block, which a replay would not reproduce.
   */
  async function waitForEarlierNonces(method: string, [sent]: unknown[]): Promise<void> {
    const transaction = await senderOf(method, sent).catch(() => undefined)
    if (!transaction) return
    for (const until = Date.now() + EARLIER_MS; Date.now() < until; ) {
      if (Number(await anvil('eth_getTransactionCount', [transaction.from, 'latest'])) >= transaction.nonce) return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  async function perform({ method, params, at }: Entry): Promise<unknown> {
    await anvil('evm_setNextBlockTimestamp', [at])
    const result = await anvil(method, params)
    if (method.startsWith('eth_send') && typeof result === 'string') await waitUntilMined(result)
    return result
  }

  async function replay(): Promise<void> {
    for (const line of lines) {
      if ('offset' in line) offset = line.offset
      if (!('method' in line)) continue
      if ((await latest()).hash !== line.head) throw new Error(`the chain's journal ${file} does not fit this anvil: run npm run reset`)
      // A call that failed then fails again in the replay.
      await perform(line).catch(() => {})
    }
    await anvil('evm_setTime', [Math.max(Number((await latest()).timestamp), seconds() + offset)])
  }

  async function moveClock(method: string, value: number): Promise<number> {
    offset = method.endsWith('increaseTime') ? offset + value : value - seconds()
    write([{ offset }])
    await anvil('evm_setTime', [seconds() + offset])
    return offset
  }

  async function change(method: string, params: unknown[]): Promise<unknown> {
    if (REFUSED.test(method))
      throw new RpcError({
        code: -32601,
        message: `${method} can't be repeated after a restart; reorganise with evm_snapshot and evm_revert`,
      })
    if (CLOCK.test(method)) return moveClock(method, Number(params[0]))
    const { hash: head, timestamp } = await latest()
    const at = Math.max(Number(timestamp), seconds() + offset)
    if (!MINES.test(method)) {
      const entry = { method, params, at, head }
      write([entry])
      return perform(entry)
    }
    // Give each block its own timestamp; anvil would take later ones from the wall clock.
    const { blocks, interval } = /^evm_/.test(method)
      ? { blocks: 1, interval: 0 }
      : { blocks: Number(params[0] ?? 1), interval: Number(params[1] ?? 1) }
    const start = /^evm_/.test(method) && typeof params[0] === 'number' ? params[0] : at
    for (let i = 0; i < blocks; i++) {
      const entry = { method: 'evm_mine', params: [], at: start + i * interval, head: i ? (await latest()).hash : head }
      write([entry])
      await perform(entry)
    }
    return method === 'anvil_mine' || method === 'hardhat_mine' ? null : '0x0'
  }

  /** Runs changes one at a time: a block holds the result of one call, so that a replay produces the same blocks. */
  let queue: Promise<unknown> = replay()
  await queue
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const queued = queue.then(work, work)
    queue = queued
    return queued
  }

  async function respond({ id = null, method, params = [] }: RpcCall) {
    try {
      const changes = CHANGES.test(method) && !READS.test(method)
      if (changes) await waitForEarlierNonces(method, params)
      return { jsonrpc: '2.0', id, result: await (changes ? enqueue(() => change(method, params)) : anvil(method, params)) }
    } catch (error) {
      const { code, message, data } = error instanceof RpcError ? error : new RpcError({ code: -32603, message: String(error) })
      return { jsonrpc: '2.0', id, error: { code, message, data } }
    }
  }

  const server = createServer(async (request, response) => {
    if (!allowOrigin(request, response)) return
    if (request.method === 'GET') return void response.end(JSON.stringify({ chainId: CHAIN_ID }))
    if (request.method !== 'POST') return void response.writeHead(405).end()
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const body = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | RpcCall[]
      const answers = Array.isArray(body) ? await Promise.all(body.map(respond)) : await respond(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers))
    } catch {
      response.writeHead(400).end()
    }
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, '127.0.0.1', resolve))
  let closing = false
  node.process.once('exit', (code, signal) => {
    if (closing) return
    process.stderr.write(`anvil ended with ${signal ?? code}\n`)
    process.exitCode = 1
    server.close(() => process.exit(1))
    server.closeAllConnections()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      closing = true
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await queue.catch(() => {})
      closeSync(journal)
      node.process.kill('SIGKILL')
    },
  }
}

/** The sender of a transaction and its nonce; undefined if the node chooses the nonce. */
async function senderOf(method: string, sent: unknown): Promise<{ from: string; nonce: number } | undefined> {
  if (method === 'eth_sendRawTransaction') {
    const serializedTransaction = sent as TransactionSerialized
    const from = await recoverTransactionAddress({ serializedTransaction })
    return { from, nonce: parseTransaction(serializedTransaction).nonce ?? 0 }
  }
  if (method !== 'eth_sendTransaction') return
  const { from, nonce } = sent as { from: string; nonce?: string }
  return nonce === undefined ? undefined : { from, nonce: Number(nonce) }
}

/** The complete lines of the journal. An incomplete last line (after a crash) was never executed and is removed. */
function readJournal(file: string): Line[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf(10) + 1
  if (end < bytes.length) truncateSync(file, end)
  return bytes
    .subarray(0, end)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

/**
 * Allows pages of this machine (the demo wallet calls it) and refuses all others. CORS alone would not be enough: a simple POST is executed
 * without a preflight.
 */
function allowOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers
  if (origin && !LOCAL_ORIGIN.test(origin)) {
    response.writeHead(403).end()
    return false
  }
  if (origin) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
  }
  if (request.method !== 'OPTIONS') return true
  // The Base Account SDK adds its own headers.
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? 'content-type')
  response.setHeader('access-control-allow-methods', 'POST')
  response.setHeader('access-control-allow-private-network', 'true')
  response.writeHead(204).end()
  return false
}

if (import.meta.main) {
  const [port, dir] = process.argv.slice(2)
  if (!port || !dir) throw new Error('usage: chain.ts <port> <folder>')
  await asChild(() => serveChain({ port: Number(port), dir }))
}
