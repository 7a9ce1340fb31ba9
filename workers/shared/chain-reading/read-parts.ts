import { ApiError } from '../errors.ts'
import type { Cursor } from '../event-store.ts'
import { hexOf, type RawBlock, type RawLog, type RawReceipt, rpcUnless } from '../rpc.ts'
import type { RpcEnv } from '../rpc-endpoints.ts'
import { RECEIPTS_PER_BATCH } from './intervals.ts'
import { InconsistentChain, withEachEndpoint } from './read.ts'

/** Returns a block with the hashes of its transactions. Throws InconsistentChain if it does not follow the cursor `after`. */
export async function readBlock(env: RpcEnv, number: number, after: Cursor | null): Promise<RawBlock> {
  const [block] = await rpcUnless<[RawBlock | null]>(env, ([found]) => (found ? null : 'lacks a block'), [
    'eth_getBlockByNumber',
    hexOf(number),
    false,
  ])
  if (!block) throw new InconsistentChain('the node is behind')
  if (after && block.parentHash !== after.blockHash) throw new InconsistentChain('the block does not follow the cursor')
  return block
}

/**
 * Yields, in parts, the logs of the contracts in a block that no endpoint sends at once. They are read from the receipts of its
 * transactions; all logs of a transaction are in one part. A batch of receipts that fails is halved, down to a single receipt, whose size
 * is limited by the gas of the transaction.
 */
export async function* readByReceipts(env: RpcEnv, contracts: string[], { hash, transactions }: RawBlock, partLogs: number) {
  const isOfBlock = (receipts: (RawReceipt | null)[]) => receipts.every((receipt) => receipt?.blockHash === hash)
  const readReceipts = (from: RpcEnv, hashes: string[]) =>
    rpcUnless<(RawReceipt | null)[]>(
      from,
      (receipts) => (isOfBlock(receipts) ? null : 'lacks a receipt'),
      ...hashes.map((transaction) => ['eth_getTransactionReceipt', transaction] as const),
    )
  const addresses = new Set(contracts.map((contract) => contract.toLowerCase()))
  let logs: RawLog[] = []
  let size = RECEIPTS_PER_BATCH
  for (let done = 0; done < transactions.length; ) {
    const part = transactions.slice(done, done + size)
    let receipts: (RawReceipt | null)[]
    try {
      receipts = await (part.length === 1 ? withEachEndpoint(env, (one) => readReceipts(one, part)) : readReceipts(env, part))
    } catch (error) {
      if (part.length === 1) throw error
      size = Math.ceil(part.length / 2)
      continue
    }
    if (!isOfBlock(receipts)) throw new InconsistentChain('a block changed while it was read')
    for (const receipt of receipts) {
      if (!Array.isArray(receipt!.logs)) throw new ApiError('chain_unavailable', { reason: 'a receipt without logs' })
      logs.push(...receipt!.logs.filter(({ address }) => addresses.has(address.toLowerCase())))
    }
    done += part.length
    size = Math.min(part.length * 2, RECEIPTS_PER_BATCH)
    if (logs.length >= partLogs) {
      yield logs
      logs = []
    }
  }
  if (logs.length) yield logs
}
