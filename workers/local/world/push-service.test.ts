import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encryptPush } from '../../notifications/push-encryption.ts'
import { vapidHeader, vapidPublicKey } from '../../notifications/vapid.ts'
import { closeServer, serveExternalServices } from './outside.ts'
import { localPrices } from './price-feeds.ts'
import { LOCAL_VAPID_KEY } from './push-service.ts'

interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const ENV = { VAPID_KEY: LOCAL_VAPID_KEY, MAIL_FROM: 'Warren <hello@warren.example>' }
const now = () => Math.floor(Date.now() / 1000)
let server: Server
let origin: string
let subscription: Subscription
beforeAll(async () => {
  server = await serveExternalServices({ port: 0, prices: localPrices(), outbox: { mails: [], down: false } })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => closeServer(server))
beforeEach(async () => {
  const answer = await fetch(`${origin}/push-subscriptions`, { method: 'POST', body: JSON.stringify({ key: vapidPublicKey(ENV) }) })
  subscription = (await answer.json()) as Subscription
})

const push = async (headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) => {
  const { endpoint, keys } = subscription
  const authorization = await vapidHeader(ENV, endpoint, now())
  return fetch(endpoint, {
    method: 'POST',
    headers: { authorization, ttl: '60', 'content-encoding': 'aes128gcm', topic: 'abc', ...headers },
    body: body ?? (await encryptPush('{"title":"納品しました"}', keys)),
  })
}
const received = async () => (await (await fetch(`${origin}/pushes.json`)).json()) as { subscription: string; text: string }[]

test('decrypts a push of the notifications area', async () => {
  expect((await push()).status).toBe(201)
  const [newest] = await received()
  expect(newest).toMatchObject({ subscription: subscription.endpoint.slice(-36), text: '{"title":"納品しました"}', ttl: 60, topic: 'abc' })
})

test.each([
  ['without a token', async () => push({ authorization: '' })],
  ['with a token of another push service', async () => push({ authorization: await vapidHeader(ENV, 'https://push.example/', now()) })],
  ['with an expired token', async () => push({ authorization: await vapidHeader(ENV, origin, now() - 50_000) })],
  ['with a token for two days', async () => push({ authorization: await vapidHeader(ENV, origin, now() + 86_400) })],
  [
    'with a changed token',
    async () => push({ authorization: (await vapidHeader(ENV, origin, now())).replace(/\.[\w-]+, /, `.${'A'.repeat(86)}, `) }),
  ],
])('refuses a push %s', async (_, send) => expect((await send()).status).toBe(403))

test('refuses a push without a TTL, with another encoding, a long topic or a large body, and one to an unknown subscription', async () => {
  expect((await push({ ttl: '' })).status).toBe(400)
  expect((await push({ 'content-encoding': 'aesgcm' })).status).toBe(400)
  expect((await push({ topic: 'a'.repeat(33) })).status).toBe(400)
  expect((await push({}, new Uint8Array(4097))).status).toBe(413)
  subscription.endpoint = `${origin}/push/${crypto.randomUUID()}`
  expect((await push()).status).toBe(404)
})

test('answers with the status and the Retry-After that a test has set', async () => {
  const change = (changes: object) =>
    fetch(subscription.endpoint.replace('/push/', '/push-subscriptions/'), { method: 'PATCH', body: JSON.stringify(changes) })
  await change({ status: 429, retryAfter: 7 })
  const busy = await push()
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7'])
  await change({ status: 410, retryAfter: null })
  expect((await push()).status).toBe(410)
})
