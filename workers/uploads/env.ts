import type { OrdersRpc } from '../orders/index.ts'
import type { AreaEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'

/** Bindings of the uploads worker. `ORDERS` decides which files an arbitrator may download. */
export interface UploadsEnv extends AreaEnv, LimitsEnv {
  /** Originals under `originals/`, private files under `private/`, variants of pictures under `variants/`. */
  FILES: R2Bucket
  IMAGES: ImagesBinding
  /** URL of the bucket in the S3 API, without a trailing slash. Browsers upload to it. */
  S3_ENDPOINT: string
  R2_ACCESS_KEY_ID: string
  R2_SECRET_ACCESS_KEY: string
  ORDERS: Pick<Service<OrdersRpc>, 'refuseDownload'>
}
