import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { CALL_LIMITS } from '../shared/call-limits/orders.ts'
import { database } from '../shared/db.ts'
import type { Cursor } from '../shared/event-store.ts'
import { now } from '../shared/ids.ts'
import type { Indexing, ReadRange, ReadReceipts } from '../shared/indexing.ts'
import { describeError, log } from '../shared/log.ts'
import { contractAccepts } from './contract-signature.ts'
import { conversationReportRoutes, refreshRooms } from './conversation-reports.ts'
import { decisionRoutes, refuseDownload } from './decisions.ts'
import { deleteOldQuotes } from './delete-quotes.ts'
import { deliveryRoutes } from './deliveries.ts'
import type { OrdersEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import { deleteExpiredEvidence, evidenceRoutes } from './evidence.ts'
import { feeRoutes } from './fees.ts'
import { figureRoutes, refreshFigures } from './figures.ts'
import { healthRoutes } from './health.ts'
import { indexing, readUntil } from './indexing.ts'
import { invoiceRoutes } from './invoices.ts'
import { issueInvoices } from './issue-invoices.ts'
import { offerRoutes, sendOfferNotifications } from './offers.ts'
import { orderRoutes } from './orders.ts'
import { linkOrdersToUsers, openRoomsAndNotify } from './outbox.ts'
import { owedRoutes } from './owed.ts'
import { refreshPrices } from './price.ts'
import { quoteRoutes } from './quotes.ts'
import { sendReminders } from './reminders.ts'
import { reportRoutes } from './reports.ts'
import { isDue, updateVisibility } from './review-rows.ts'
import { reviewRoutes } from './reviews.ts'
import { rpcRoutes } from './rpc.ts'
import { sponsorshipRoutes } from './sponsorships.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>()
  .route('/', quoteRoutes)
  .route('/', orderRoutes)
  .route('/', offerRoutes)
  .route('/', deliveryRoutes)
  .route('/', invoiceRoutes)
  .route('/', evidenceRoutes)
  .route('/', feeRoutes)
  .route('/', figureRoutes)
  .route('/', owedRoutes)
  .route('/', reviewRoutes)
  .route('/', reportRoutes)
  .route('/', conversationReportRoutes)
  .route('/', sponsorshipRoutes)
  .route('/', decisionRoutes)
  .route('/', rpcRoutes)
  .route('/', healthRoutes)

export type OrdersApi = typeof api
export default createArea<OrdersEnv>('orders', api as never, ['CHAIN_ID', 'RPC_URL', 'COINBASE_URL', 'KRAKEN_URL'], CALL_LIMITS)

/**
 * Calls from other workers: from the indexer, to store what it has read (see indexing.ts); from auth, when an account is deleted or a smart
 * wallet signs in; from uploads, when an arbitrator downloads a file.
 */
export class OrdersRpc extends WorkerEntrypoint<OrdersEnv> {
  progress() {
    return indexing(this.env).progress()
  }

  applyRange(range: ReadRange): ReturnType<Indexing['applyRange']> {
    return indexing(this.env).applyRange(range)
  }

  applyReceipts(part: ReadReceipts): ReturnType<Indexing['applyReceipts']> {
    return indexing(this.env).applyReceipts(part)
  }

  rewind(to: Cursor | null) {
    return indexing(this.env).rewind(to)
  }

  upToDate(cursor: Cursor) {
    return indexing(this.env).upToDate(cursor)
  }

  reportError(message: string) {
    return indexing(this.env).reportError(message)
  }

  /** The time (UTC seconds) up to which every payment is stored; 0 if that is not known. */
  readUntil() {
    return readUntil(this.env)
  }

  /**
   * Cron work besides reading blocks: asks for the price of ETH, shows the reviews that have waited long enough, links orders to users,
   * issues invoices, sends reminders and notifications, also those about offers, opens rooms, sends pushes, hides messages in
   * their rooms, deletes old quotes and expired evidence. A step that fails does not stop the others; then it throws at the end.
   */
  async tick(): Promise<void> {
    const db = database(this.env)
    const steps = [
      () => refreshPrices(db, this.env),
      () => db.run(updateVisibility(isDue(now()), now())),
      () => linkOrdersToUsers(db),
      () => issueInvoices(db),
      () => sendReminders(db, this.env),
      () => sendOfferNotifications(this.env),
      () => openRoomsAndNotify(db, this.env),
      () => refreshRooms(db, this.env),
      async () => deleteOldQuotes(db, await readUntil(this.env)),
      () => deleteExpiredEvidence(db, now()),
      () => refreshFigures(db, this.env),
    ]
    const errors: unknown[] = []
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        log('error', 'tick_step_failed', { error: describeError(error) })
        errors.push(error)
      }
    }
    if (errors.length) throw errors[0]
  }

  /** Erases the data of a deleted account, except what its orders need. Safe to repeat. */
  async eraseUser(userId: number): Promise<void> {
    await eraseUser(database(this.env), userId)
  }

  /** Why a member may not download a private file as an arbitrator, or null, see decisions.ts. */
  refuseDownload(request: { userId: number; wallet: string; path: string }) {
    return refuseDownload(this.env, request)
  }

  /** Whether the contract at `account` accepts the signature of the hash, see contract-signature.ts. All three are hex with 0x. */
  contractAccepts(account: string, hash: string, signature: string): Promise<boolean> {
    return contractAccepts(this.env, account, hash, signature)
  }
}
