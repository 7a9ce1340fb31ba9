import { requestSilently } from './request.ts'
import type { Eip1193 } from './wallet.ts'

/** Maximum number of a batch's receipts that are read. A batch that is one transaction has one receipt. */
const MAX_RECEIPTS = 5

/** The state of a batch and the hashes of its transactions, as the wallet reports them. They prove nothing. */
export interface CallsStatus {
  state: 'pending' | 'confirmed' | 'failed'
  hashes: `0x${string}`[]
}

/** The content of an answer to `wallet_getCallsStatus` about the batch `id`; null if it is about another batch or is invalid. */
export function parseCallsStatus(answer: unknown, id: string): CallsStatus | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { id: about, status, receipts } = answer as { id?: unknown; status?: unknown; receipts?: unknown }
  if (about !== undefined && about !== id) return null
  if (typeof status !== 'number' || !(status >= 100 && status < 700)) return null
  const hashes = (Array.isArray(receipts) ? receipts.slice(0, MAX_RECEIPTS) : [])
    .map((receipt: { transactionHash?: unknown } | null) => receipt?.transactionHash)
    .filter((hash): hash is `0x${string}` => typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash))
  return { state: status < 200 ? 'pending' : status < 300 ? 'confirmed' : 'failed', hashes }
}

/** Asks a wallet about a batch; null if it gives no usable answer. */
export const callsStatus = async (provider: Eip1193, id: string): Promise<CallsStatus | null> =>
  parseCallsStatus(await requestSilently(provider, 'wallet_getCallsStatus', [id]), id)
