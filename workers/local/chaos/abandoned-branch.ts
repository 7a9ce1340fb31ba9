import { call as ask } from '../../../contracts/script/anvil.ts'
import type { RawBlock, RawLog } from '../../shared/rpc.ts'

/** A request of a batch. */
export interface Call {
  id: number
  method: string
  params: unknown[]
}
/** The answer to a {@link Call}. */
export interface Answer {
  id: number
  result?: unknown
  error?: { code: number; message: string }
}

/** The last blocks of a chain before a reorg replaced them: what a node that did not follow the reorg still answers. */
export interface Branch {
  /** The number of its first and of its last block. */
  first: number
  last: number
  blocks: Map<number, RawBlock>
  logs: RawLog[]
  /** Transactions and their receipts, by hash. */
  transactions: Map<string, { transaction: unknown; receipt: unknown }>
}

const toHex = (value: number) => `0x${value.toString(16)}`

/** Reads the last `depth` blocks of a node, before a reorg replaces them. */
export async function recordBranch(node: string, depth: number): Promise<Branch> {
  const last = Number(await ask<string>(node, 'eth_blockNumber'))
  const first = last - depth + 1
  const branch: Branch = { first, last, blocks: new Map(), logs: [], transactions: new Map() }
  for (let number = first; number <= last; number++) {
    const block = await ask<RawBlock & { transactions: string[] }>(node, 'eth_getBlockByNumber', [toHex(number), false])
    branch.blocks.set(number, block)
    for (const hash of block.transactions) {
      const transaction = await ask(node, 'eth_getTransactionByHash', [hash])
      branch.transactions.set(hash, { transaction, receipt: await ask(node, 'eth_getTransactionReceipt', [hash]) })
    }
  }
  branch.logs = await ask<RawLog[]>(node, 'eth_getLogs', [{ fromBlock: toHex(first), toBlock: toHex(last) }])
  return branch
}

/** Computes the answer of a node whose chain ends with the branch from the answer of a node that followed the reorg. */
export function answerOnBranch(branch: Branch, { method, params }: Call, answer: Answer): Answer {
  const change = (result: unknown): Answer => ({ id: answer.id, result })
  const [what] = params
  if (method === 'eth_blockNumber') return change(toHex(branch.last))
  if (method === 'eth_getBlockByNumber') {
    const number = what === 'latest' ? branch.last : Number(what)
    return number < branch.first ? answer : change(branch.blocks.get(number) ?? null)
  }
  if (method === 'eth_getLogs') {
    const { address, fromBlock, toBlock } = what as { address: string | string[]; fromBlock: string; toBlock: string }
    const addresses = [address].flat().map((one) => one.toLowerCase())
    const own = branch.logs.filter(
      (log) =>
        addresses.includes(log.address.toLowerCase()) &&
        Number(log.blockNumber) >= Number(fromBlock) &&
        Number(log.blockNumber) <= Number(toBlock),
    )
    const shared = ((answer.result ?? []) as RawLog[]).filter(({ blockNumber }) => Number(blockNumber) < branch.first)
    return change([...shared, ...own])
  }
  if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash') {
    const isReceipt = method === 'eth_getTransactionReceipt'
    const own = branch.transactions.get(what as string)
    if (own) return change(isReceipt ? own.receipt : own.transaction)
    const { blockNumber } = (answer.result ?? {}) as { blockNumber?: string | null }
    // For the node on the branch, a transaction of the new chain is still pending.
    if (blockNumber && Number(blockNumber) >= branch.first)
      return change(isReceipt ? null : { ...(answer.result as object), blockHash: null, blockNumber: null })
  }
  return answer
}
