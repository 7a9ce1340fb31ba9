import type { AreaEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'

export interface UploadsEnv extends AreaEnv, LimitsEnv {
  /** Originals under `originals/`, what is served of pictures under `variants/`. */
  FILES: R2Bucket
  IMAGES: ImagesBinding
  /** Where the browser puts files: the bucket's address in the S3 API, without a slash at the end. */
  S3_ENDPOINT: string
  R2_ACCESS_KEY_ID: string
  R2_SECRET_ACCESS_KEY: string
}
