import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { buffer, json } from 'node:stream/consumers'

/** The key that identifies the local world to push services; production has its own as a secret. */
export const LOCAL_VAPID_KEY = JSON.stringify({
  kty: 'EC',
  crv: 'P-256',
  x: 'grxKUArsKvXuyhpsr5854w-MR6g22QcaIrRYUkZVzEY',
  y: 'kHnWYoRQLn7S3teufg6WsJn48feXswGu3X95q3LuFOU',
  d: 'IJraMoc_ZPo4z_qNlhT2Nl58VWLkzYrd7FW8ZJ6cDig',
})

/** A push as the browser of the subscription decrypts it. */
interface ReceivedPush {
  subscription: string
  text: string
  ttl: number
  topic: string
  /** UTC milliseconds. */
  at: number
}

interface Subscription {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
  /** The application server's key that the page passed to `subscribe`, base64url. */
  key: string
  /** What the service answers to a push, and the seconds of its Retry-After. */
  status: number
  retryAfter: number | null
}

const MAX_BYTES = 4096
const MAX_PUSHES = 200
const DAY = 86_400

/** Decrypts a message of one record (RFC 8291, RFC 8188) with the keys of the browser. Throws if it is not valid. */
function decryptPush(message: Buffer, { ecdh, auth }: Pick<Subscription, 'ecdh' | 'auth'>): string {
  const salt = message.subarray(0, 16)
  const [recordSize, keyLength] = [message.readUInt32BE(16), message.readUInt8(20)]
  const theirs = message.subarray(21, 21 + keyLength)
  const record = message.subarray(21 + keyLength)
  if (keyLength !== 65 || record.length > recordSize) throw new Error('the header is wrong')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirs), auth, info, 32))
  const derive = (name: string, length: number) => Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('the delimiter is wrong')
  return padded.subarray(0, end).toString()
}

/** Why an Authorization header is refused (RFC 8292); null if it is valid for this origin and this application server. */
function refusalOf(header: string, origin: string, key: string, at: number): string | null {
  const [, token, publicKey] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]{87})$/.exec(header) ?? []
  if (!token || !publicKey) return 'no token'
  if (publicKey !== key) return 'not the key of the subscription'
  const [head, claims, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer]
  const { alg } = JSON.parse(String(head)) as { alg: string }
  const { aud, exp, sub } = JSON.parse(String(claims)) as { aud: string; exp: number; sub: string }
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const signed = Buffer.from(token.slice(0, token.lastIndexOf('.')))
  const isOurs = verify('sha256', signed, { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, signature)
  if (alg !== 'ES256' || !isOurs) return 'the signature is wrong'
  if (aud !== origin) return 'for another push service'
  if (exp <= at || exp > at + DAY) return 'expired, or valid for more than a day'
  return /^mailto:\S+@\S+$/.test(sub) ? null : 'no contact'
}

/**
 * A fake of a browser's push service (RFC 8030), and of what the browser does: it creates the keys of subscriptions, and decrypts what it
 * receives. `POST /push-subscriptions` with `{ key }` subscribes, `PATCH /push-subscriptions/<id>` with `{ status, retryAfter }` changes
 * what it answers, such as 410, and `GET /pushes.json` shows what it received, newest first. Returns the handler of a path; undefined for
 * other paths.
 */
export function pushService(): (path: string) => RequestListener | undefined {
  const subscriptions = new Map<string, Subscription>()
  const received: ReceivedPush[] = []
  const answer = (response: ServerResponse, status: number, body?: object, headers: Record<string, string> = {}) =>
    void response.writeHead(status, { ...(body && { 'content-type': 'application/json' }), ...headers }).end(body && JSON.stringify(body))

  const receive =
    (id: string): RequestListener =>
    async (request, response) => {
      const { authorization = '', ttl, topic = '', host, 'content-encoding': encoding } = request.headers
      const message = await buffer(request)
      const subscription = subscriptions.get(id)
      if (!subscription) return answer(response, 404)
      const { status, retryAfter, key } = subscription
      const refusal = refusalOf(authorization, `http://${host}`, key, Date.now() / 1000)
      if (refusal) return answer(response, 403, { reason: refusal })
      if (!/^\d+$/.test(ttl as string) || encoding !== 'aes128gcm' || !/^[\w-]{0,32}$/.test(topic as string)) return answer(response, 400)
      if (message.length > MAX_BYTES) return answer(response, 413)
      if (status !== 201) return answer(response, status, undefined, retryAfter === null ? {} : { 'retry-after': String(retryAfter) })
      received.unshift({
        subscription: id,
        text: decryptPush(message, subscription),
        ttl: Number(ttl),
        topic: topic as string,
        at: Date.now(),
      })
      received.splice(MAX_PUSHES)
      answer(response, 201)
    }

  const subscribe: RequestListener = async (request, response) => {
    const { key } = (await json(request)) as { key: string }
    const id = randomUUID()
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const auth = randomBytes(16)
    subscriptions.set(id, { ecdh, auth, key, status: 201, retryAfter: null })
    const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
    answer(response, 201, { endpoint: `http://${request.headers.host}/push/${id}`, expirationTime: null, keys })
  }

  const change =
    (id: string): RequestListener =>
    async (request, response) => {
      const changes = (await json(request)) as Partial<Pick<Subscription, 'status' | 'retryAfter'>>
      const subscription = subscriptions.get(id)
      if (subscription) Object.assign(subscription, changes)
      answer(response, subscription ? 204 : 404)
    }

  return (path) => {
    const [, folder, id] = /^\/(push|push-subscriptions)\/([\w-]{36})$/.exec(path) ?? []
    if (folder && id) return folder === 'push' ? receive(id) : change(id)
    if (path === '/push-subscriptions') return subscribe
    if (path === '/pushes.json') return (_, response) => answer(response, 200, received)
  }
}
