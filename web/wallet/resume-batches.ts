import { pendingBatches, RESUME_TRIES, recordMined } from '../queries/pending-transactions.ts'
import { callsStatus } from './calls-status.ts'
import { lastWallet } from './discovery.ts'
import { showsAccount } from './request.ts'

/** Waits between the questions about a batch that is still pending (ms). */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000]

/**
 * Records the batches of earlier visits. Asks only a wallet that already shows the page the account that sent the batch, and opens no
 * window. Errors are not shown: the orders appear by themselves.
 */
export async function resumeBatches(): Promise<void> {
  const wallet = await lastWallet()
  if (!wallet) return
  await Promise.allSettled(
    pendingBatches().map(async ({ batch, account }) => {
      if (!(await showsAccount(wallet.provider, account))) return
      for (const wait of WAITS_MS) {
        const status = await callsStatus(wallet.provider, batch)
        const [hash] = status?.hashes ?? []
        if (hash) return recordMined(batch, hash, RESUME_TRIES)
        if (status?.state === 'failed') return
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }),
  )
}
