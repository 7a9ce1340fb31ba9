import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { CALL_LIMITS } from '../shared/call-limits/listings.ts'
import { type Database, database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { applicationRoutes, pushApplications } from './applications.ts'
import { categoryRoutes } from './categories.ts'
import { takeOutEndedEvents } from './category-counts.ts'
import { cityRoutes } from './cities.ts'
import type { ListingsEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import { eventRoutes } from './events.ts'
import { type HidingRequest, hideListing } from './hide-listing.ts'
import { pingIndexNow } from './index-now.ts'
import { jobRoutes } from './jobs.ts'
import { listingRoutes } from './listings.ts'
import { notifyOwners } from './notify-owners.ts'
import { notifyPlaces } from './place-notifications.ts'
import { releasePlaces } from './places.ts'
import { reindexUser } from './reindex-user.ts'
import { savedListRoutes } from './saved/lists.ts'
import { matchSearches } from './saved/match-searches.ts'
import { deleteOldMatches, notifyMatches } from './saved/notify-matches.ts'
import { savedSearchRoutes } from './saved/searches.ts'
import { indexOlder } from './search/index-older.ts'
import { indexPerson } from './search/people.ts'
import { serviceRoutes } from './services.ts'
import { sitemapRoutes } from './sitemap.ts'
import { refreshStandings } from './standings.ts'
import { followSuspensions } from './suspended-listings.ts'
import { refreshTrends } from './trends.ts'
import { writingRoutes } from './writing.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: ListingsEnv; Variables: AreaVariables }>()
  .route('/', listingRoutes)
  .route('/', serviceRoutes)
  .route('/', jobRoutes)
  .route('/', eventRoutes)
  .route('/', applicationRoutes)
  .route('/', categoryRoutes)
  .route('/', cityRoutes)
  .route('/', writingRoutes)
  .route('/', sitemapRoutes)
  .route('/', savedListRoutes)
  .route('/', savedSearchRoutes)

export type ListingsApi = typeof api
export default createArea<ListingsEnv>('listings', api as never, ['AI_MODEL'], CALL_LIMITS)

/** Gives away the places that were not paid until `until`, and updates the pages that show them. */
async function giveAwayPlaces(env: ListingsEnv, db: Database, until: number): Promise<void> {
  const changed = await releasePlaces(db, Math.min(until, now()))
  await pushApplications(
    env,
    changed.map((one) => ({ ...one, listType: 'events' })),
  )
}

/** Calls from auth and creators, and from the indexer's cron. */
export class ListingsRpc extends WorkerEntrypoint<ListingsEnv> {
  /**
   * The cron's step: gives away the places that were not paid in time, notifies members about places and owners of listings that were hidden,
   * takes events that are over out of the counts of categories, hides the listings of suspended members and shows those of members who no
   * longer are, indexes older listings and people for the search, notifies search engines of changed pages, computes the trending feed and
   * what the ranking knows of orders, and notifies members about new listings that match their saved searches. If one part fails, the others
   * still run; then it throws. `until` is the time (UTC seconds) up to which the chain has been read.
   */
  async tick(until: number): Promise<void> {
    const db = database(this.env)
    const steps = [
      () => giveAwayPlaces(this.env, db, until),
      () => notifyPlaces(db, this.env),
      () => notifyOwners(this.env),
      () => takeOutEndedEvents(db),
      () => followSuspensions(db, this.env),
      () => indexOlder(db),
      () => pingIndexNow(db, this.env),
      () => refreshTrends(db),
      () => refreshStandings(db),
      () => matchSearches(db),
      () => notifyMatches(db, this.env),
      () => deleteOldMatches(db),
    ]
    const errors: unknown[] = []
    for (const step of steps) await step().catch((error: unknown) => errors.push(error))
    for (const error of errors.slice(1)) log('error', 'tick_step_failed', { error: describeError(error) })
    if (errors.length) throw errors[0]
  }

  /** Updates the search index after a user changed their name. Safe to repeat. */
  async reindexUser(userId: number): Promise<void> {
    await reindexUser(database(this.env), userId)
  }

  /** Updates the search index after a user changed their username, title or description. Safe to repeat. */
  async reindexPerson(userId: number): Promise<void> {
    await indexPerson(database(this.env), userId)
  }

  /** Hides a reported listing, or shows it again, for an admin whom the creators worker has checked. See {@link hideListing}. */
  async hideListing(request: HidingRequest): Promise<boolean> {
    return hideListing(this.env, request)
  }

  /** Hides the listings of the member while they are suspended, and shows them again afterwards. Safe to repeat. */
  async followSuspension(userId: number): Promise<void> {
    await followSuspensions(database(this.env), this.env, userId)
  }

  /** Deletes the listings and applications of a deleted account. Safe to repeat. */
  async eraseUser(userId: number): Promise<void> {
    await eraseUser(database(this.env), userId)
  }
}
