import { isReportRetryable } from '../../lib/api-error.ts'
import { config } from '../../lib/page-data.ts'
import { store } from '../../lib/storage.ts'
import { isRecent, readList } from '../../lib/stored-json.ts'
import { type ReportedChange, refreshPanel, reportChange } from '../../queries/manage-creators.ts'
import { createStore } from '../../ui/store.ts'
import { receipt } from '../../wallet/transactions.ts'
import { WalletError } from '../../wallet/wallet-error.ts'

type Hash = `0x${string}`

/** A change of a contract. `name` is the name of the creator; '' for a wallet that only the contract knows, the function for a setting. */
export interface CreatorChange extends ReportedChange {
  name: string
}

/** A change whose transaction the wallet has sent, until the server knows it. `at` is in UTC seconds. */
export interface SentChange extends CreatorChange {
  hash: Hash
  /** The hash in the block, which differs if the wallet has replaced the transaction by one with a higher fee; '' while it is in none. */
  mined: Hash | ''
  chainId: number
  at: number
}

const KEY = 'warren.creatorChanges'
const SAMPLE: SentChange = { kind: 'grant', address: '', userId: 0, application: '', name: '', hash: '0x', mined: '', chainId: 0, at: 0 }
/** Nothing but this page reports a change, so the hash is stored for a long time (seconds). */
const MAX_AGE = 30 * 86_400
/** How often the server is asked while the block of the transaction is too new, and the time in between (ms): together two minutes. */
const TRIES = 40
const WAIT_MS = 3000

const read = () => readList(KEY, SAMPLE).filter(({ at, chainId }) => isRecent(at, MAX_AGE) && chainId === config().chainId)
const changes = createStore(read())
/** Why the last attempt to report a change has failed, by hash. */
const failures = createStore<Record<Hash, unknown>>({})

/** The changes that the server does not know yet. */
export const useSentChanges = changes.use

/** The changes that this tab knows. */
export const listChanges = changes.get

/** The error of the last attempt, for a component; undefined without one. */
export const useFailure = (hash: Hash): unknown => failures.use()[hash]

// Where nothing can be stored, the open page still knows its own changes.
let isStored = true
function write(all: SentChange[]): void {
  isStored = store(KEY, all.length ? JSON.stringify(all) : null)
  changes.set(all)
}
/** All changes, also those of other tabs whose storage event has not arrived yet. */
const current = () => (isStored ? read() : changes.get())
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === KEY) changes.set(read())
})

/** Stores a change that the wallet has sent. */
export function rememberChange({ kind, address, userId, application, name }: CreatorChange, hash: Hash): SentChange {
  const sent: SentChange = {
    kind,
    address,
    userId,
    application,
    name,
    hash,
    mined: '',
    chainId: config().chainId,
    at: Math.floor(Date.now() / 1000),
  }
  write([...current(), sent])
  return sent
}

/** Forgets a change that is known to the server, that has failed, or that the admin gives up. */
export const forgetChange = (hash: Hash): void => write(current().filter((one) => one.hash !== hash))

/** Reports a transaction, and tries again while its block is too new. Throws the last error. */
export async function reportUntilFinal(change: CreatorChange, hash: string, tries = TRIES): Promise<void> {
  for (;;) {
    try {
      await reportChange(change, hash)
      return void refreshPanel()
    } catch (error) {
      if (!isReportRetryable(error) || --tries <= 0) throw error
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }
}

async function settle(change: SentChange, onMined: () => void): Promise<void> {
  const mined = change.mined || (await receipt(change.hash))
  if (!change.mined) write(current().map((one) => (one.hash === change.hash ? { ...one, mined } : one)))
  onMined()
  await reportUntilFinal(change, mined)
  forgetChange(change.hash)
}

const running = new Map<Hash, Promise<void>>()

/**
 * Waits until the transaction of a stored change is in a block, calls `onMined`, and reports the change. It is forgotten if the server knows
 * it, or if the transaction has failed. Runs once at a time. Throws what `receipt` or the call throws.
 */
export function settleChange(change: SentChange, onMined = () => {}): Promise<void> {
  const { hash } = change
  const known = running.get(hash)
  if (known) return known
  failures.set({ ...failures.get(), [hash]: undefined })
  const run = settle(change, onMined)
    .catch((error: unknown) => {
      if (error instanceof WalletError && (error.reason === 'reverted' || error.reason === 'rejected')) forgetChange(hash)
      failures.set({ ...failures.get(), [hash]: error })
      throw error
    })
    .finally(() => running.delete(hash))
  running.set(hash, run)
  return run
}

/** {@link settleChange} for a change of an earlier visit. Calls `onDone` after a success, but not if another part of the page waits for it. */
export function resumeChange(change: SentChange, onDone: () => void): void {
  if (running.has(change.hash)) return
  // The page shows the failure, see useFailure.
  settleChange(change).then(onDone, () => {})
}
