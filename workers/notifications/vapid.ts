import { senderOf } from '../shared/mail.ts'
import type { NotificationsEnv } from './env.ts'

type KeyEnv = Pick<NotificationsEnv, 'VAPID_KEY' | 'MAIL_FROM'>

/** How long a token is valid (seconds). Push services refuse more than a day. */
const TOKEN_SECONDS = 12 * 3600

/** The private key of a deployment: a JWK of P-256. Throws if the JWK is not valid. */
function keyOf({ VAPID_KEY }: KeyEnv): { jwk: JsonWebKey; publicKey: string } {
  const { kty, crv, x, y, d } = JSON.parse(VAPID_KEY) as JsonWebKey
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y || !d) throw new Error('VAPID_KEY must be a private JWK of P-256')
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { jwk: { kty, crv, x, y, d }, publicKey: point.toString('base64url') }
}

/** The public key, which a browser passes to its push service: a point of P-256 in base64url. */
export const vapidPublicKey = (env: KeyEnv): string => keyOf(env).publicKey

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The Authorization header of a push at `at` (UTC seconds): it proves to the push service that the push comes from us (RFC 8292). */
export async function vapidHeader(env: KeyEnv, endpoint: string, at: number): Promise<string> {
  const { jwk, publicKey } = keyOf(env)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])
  const claims = { aud: new URL(endpoint).origin, exp: at + TOKEN_SECONDS, sub: `mailto:${senderOf(env).email}` }
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signed))
  return `vapid t=${signed}.${Buffer.from(signature).toString('base64url')}, k=${publicKey}`
}
