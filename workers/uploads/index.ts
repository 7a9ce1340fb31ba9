import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import { createArea } from '../shared/area.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { CALL_LIMITS } from '../shared/call-limits/uploads.ts'
import type { UploadsEnv } from './env.ts'
import { eraseUser } from './erase-user.ts'
import { healthRoutes } from './health.ts'
import { addLinkedPicture } from './linked-pictures.ts'
import type { Media } from './media.schema.ts'
import { messageFiles } from './message-files.ts'
import { addMetadata, type MetadataFile } from './metadata-files.ts'
import { privateFiles } from './private-files.ts'
import { productMedia } from './product-media.ts'
import { publicMedia } from './public-media.ts'
import { smallPictures } from './public-works.ts'
import { sweep } from './sweep.ts'
import { works } from './works.ts'

export { Limiter } from '../shared/limits.ts'

const api = new Hono<{ Bindings: UploadsEnv; Variables: AreaVariables }>()
  .route('/', productMedia)
  .route('/', privateFiles)
  .route('/', messageFiles)
  .route('/', works)
  .route('/', healthRoutes)

export type UploadsApi = typeof api
export default createArea<UploadsEnv>(
  'uploads',
  api as never,
  ['S3_ENDPOINT', 'R2_ACCESS_KEY_ID', 'R2_SECRET_ACCESS_KEY'],
  CALL_LIMITS,
  (app) => app.route('/media', publicMedia).route('/public/imgcache', smallPictures),
)

/** Calls from auth, from creators and from the cron. */
export class UploadsRpc extends WorkerEntrypoint<UploadsEnv> {
  /** Deletes the files of a deleted account, except those that orders still use. Safe to repeat. */
  async eraseUser(userId: number): Promise<void> {
    await eraseUser(this.env, userId)
  }

  /** Stores a picture that was downloaded for a member; null if it cannot be stored. See linked-pictures.ts. */
  async addLinkedPicture(userId: number, bytes: Uint8Array): Promise<Media | null> {
    return addLinkedPicture(this.env, userId, bytes)
  }

  /** Stores a metadata file of a creator. Throws ApiError, or a RangeError for a text that is no JSON object. See metadata-files.ts. */
  async addMetadata(userId: number, json: string): Promise<MetadataFile> {
    return addMetadata(this.env, userId, json)
  }

  /** Removes unfinished and unused files. */
  async tick(): Promise<void> {
    await sweep(this.env)
  }
}
