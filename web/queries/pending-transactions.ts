import { orders, queryClient } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { config } from '../lib/page-data.ts'
import { keys } from '../lib/query-keys.ts'
import { store } from '../lib/storage.ts'
import { readList } from '../lib/stored-json.ts'

type Hash = `0x${string}`
/** What left the wallet: a transaction by its hash, or a batch by its id and the account that sent it. */
type Sent = { hash: Hash } | { batch: string; account: Hash }
/** Something that left the wallet and that the server has not recorded yet. `at` is in UTC seconds. */
type Pending = Sent & { chainId: number; at: number }

const KEY = 'warren.pending'
/** After this time the cron has recorded the transaction, or the chain has dropped it (seconds). */
const MAX_AGE = 86_400
const TRIES = 8
/** How often to try at a later visit. */
export const RESUME_TRIES = 3
const FIRST_WAIT_MS = 400

function read(): Pending[] {
  const transactions = readList<Pending>(KEY, { hash: '0x', chainId: 0, at: 0 })
  const batches = readList<Pending>(KEY, { batch: '', account: '0x', chainId: 0, at: 0 })
  return [...transactions, ...batches].filter(({ at }) => Date.now() / 1000 - at < MAX_AGE)
}

/** A failure to store is not reported: the payment was sent, and the server finds the order by itself. */
const write = (all: Pending[]): void => void store(KEY, all.length ? JSON.stringify(all) : null)

/** Stores what left the wallet until it is recorded, so that the next visit can record it if this tab is closed. */
export const remember = (sent: Sent): void => write([...read(), { ...sent, chainId: config().chainId, at: Math.floor(Date.now() / 1000) }])

const idOf = (one: Sent) => ('batch' in one ? one.batch : one.hash)
const forget = (id: string) => write(read().filter((one) => idOf(one) !== id))

/** Whether another attempt may succeed, because the chain or the server needs more time. */
const isRetryable = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || error.code === 'transaction_pending' || error.code === 'transaction_not_found')

/**
 * Records a transaction at the server, in up to `tries` attempts (8 attempts take about 50 seconds) while the chain has not included it.
 * Resolves with the order and its room, or throws the last error. After a retryable error the next visit tries again, and the server also
 * finds the transaction by itself.
 */
async function recordTransaction(hash: Hash, tries = TRIES): Promise<{ orderId: string; roomId: string | null }> {
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    try {
      const answer = await (await orders.addOrder.$post({ json: { transactionHash: hash, chainId: config().chainId } })).json()
      forget(hash)
      await queryClient.invalidateQueries({ queryKey: keys.orders })
      // The order may have paid a place at an event.
      for (const queryKey of [keys.applications, keys.listings]) void queryClient.invalidateQueries({ queryKey })
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
 * Stores what left the wallet, waits for `mined`, calls `onMined`, and records the transaction. `mined` resolves with the hash on chain,
 * which may differ from the sent one. Throws what `mined` or recordTransaction throws.
 */
export async function recordWhenMined(
  sent: Sent,
  mined: Promise<Hash>,
  onMined: () => void,
): Promise<{ orderId: string; roomId: string | null }> {
  remember(sent)
  const hash = await mined
  onMined()
  return recordMined(idOf(sent), hash)
}

/**
 * Records the transaction of something stored, which is stored under the transaction's hash from now on. Throws what recordTransaction
 * throws.
 */
export function recordMined(id: string, hash: Hash, tries?: number): Promise<{ orderId: string; roomId: string | null }> {
  if (id !== hash) {
    forget(id)
    remember({ hash })
  }
  return recordTransaction(hash, tries)
}

/** The batches of earlier visits that are not recorded yet. */
export const pendingBatches = () => mine().flatMap((one) => ('batch' in one ? [one] : []))

const mine = () => read().filter(({ chainId }) => chainId === config().chainId)

/** Records the transactions of earlier visits. Errors are not shown: the orders appear by themselves. */
export async function resumeTransactions(): Promise<void> {
  await Promise.allSettled(mine().map((one) => 'hash' in one && recordTransaction(one.hash, RESUME_TRIES)))
}
