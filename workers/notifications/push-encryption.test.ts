import { expect, it } from 'vitest'
import { encryptPush } from './push-encryption.ts'
import { vapidHeader, vapidPublicKey } from './vapid.ts'

const decode = (text: string) => Buffer.from(text, 'base64url')

/** The example of RFC 8291, appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  ours: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  ourPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

it('encrypts the example of RFC 8291 as the RFC does', async () => {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const point = decode(EXAMPLE.ours)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: EXAMPLE.ourPrivate,
  }
  const pair = {
    privateKey: await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('raw', point, curve, true, []),
  } as CryptoKeyPair
  // The example has no padding.
  const padding = EXAMPLE.text.length
  const message = await encryptPush(EXAMPLE.text, EXAMPLE.keys, { pair, salt: new Uint8Array(decode(EXAMPLE.salt)), padding })
  expect(Buffer.from(message).toString('base64url')).toBe(EXAMPLE.message)
})

it('hides the length of a text, uses a new key and salt for each message, and refuses long texts and invalid keys', async () => {
  const [short, long] = [await encryptPush('a', EXAMPLE.keys), await encryptPush('a'.repeat(500), EXAMPLE.keys)]
  expect(short.length).toBe(long.length)
  expect(Buffer.from(short.subarray(0, 86))).not.toEqual(Buffer.from(long.subarray(0, 86)))
  expect((await encryptPush('あ'.repeat(1194), EXAMPLE.keys)).length).toBeLessThanOrEqual(4096)
  await expect(encryptPush('a'.repeat(3585), EXAMPLE.keys)).rejects.toThrow('3585 bytes')
  const invalid = { ...EXAMPLE.keys, p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url') }
  await expect(encryptPush('a', invalid)).rejects.toThrow()
})

it('signs a token for the origin of the push service so that the public key verifies it, and refuses an invalid private key', async () => {
  const { privateKey } = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const env = {
    VAPID_KEY: JSON.stringify(await crypto.subtle.exportKey('jwk', privateKey)),
    MAIL_FROM: 'Warren <hello@warren.example>',
  }
  const header = await vapidHeader(env, 'https://push.example.com/v2/abc?d=e', 1000)
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(header)!
  expect(key).toBe(vapidPublicKey(env))
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  expect([JSON.parse(String(decode(head))), JSON.parse(String(decode(claims)))]).toEqual([
    { typ: 'JWT', alg: 'ES256' },
    { aud: 'https://push.example.com', exp: 1000 + 43_200, sub: 'mailto:hello@warren.example' },
  ])
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('raw', decode(key!), algorithm, false, ['verify'])
  expect(await crypto.subtle.verify(algorithm, publicKey, decode(signature), Buffer.from(`${head}.${claims}`))).toBe(true)
  expect(() => vapidPublicKey({ ...env, VAPID_KEY: '{"kty":"EC","crv":"P-256","x":"a","y":"b"}' })).toThrow('VAPID_KEY')
})
