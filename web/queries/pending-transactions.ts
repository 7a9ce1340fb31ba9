import type { Order, OwedPayment } from '../../workers/orders/orders.schema.ts'
import { orders, queryClient } from '../lib/api.ts'
import { ApiError, isReportRetryable } from '../lib/api-error.ts'
import { config } from '../lib/page-data.ts'
import { keys } from '../lib/query-keys.ts'
import { store } from '../lib/storage.ts'
import { isRecent, readList } from '../lib/stored-json.ts'
import { createStore } from '../ui/store.ts'

type Hash = `0x${string}`
/** What the wallet has sent: a transaction by its hash, or a batch by its id and the account that sent it. */
type Sent = { hash: Hash } | { batch: string; account: Hash }
/**
 * Something that the wallet has sent and the server has not recorded yet. `at` is in UTC seconds. `subject` is a {@link stepSubject},
 * {@link purchaseSubject}, {@link decisionSubject} or {@link withdrawalSubject}.
 */
type Pending = Sent & { chainId: number; at: number; subject?: string }

const KEY = 'warren.pending'
/** After this time the cron has recorded the transaction, or the chain has dropped it (seconds). */
const MAX_AGE = 86_400
const TRIES = 8
/** The number of attempts at a later visit, unless the transaction was sent just before it. */
const RESUME_TRIES = 3
/** The chain can still be processing a transaction of this age (seconds). */
const FRESH = 180
/** After this time a page no longer waits for the transaction (seconds): the time limit of a quote, and five minutes for the cron. */
const MAX_PROCESSING = 1200
const FIRST_WAIT_MS = 400

function read(): Pending[] {
  const transactions = readList<Pending>(KEY, { hash: '0x', chainId: 0, at: 0 })
  const batches = readList<Pending>(KEY, { batch: '', account: '0x', chainId: 0, at: 0 })
  return [...transactions, ...batches].filter(({ at }) => isRecent(at, MAX_AGE))
}

/** A failure to store is not reported: the payment was sent, and the server finds the order by itself. */
const write = (all: Pending[]): void => void store(KEY, all.length ? JSON.stringify(all) : null)

/** Stores what the wallet has sent until it is recorded, so that the next visit can record it if this tab is closed. */
export function remember(sent: Sent, subject?: string): void {
  const at = Math.floor(Date.now() / 1000)
  write([...read(), { ...sent, chainId: config().chainId, at, ...(subject !== undefined && { subject }) }])
}

const idOf = (one: Sent) => ('batch' in one ? one.batch : one.hash)

const ofThisChain = () => read().filter(({ chainId }) => chainId === config().chainId)
const WITHDRAWAL = 'withdrawal '
const isWithdrawal = ({ subject = '' }: Pending) => subject.startsWith(WITHDRAWAL)
/** What the server has to record. */
const mine = () => ofThisChain().filter((one) => !isWithdrawal(one))

/** What was sent before this page was opened, until {@link resumeTransactions} knows the result or gives up. */
const resuming = createStore(mine().filter(({ at }) => at * 1000 < performance.timeOrigin))

/** The newest recorded order whose transaction was sent by an earlier visit, or in a dialog that was closed before; null without one. */
export const recordedLate = createStore<{ subject: string; order: { orderId: string; roomId: string | null } } | null>(null)

/** How the newest withdrawal ended whose result this page has waited for, but no dialog; null without one. `error` is null if it succeeded. */
export const withdrawnLate = createStore<{ subject: string; error: unknown } | null>(null)

/** Replaces a stored entry's transaction or batch by `sent`; removes the entry if there is none. */
function replace(id: string, sent?: Sent): void {
  const change = (all: Pending[]) =>
    all.flatMap((one): Pending[] => {
      if (idOf(one) !== id) return [one]
      const { chainId, at, subject } = one
      return sent ? [{ ...sent, chainId, at, ...(subject !== undefined && { subject }) }] : []
    })
  write(change(read()))
  resuming.set(change(resuming.get()))
}

/** The subject of the next step of an order: each step adds a transaction to the history. */
export const stepSubject = ({ id, history }: Pick<Order, 'id' | 'history'>): string => `step ${id} ${history.at(-1)?.transactionHash}`

/** The subject of the payment for a plan of a listing, or for an accepted application. */
export const purchaseSubject = (listingId: number, plan: string, applicationId?: string): string =>
  `pay ${applicationId ?? `${listingId} ${plan}`}`

/** Whether an earlier visit has sent a transaction about this subject, and its result is not known yet. */
export const useIsResuming = (subject: string): boolean =>
  resuming.use().some((one) => one.subject === subject && Date.now() / 1000 - one.at < MAX_PROCESSING)

/** The subject of an arbitrator's decision. */
export const decisionSubject = (orderId: string): string => `decision ${orderId}`

/** The subject of a withdrawal of an owed payment. The server does not record it, because the contract knows what it still owes. */
export const withdrawalSubject = ({ contract, wallet, token }: Pick<OwedPayment, 'contract' | 'wallet' | 'token'>): string =>
  `${WITHDRAWAL}${contract} ${wallet} ${token}`

