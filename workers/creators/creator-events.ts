import { decodeFunctionResult, encodeFunctionData, type Hex, pad, toEventSelector } from 'viem'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import { deployment, finality } from '../shared/chain.ts'
import { ApiError } from '../shared/errors.ts'
import { type RawBlock, type RawReceipt, rpc } from '../shared/rpc.ts'
import type { CreatorsEnv } from './env.ts'

/** What the Platform contract can do with a creator. */
const EVENTS = {
  added: { selector: toEventSelector('CreatorAdded(address)'), isCreator: true },
  removed: { selector: toEventSelector('CreatorRemoved(address)'), isCreator: false },
}

const IS_CREATOR = { abi: platformAbi, functionName: 'isCreator' } as const
const isCreatorCall = (env: CreatorsEnv, wallet: Hex) =>
  ['eth_call', { to: deployment(env).platform, data: encodeFunctionData({ ...IS_CREATOR, args: [wallet] }) }, 'latest'] as const

/** Whether the wallet is a creator of the Platform contract now. Throws `chain_unavailable`. */
export async function isCreatorOnChain(env: CreatorsEnv, wallet: Hex): Promise<boolean> {
  const [data] = await rpc<[Hex]>(env, isCreatorCall(env, wallet))
  return decodeFunctionResult({ ...IS_CREATOR, data })
}

/** Whether the block is in the node's chain, and enough blocks follow it. */
async function isFinal(env: CreatorsEnv, { blockNumber, blockHash }: RawReceipt, head: Hex): Promise<boolean> {
  if (Number(head) - Number(blockNumber) < finality(deployment(env).chainId)) return false
  const [block] = await rpc<[RawBlock | null]>(env, ['eth_getBlockByNumber', blockNumber, false])
  return block?.hash === blockHash
}

/**
 * Checks that this transaction made the wallet a creator of the Platform contract, or removed it, and that this is still so. Throws
 * `transaction_not_found`, `transaction_pending` (not in a block yet, or too few blocks follow it), `transaction_failed`,
 * `creator_event_missing` (no such event of our contract), `creator_event_other` (of other wallets only), `creator_event_outdated` or
 * `chain_unavailable`.
 */
export async function checkCreatorEvent(env: CreatorsEnv, hash: string, change: keyof typeof EVENTS, wallet: Hex): Promise<void> {
  const { platform } = deployment(env)
  const { selector, isCreator } = EVENTS[change]
  const [receipt, transaction, head, state] = await rpc<[RawReceipt | null, object | null, Hex, Hex]>(
    env,
    ['eth_getTransactionReceipt', hash],
    ['eth_getTransactionByHash', hash],
    ['eth_blockNumber'],
    isCreatorCall(env, wallet),
  )
  if (!receipt) throw new ApiError(transaction ? 'transaction_pending' : 'transaction_not_found')
  if (receipt.status !== '0x1') throw new ApiError('transaction_failed')
  const events = receipt.logs.filter(({ address, topics }) => address.toLowerCase() === platform.toLowerCase() && topics[0] === selector)
  if (!events.length) throw new ApiError('creator_event_missing')
  const topic = pad(wallet).toLowerCase()
  if (!events.some(({ topics }) => topics[1]?.toLowerCase() === topic)) throw new ApiError('creator_event_other')
  if (!(await isFinal(env, receipt, head))) throw new ApiError('transaction_pending')
  if (decodeFunctionResult({ ...IS_CREATOR, data: state }) !== isCreator) throw new ApiError('creator_event_outdated')
}
