import { orders, queryClient } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { config } from '../lib/page-data.ts'
import { keys } from '../lib/query-keys.ts'
import { readList, store } from '../lib/storage.ts'

/** A transaction that left the wallet and that the server has not recorded yet. */
interface Pending {
  hash: `0x${string}`
  chainId: number
  /** UTC seconds. */
  at: number
}

const KEY = 'warren.pending'
/** After this time the cron has recorded the transaction, or the chain has dropped it (seconds). */
const MAX_AGE = 86_400
const TRIES = 8
const FIRST_WAIT_MS = 400

function read(): Pending[] {
  return readList<Pending>(KEY, { hash: '0x', chainId: 0, at: 0 }).filter(({ at }) => Date.now() / 1000 - at < MAX_AGE)
}

/** A failure to store is not reported: the payment was sent, and the server finds the order by itself. */
const write = (all: Pending[]): void => void store(KEY, all.length ? JSON.stringify(all) : null)

/** Stores a transaction's hash until it is recorded, so that the next visit can record it if this tab is closed. */
export const rememberTransaction = (hash: `0x${string}`): void =>
  write([...read(), { hash, chainId: config().chainId, at: Math.floor(Date.now() / 1000) }])

const forget = (hash: string) => write(read().filter((one) => one.hash !== hash))

/** Whether another attempt may succeed, because the chain or the server needs more time. */
const isRetryable = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || error.code === 'transaction_pending' || error.code === 'transaction_not_found')

/**
 * Records a transaction at the server, in up to `tries` attempts (8 attempts take about 50 seconds) while the chain has not included it.
 * Resolves with the order and its room, or throws the last error. After a retryable error the next visit tries again, and the server also
 * finds the transaction by itself.
 */
async function recordTransaction(hash: `0x${string}`, tries = TRIES): Promise<{ orderId: string; roomId: string | null }> {
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    try {
      const answer = await (await orders.addOrder.$post({ json: { transactionHash: hash, chainId: config().chainId } })).json()
      forget(hash)
      await queryClient.invalidateQueries({ queryKey: keys.orders })
      return answer
    } catch (error) {
      const limited = error instanceof ApiError && error.code === 'too_many_requests'
      if (!isRetryable(error) && !limited) forget(hash)
      if (!isRetryable(error) || --tries <= 0) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/**
 * Stores the hash of a sent transaction, waits for `mined`, calls `onMined`, and records the transaction. `mined` resolves with the hash on
 * chain, which may differ from the sent one. Throws what `mined` or recordTransaction throws.
 */
export async function recordWhenMined(
  hash: `0x${string}`,
  mined: Promise<`0x${string}`>,
  onMined: () => void,
): Promise<{ orderId: string; roomId: string | null }> {
  rememberTransaction(hash)
  const minedHash = await mined
  onMined()
  return recordTransaction(minedHash)
}

/** Records the transactions of earlier visits. Errors are not shown: the orders appear by themselves. */
export async function resumeTransactions(): Promise<void> {
  const mine = read().filter(({ chainId }) => chainId === config().chainId)
  await Promise.allSettled(mine.map(({ hash }) => recordTransaction(hash, 3)))
}
