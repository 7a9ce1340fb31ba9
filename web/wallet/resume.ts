import { pendingBatches, RESUME_TRIES, recordMined, resumeTransactions } from '../queries/pending-transactions.ts'
import { callsStatus } from './calls-status.ts'
import { lastWallet } from './discovery.ts'
import { showsAccount } from './request.ts'

/** Waits between the requests about a batch that is still pending (ms). */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000]

/**
 * Records the transactions and batches of earlier visits. Asks the wallet about a batch only if it already shows this page the batch's
 * account, and opens no window. Errors are not shown, because the indexer finds the orders anyway.
 */
export async function resume(): Promise<void> {
  await Promise.all([resumeTransactions(), resumeBatches()])
}

async function resumeBatches(): Promise<void> {
  const batches = pendingBatches()
  const wallet = batches.length ? await lastWallet() : undefined
  if (!wallet) return
  await Promise.allSettled(
    batches.map(async ({ batch, account }) => {
      if (!(await showsAccount(wallet.provider, account))) return
      for (const wait of WAITS_MS) {
        const status = await callsStatus(wallet.provider, batch)
        // The order is the last call of the batch.
        const hash = status?.hashes.at(-1)
        if (hash) return recordMined(batch, hash, RESUME_TRIES)
        if (status?.state === 'failed') return
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }),
  )
}
