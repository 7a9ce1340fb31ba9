import { env } from 'cloudflare:test'
import { database } from '../shared/db.ts'
import { hash, now, opaqueId } from '../shared/ids.ts'
import { sessionId } from '../shared/session.ts'
import { sessions } from '../shared/tables.ts'
import type { TestUser } from '../shared/testing.ts'
import type { NotificationsEnv } from './env.ts'
import type { NotificationEvent } from './notifications.schema.ts'
import { devices } from './push-tables.ts'

export const testEnv = env as unknown as NotificationsEnv
export const db = database(testEnv)

/** An event for a member: a new order, unless `overrides` replaces fields. */
export const newEvent = ({ id }: Pick<TestUser, 'id'>, overrides: Partial<NotificationEvent> = {}): NotificationEvent => ({
  userId: id,
  key: opaqueId(),
  kind: 'orderPlaced',
  thing: { kind: 'order', id: opaqueId() },
  params: { title: 'Logo and identity' },
  at: now(),
  isMailed: true,
  ...overrides,
})

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

/** A push subscription as a browser at this push service creates it, and its private key. */
export async function newSubscription(endpoint = `https://fcm.googleapis.com/fcm/send/${opaqueId()}`) {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])) as CryptoKeyPair
  const p256dh = Buffer.from((await crypto.subtle.exportKey('raw', publicKey)) as ArrayBuffer).toString('base64url')
  return { json: { endpoint, keys: { p256dh, auth: opaqueId() } }, privateKey }
}

/** The text of a message of one record, as the browser of a subscription decrypts it (RFC 8291). */
export async function decryptPush(message: Uint8Array, { json, privateKey }: Awaited<ReturnType<typeof newSubscription>>): Promise<string> {
  const text = (value: string) => Buffer.from(value)
  const [salt, theirs, record] = [message.slice(0, 16), message.slice(21, 86), message.slice(86)]
  const derive = async (from: Uint8Array, secret: BufferSource, info: Uint8Array, length: number) => {
    const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: from, info } as never, key, length * 8)
  }
  const publicKey = await crypto.subtle.importKey('raw', theirs, CURVE, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey } as never, privateKey, 256)
  const info = Buffer.concat([text('WebPush: info\0'), Buffer.from(json.keys.p256dh, 'base64url'), theirs])
  const secret = await derive(Buffer.from(json.keys.auth, 'base64url'), shared, info, 32)
  const iv = await derive(salt, secret, text('Content-Encoding: nonce\0'), 12)
  const raw = await derive(salt, secret, text('Content-Encoding: aes128gcm\0'), 16)
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
  const padded = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, record))
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Adds a device of the member, with a session of its own. */
export async function addDevice(as: TestUser) {
  const subscription = await newSubscription()
  const tokenHash = await hash(crypto.randomUUID())
  await db.insert(sessions).values({ tokenHash, userId: as.id, createdAt: now(), expiresAt: now() + 9 * 86_400, userAgent: '' })
  const { endpoint, keys } = subscription.json
  await db.insert(devices).values({ userId: as.id, session: sessionId(tokenHash), endpoint, ...keys, userAgent: '', createdAt: now() })
  return { ...subscription, tokenHash }
}