/** Whether an error says that this account will never record the transaction. Others, such as an ended session, say nothing about it. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'transaction_failed' || error.code === 'transaction_foreign')

/**
 * Records a transaction at the server, in up to `tries` attempts (8 attempts take about 50 seconds) while the chain has not included it.
 * Resolves with the order and its room, or throws the last error. After a retryable error the next visit tries again, and the server also
 * finds the transaction by itself.
 */
async function recordTransaction(hash: Hash, tries = TRIES): Promise<{ orderId: string; roomId: string | null }> {
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    try {
      const answer = await (await orders.addOrder.$post({ json: { transactionHash: hash, chainId: config().chainId } })).json()
      await queryClient.invalidateQueries({ queryKey: keys.orders })
      const subject = resuming.get().find((one) => idOf(one) === hash)?.subject
      if (subject !== undefined) recordedLate.set({ subject, order: answer })
      // Not earlier, so that a page that shows the step as being processed shows the changed order next.
      replace(hash)
      // The order may be the payment for a place at an event, or of a dispute that is decided now.
      for (const queryKey of [keys.applications, keys.listings, keys.panel]) void queryClient.invalidateQueries({ queryKey })
      return answer
    } catch (error) {
      if (isFinal(error)) replace(hash)
      if (!isReportRetryable(error) || --tries <= 0) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** Whether the wallet or the chain says that a transaction will never be in a block, or has failed there. */
const hasFailed = (error: unknown) => ['rejected', 'reverted'].includes(String((error as { reason?: unknown }).reason))

/** Stores what the wallet has sent, waits for `mined`, and forgets it if it has failed. Throws what `mined` throws. */
async function rememberUntilMined(sent: Sent, mined: Promise<Hash>, subject?: string): Promise<Hash> {
  remember(sent, subject)
  return mined.catch((error: unknown) => {
    if (hasFailed(error)) replace(idOf(sent))
    throw error
  })
}

/**
 * Stores what the wallet has sent, waits for `mined`, calls `onMined`, and records the transaction. `mined` resolves with the hash on
 * chain, which may differ from the sent one. Throws what `mined` or recordTransaction throws.
 */
export async function recordWhenMined(
  sent: Sent,
  mined: Promise<Hash>,
  onMined: () => void,
  subject?: string,
): Promise<{ orderId: string; roomId: string | null }> {
  const hash = await rememberUntilMined(sent, mined, subject)
  onMined()
  return recordMined(idOf(sent), hash)
}

/**
 * Records the transaction of the stored entry `id`. From now on the entry is stored under the transaction's hash. Throws what
 * recordTransaction throws.
 */
export function recordMined(id: string, hash: Hash, tries?: number): Promise<{ orderId: string; roomId: string | null }> {
  if (id !== hash) replace(id, { hash })
  return recordTransaction(hash, tries)
}

const readOwedAgain = () => queryClient.invalidateQueries({ queryKey: keys.owed })

/** Stores a withdrawal that the wallet has sent until it is in a block and what is owed was read again. Throws what `mined` throws. */
export async function awaitWithdrawal(hash: Hash, mined: Promise<Hash>, subject: string): Promise<void> {
  await rememberUntilMined({ hash }, mined, subject)
  await readOwedAgain()
  replace(hash)
}

const withdrawals = () => ofThisChain().flatMap((one) => ('hash' in one && isWithdrawal(one) ? [{ ...one, subject: one.subject! }] : []))

/** Whether the result of a withdrawal is not known yet. */
export const hasWithdrawals = (): boolean => withdrawals().length > 0

/**
 * Waits for the withdrawals whose result is not known. `receipt` resolves once a transaction is in a block, and is called again while the
 * chain may still process it. `onKnown` is called with the subject of each that has succeeded or failed, after what is owed was read again.
 */
export async function watchWithdrawals(receipt: (hash: Hash) => Promise<Hash>, onKnown: (subject: string) => void): Promise<void> {
  const resultOf = async (hash: Hash, at: number): Promise<unknown> => {
    for (;;) {
      const error: unknown = await receipt(hash).then(
        () => null,
        (failure) => failure,
      )
      if (error === null || hasFailed(error) || Date.now() / 1000 - at >= MAX_PROCESSING) return error
    }
  }
  await Promise.all(
    withdrawals().map(async ({ hash, at, subject }) => {
      const error = await resultOf(hash, at)
      if (error !== null && !hasFailed(error)) return
      withdrawnLate.set({ subject, error })
      await readOwedAgain()
      replace(hash)
      onKnown(subject)
    }),
  )
}

/** The batches of earlier visits that are not recorded yet. */
export const pendingBatches = () => mine().flatMap((one) => ('batch' in one ? [one] : []))

/** The number of attempts to record a transaction that was sent at this time (UTC seconds). */
export const triesFor = (at: number): number => (Date.now() / 1000 - at < FRESH ? TRIES : RESUME_TRIES)

/** Records the transactions of earlier visits. Errors are not shown: the orders appear by themselves. */
export async function resumeTransactions(): Promise<void> {
  await Promise.allSettled(mine().map((one) => 'hash' in one && recordTransaction(one.hash, triesFor(one.at))))
}

/** The subjects of what is not recorded yet. */
export const pendingSubjects = (): string[] => mine().flatMap(({ subject }) => subject ?? [])

/** Called when nothing tries to record the entries of earlier visits any more. */
export const endResuming = (): void => resuming.set([])
