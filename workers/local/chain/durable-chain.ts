import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { CHAIN_ID, call, RpcError, startAnvil } from '../../../contracts/script/anvil.ts'
import { callsStatus, UNKNOWN_BATCH } from '../wallets/batches.ts'
import { type Entry, Journal } from './journal.ts'

export interface RpcCall {
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
/** How long a transaction waits for those with lower nonces (ms). */
const EARLIER_MS = 2000
/** Maximum wait for a transaction to be mined, which normally happens at once (ms). */
const MINED_MS = 30_000

type Node = Awaited<ReturnType<typeof startAnvil>>

const seconds = () => Math.floor(Date.now() / 1000)

/**
 * Makes anvil durable: everything a client has seen on the chain is restored, even if the world was killed. Before a change is executed, it
 * is written to a journal (and synced) with the timestamp of its block; repeated on an empty node, the same calls at the same times produce
 * the same blocks. Anvil's own state dumps would lose the clock and past states, and are not written after every change.
 */
export class DurableChain {
  readonly node: Node['process']
  readonly #url: string
  readonly #journal: Journal
  /** How far the chain's clock is ahead of the wall clock (seconds). */
  #offset = 0
  /** Runs changes one at a time: a block holds the result of one call, so that a restart restores the same blocks. */
  #queue: Promise<unknown> = Promise.resolve()

  private constructor(node: Node, journal: Journal) {
    this.node = node.process
    this.#url = node.url
    this.#journal = journal
  }

  /** Starts a node and restores the chain from the journal of this folder. */
  static async start(dir: string): Promise<DurableChain> {
    mkdirSync(dir, { recursive: true })
    const journal = new Journal(join(dir, 'chain.jsonl'))
    const first = journal.lines[0]
    const genesis = first && 'genesis' in first ? first.genesis : seconds()
    const node = await startAnvil({ genesis, cache: join(dir, 'anvil') })
    if (!first) journal.add({ genesis, chainId: CHAIN_ID })
    const chain = new DurableChain(node, journal)
    await chain.#replay()
    return chain
  }

  /** Answers one JSON-RPC call; errors of the node are in the answer. */
  async respond({ id = null, method, params = [] }: RpcCall) {
    try {
      // The node that Base's wallet reads from answers this too.
      if (method === 'wallet_getCallsStatus') {
        const result = await callsStatus((name, asked) => this.#anvil(name, asked), params[0], CHAIN_ID)
        if (!result) throw new RpcError({ code: UNKNOWN_BATCH, message: 'No matching bundle found.' })
        return { jsonrpc: '2.0', id, result }
      }
      const changes = CHANGES.test(method) && !READS.test(method)
      if (changes) await this.#waitForEarlierNonces(method, params)
      return {
        jsonrpc: '2.0',
        id,
        result: await (changes ? this.#enqueue(() => this.#change(method, params)) : this.#anvil(method, params)),
      }
    } catch (error) {
      const { code, message, data } = error instanceof RpcError ? error : new RpcError({ code: -32603, message: String(error) })
      return { jsonrpc: '2.0', id, error: { code, message, data } }
    }
  }

  /** Kills the node once the changes in the queue are done. */
  async close(): Promise<void> {
    await this.#queue.catch(() => {})
    this.#journal.close()
    this.node.kill('SIGKILL')
  }

  #anvil<T>(method: string, params: unknown[] = []): Promise<T> {
    return call<T>(this.#url, method, params)
  }

  #latest(): Promise<{ hash: string; timestamp: string }> {
    return this.#anvil('eth_getBlockByNumber', ['latest', false])
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const queued = this.#queue.then(work, work)
    this.#queue = queued
    return queued
  }

  async #replay(): Promise<void> {
    for (const line of this.#journal.lines) {
      if ('offset' in line) this.#offset = line.offset
      if (!('method' in line)) continue
      if ((await this.#latest()).hash !== line.head)
        throw new Error(`the chain's journal ${this.#journal.file} does not fit this anvil: run npm run reset`)
      // A call that failed when it was first executed fails again when it is repeated.
      await this.#perform(line).catch(() => {})
    }
    await this.#anvil('evm_setTime', [Math.max(Number((await this.#latest()).timestamp), seconds() + this.#offset)])
  }

  async #moveClock(method: string, value: number): Promise<number> {
    this.#offset = method.endsWith('increaseTime') ? this.#offset + value : value - seconds()
    this.#journal.add({ offset: this.#offset })
    await this.#anvil('evm_setTime', [seconds() + this.#offset])
    return this.#offset
  }

  async #change(method: string, params: unknown[]): Promise<unknown> {
    if (REFUSED.test(method))
      throw new RpcError({
        code: -32601,
        message: `${method} can't be repeated after a restart; reorganise with evm_snapshot and evm_revert`,
      })
    if (CLOCK.test(method)) return this.#moveClock(method, Number(params[0]))
    const { hash: head, timestamp } = await this.#latest()
    const at = Math.max(Number(timestamp), seconds() + this.#offset)
    if (!MINES.test(method)) {
      const entry = { method, params, at, head }
      this.#journal.add(entry)
      return this.#perform(entry)
    }
    // Give each block its own timestamp; anvil would take later ones from the wall clock.
    const { blocks, interval } = /^evm_/.test(method)
      ? { blocks: 1, interval: 0 }
      : { blocks: Number(params[0] ?? 1), interval: Number(params[1] ?? 1) }
    const start = /^evm_/.test(method) && typeof params[0] === 'number' ? params[0] : at
    for (let i = 0; i < blocks; i++) {
      const entry = { method: 'evm_mine', params: [], at: start + i * interval, head: i ? (await this.#latest()).hash : head }
      this.#journal.add(entry)
      await this.#perform(entry)
    }
    return method === 'anvil_mine' || method === 'hardhat_mine' ? null : '0x0'
  }

  async #perform({ method, params, at }: Entry): Promise<unknown> {
    await this.#anvil('evm_setNextBlockTimestamp', [at])
    const result = await this.#anvil(method, params)
    if (method.startsWith('eth_send') && typeof result === 'string') await this.#waitUntilMined(result)
    return result
  }

  /**
   * Waits until a transaction is mined: anvil responds before it mines, which can be slow on a busy machine. Does not wait for a
   * transaction that itself waits for an earlier nonce.
   */
  async #waitUntilMined(hash: string): Promise<void> {
    const sent = await this.#anvil<{ from: string; nonce: string } | null>('eth_getTransactionByHash', [hash])
    if (!sent || !(await this.#anvil('anvil_getAutomine'))) return
    if (Number(sent.nonce) > Number(await this.#anvil('eth_getTransactionCount', [sent.from, 'latest']))) return
    for (const until = Date.now() + MINED_MS; Date.now() < until; ) {
      if (await this.#anvil('eth_getTransactionReceipt', [hash])) return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  /**
   * Waits until the sender's earlier transactions are mined, if they arrive. Anvil mines a transaction that had to wait together with the
   * one it waited for, and sometimes adds an empty block, which a restart would not restore.
   */
  async #waitForEarlierNonces(method: string, [sent]: unknown[]): Promise<void> {
    const transaction = await senderOf(method, sent).catch(() => undefined)
    if (!transaction) return
    for (const until = Date.now() + EARLIER_MS; Date.now() < until; ) {
      if (Number(await this.#anvil('eth_getTransactionCount', [transaction.from, 'latest'])) >= transaction.nonce) return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
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
