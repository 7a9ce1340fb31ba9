import { requestSilently } from './request.ts'
import type { Eip1193 } from './wallet.ts'

/** How many receipts of a batch are read. One made as a whole has one. */
const MAX_RECEIPTS = 5

/** What a wallet says about a batch: still `pending`, or ended, and the hashes of its transactions. It is not proof of anything. */
export interface CallsStatus {
  state: 'pending' | 'confirmed' | 'failed'
  hashes: `0x${string}`[]
}

/** The content of an answer to `wallet_getCallsStatus` about the batch `id`; null if it is not about that batch or makes no sense. */
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
