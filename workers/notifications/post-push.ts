import { fetchStatus } from '../shared/external-http.ts'
import { now } from '../shared/ids.ts'
import type { NotificationsEnv } from './env.ts'
import { encryptPush } from './push-encryption.ts'
import type { PushMessage } from './push-message.schema.ts'
import type { devices } from './push-tables.ts'
import { vapidHeader } from './vapid.ts'

interface PushOptions {
  /** How long the push service keeps the push for a browser that is offline (seconds). */
  ttl: number
  /** The push service replaces an undelivered push that has the same topic. */
  topic: string
}

/** Passes a push to the push service of a browser. Returns its answer; throws if there is none. */
export async function postPush(
  env: NotificationsEnv,
  device: Pick<typeof devices.$inferSelect, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushMessage,
  { ttl, topic }: PushOptions,
): ReturnType<typeof fetchStatus> {
  // A hash with the secret of the device, because the push service can read it.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${device.auth} ${topic}`))
  const headers = {
    authorization: await vapidHeader(env, device.endpoint, now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(ttl),
    topic: Buffer.from(digest).toString('base64url').slice(0, 32),
    urgency: 'normal',
  }
  return fetchStatus(device.endpoint, { method: 'POST', headers, body: await encryptPush(JSON.stringify(message), device) })
}
