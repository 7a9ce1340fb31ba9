import { WorkerEntrypoint } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { CALL_LIMITS } from '../shared/call-limits/creators.ts'
import { database } from '../shared/db.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import { answerApplicationRoutes } from './answer-applications.ts'
import { applicationRoutes } from './applications.ts'
import { commentRoutes } from './comments.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import { erasePosts } from './delete-posts.ts'
import type { CreatorsEnv } from './env.ts'
import { folioMedia, folios, folioVersions } from './folio-tables.ts'
import { folioRoutes } from './folios.ts'
import { followHiddenProfiles } from './hidden-profiles.ts'
import { indexNextCreator } from './index-creators.ts'
import { linkPreviewRoutes } from './link-previews.ts'
import { manageCreatorRoutes } from './manage-creators.ts'
import { notifyApplicants } from './notify-applicants.ts'
import { notifyCreators } from './notify-creators.ts'
import { notifySanctioned } from './notify-sanctioned.ts'
import { panelRoutes } from './panel.ts'
import { postFeedRoutes } from './post-feeds.ts'
import { postReportRoutes } from './post-reports.ts'
import { postRoutes } from './posts.ts'
import { publicCreatorRoutes } from './public-creators.ts'
import { endSuspensions, sanctionRoutes } from './sanctions.ts'
import { followSettings } from './setting-events.ts'
import { settingRoutes } from './settings.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  .route('/', linkPreviewRoutes)
  .route('/', applicationRoutes)
  .route('/', answerApplicationRoutes)
  .route('/', manageCreatorRoutes)
  .route('/', folioRoutes)
  .route('/', postRoutes)
  .route('/', commentRoutes)
  .route('/', postFeedRoutes)
  .route('/', postReportRoutes)
  .route('/', settingRoutes)
  .route('/', panelRoutes)
  .route('/', sanctionRoutes)
  .route('/', publicCreatorRoutes)

export type CreatorsApi = typeof api
export default createArea<CreatorsEnv>('creators', api as never, ['DNS_URL', 'CHAIN_ID', 'RPC_URL'], CALL_LIMITS)

/** Calls from auth, and from the indexer's cron. */
export class CreatorsRpc extends WorkerEntrypoint<CreatorsEnv> {
  /**
   * The cron's step: ends the suspensions whose time is over, notifies the members whom a call could not notify, records changes of settings
   * in the audit log, and brings the search index up to date.
   */
  async tick(): Promise<void> {
    const steps = await Promise.allSettled([
      notifyApplicants(this.env),
      notifyCreators(this.env),
      followHiddenProfiles(this.env),
      endSuspensions(this.env).then(() => notifySanctioned(this.env)),
      followSettings(this.env),
      indexNextCreator(this.env),
    ])
    for (const step of steps) if (step.status === 'rejected') throw step.reason
  }

  /**
   * Deletes the application, the page, the posts, comments and likes of a deleted account, its warnings and suspensions, and that its
   * profile is hidden. Its name is then free. Safe to repeat.
   */
  async eraseUser(userId: number): Promise<void> {
    const db = database(this.env)
    await db.batch([
      db.delete(creatorApplications).where(eq(creatorApplications.userId, userId)),
      db.delete(creators).where(eq(creators.userId, userId)),
      db.delete(sanctions).where(eq(sanctions.userId, userId)),
      db.delete(hiddenProfiles).where(eq(hiddenProfiles.userId, userId)),
      db.delete(folios).where(eq(folios.userId, userId)),
      db.delete(folioVersions).where(eq(folioVersions.userId, userId)),
      db.delete(folioMedia).where(eq(folioMedia.userId, userId)),
      ...erasePosts(db, userId),
    ])
  }
}
