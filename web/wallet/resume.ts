import {
  endResuming,
  hasWithdrawals,
  pendingBatches,
  pendingSubjects,
  recordMined,
  resumeTransactions,
  triesFor,
  watchWithdrawals,
} from '../queries/pending-transactions.ts'
import { callsStatus } from './calls-status.ts'
import { lastWallet } from './discovery.ts'
import { forgetSent } from './open-requests.ts'
import { showsAccount } from './request.ts'

/** Waits between the requests about a batch that is still pending (ms). */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000]

/**
 * Records the transactions and batches of earlier visits. Asks the wallet about a batch only if it already shows this page the batch's
 * account, and opens no window. Errors are not shown, because the indexer finds the orders anyway.
 */
export async function resume(): Promise<void> {
  const subjects = pendingSubjects()
  const unproven = new Set(pendingBatches().map(({ subject }) => subject))
  await Promise.all([
    resumeTransactions(),
    resumeBatches((subject) => {
      unproven.delete(subject)
    }),
  ])
  const pending = pendingSubjects()
  // A wallet may name another transaction than the one of the batch, so the request of a batch stays open until its order is recorded.
  for (const subject of subjects) if (!pending.includes(subject) && !unproven.has(subject)) forgetSent(subject)
  endResuming()
}

/** Waits for the withdrawals whose result is not known, for several minutes if the chain does not answer. */
export async function resumeWithdrawals(): Promise<void> {
  if (!hasWithdrawals()) return
  const { receipt } = await import('./transactions.ts')
  await watchWithdrawals(receipt, forgetSent)
}

async function resumeBatches(onRecorded: (subject: string | undefined) => void): Promise<void> {
  const batches = pendingBatches()
  const wallet = batches.length ? await lastWallet() : undefined
  if (!wallet) return
  await Promise.allSettled(
    batches.map(async ({ batch, account, at, subject }) => {
      if (!(await showsAccount(wallet.provider, account))) return
      for (const wait of WAITS_MS) {
        const status = await callsStatus(wallet.provider, batch)
        // The order is the last call of the batch.
        const hash = status?.hashes.at(-1)
        if (hash && status?.state !== 'pending') {
          await recordMined(batch, hash, triesFor(at))
          return onRecorded(subject)
        }
        if (status?.state === 'failed') return
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }),
  )
}
