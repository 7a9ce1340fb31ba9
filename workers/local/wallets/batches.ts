import { type Address, type Hex, isAddress, isAddressEqual, isHex, toHex } from 'viem'
import type { Call } from './base-wallet/account.ts'
import { INVALID_PARAMS, ProviderRpcError, UNAUTHORIZED } from './demo-wallet/rpc.ts'

/** EIP-5792 for the wallets of the local world. Each batch is one transaction, whose hash is the batch's id. */

const INVALID_VERSION = -32000
const UNKNOWN_CAPABILITY = 5700
const UNKNOWN_CHAIN = 5710
export const UNKNOWN_BATCH = 5730
const TOO_LARGE = 5740
const MAX_CALLS = 10

/** The answer to `wallet_getCapabilities`. `ready` means that the first batch upgrades the account. */
export const capabilities = (chainId: number, status: 'supported' | 'ready') => ({ [toHex(chainId)]: { atomic: { status } } })

/** The calls of a `wallet_sendCalls` request. Throws {@link ProviderRpcError} with the codes of EIP-5792. */
export function parseBatch(given: unknown, account: Address, chainId: number): Call[] {
  const invalid = (message: string) => new ProviderRpcError(INVALID_PARAMS, message)
  if (typeof given !== 'object' || given === null) throw invalid('wallet_sendCalls takes an object.')
  const request = given as Record<'version' | 'from' | 'chainId' | 'atomicRequired' | 'calls' | 'capabilities', unknown>
  if (request.version !== '2.0.0') throw new ProviderRpcError(INVALID_VERSION, 'Version not supported')
  if (request.from !== undefined && !(isAddress(String(request.from)) && isAddressEqual(request.from as Address, account)))
    throw new ProviderRpcError(UNAUTHORIZED, 'This wallet does not hold that account.')
  if (Number(request.chainId) !== chainId) throw new ProviderRpcError(UNKNOWN_CHAIN, `The wallet makes batches on chain ${chainId} only.`)
  if (typeof request.atomicRequired !== 'boolean') throw invalid('atomicRequired must be true or false.')
  const wanted = Object.values((request.capabilities ?? {}) as Record<string, { optional?: boolean }>)
  if (wanted.some(({ optional }) => !optional)) throw new ProviderRpcError(UNKNOWN_CAPABILITY, 'The wallet does not have this capability.')
  if (!Array.isArray(request.calls) || !request.calls.length) throw invalid('calls must be a list.')
  if (request.calls.length > MAX_CALLS) throw new ProviderRpcError(TOO_LARGE, `At most ${MAX_CALLS} calls.`)
  return request.calls.map(({ to, data = '0x', value = '0x0' }: { to?: string; data?: string; value?: string }) => {
    if (!to || !isAddress(to) || !isHex(data) || !isHex(value)) throw invalid('A call has an address, data and a value in hex.')
    return { to, data, value: BigInt(value) }
  })
}

interface RawReceipt {
  logs: unknown[]
  status: Hex
  blockHash: Hex
  blockNumber: Hex
  gasUsed: Hex
  transactionHash: Hex
}

/** The answer to `wallet_getCallsStatus`; null if the chain has no such transaction. `read` makes one call to the chain. */
export async function callsStatus(read: <T>(method: string, params: unknown[]) => Promise<T>, id: unknown, chainId: number) {
  if (!isHex(id) || id.length !== 66) return null
  const receipt = await read<RawReceipt | null>('eth_getTransactionReceipt', [id])
  if (!receipt && !(await read('eth_getTransactionByHash', [id]))) return null
  const answer = { version: '2.0.0', id, chainId: toHex(chainId), atomic: true }
  if (!receipt) return { ...answer, status: 100 }
  const { logs, status, blockHash, blockNumber, gasUsed, transactionHash } = receipt
  const receipts = [{ logs, status, blockHash, blockNumber, gasUsed, transactionHash }]
  return { ...answer, status: status === '0x1' ? 200 : 500, receipts }
}
