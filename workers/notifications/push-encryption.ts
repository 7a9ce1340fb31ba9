/** The keys of a push subscription, in base64url: the browser's public key (an uncompressed point of P-256) and its secret of 16 bytes. */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
/** The size of the record (bytes). Push services need not accept longer messages (RFC 8030, 7.2). */
const RECORD = 4096
/** What encryption adds to a padded text (bytes): the header with our public key, the delimiter and the tag of AES-GCM. */
const ADDED = 16 + 4 + 1 + 65 + 1 + 16
/** Texts are padded to a multiple of this (bytes), so that the length of a push says little about its text. */
const PADDING = 512

const bytes = (text: string) => new TextEncoder().encode(text)
const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** Imports the public key of a browser. Throws unless it is a point of P-256. */
export const importPublicKey = (p256dh: string): Promise<CryptoKey> => crypto.subtle.importKey('raw', decode(p256dh), CURVE, true, [])

async function hkdf(salt: Uint8Array, secret: Uint8Array, info: Uint8Array, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret as Uint8Array<ArrayBuffer>, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info } as never, key, length * 8))
}

/** A key pair and a salt, which no two messages may share. Only the test with the example of RFC 8291 passes fixed ones. */
const newSecrets = async () => ({
  pair: (await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])) as CryptoKeyPair,
  salt: crypto.getRandomValues(new Uint8Array(16)),
  padding: PADDING,
})

/**
 * Encrypts a text for a browser (RFC 8291), as one record of the content coding aes128gcm (RFC 8188). Throws if the keys are invalid or the
 * text is too long: 3.5 KB always fit.
 */
export async function encryptPush(text: string, { p256dh, auth }: SubscriptionKeys, secrets?: Awaited<ReturnType<typeof newSecrets>>) {
  const { pair, salt, padding } = secrets ?? (await newSecrets())
  const theirs = decode(p256dh)
  const ours = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer)
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: await importPublicKey(p256dh) } as never, pair.privateKey, 256)
  const info = new Uint8Array([...bytes('WebPush: info\0'), ...theirs, ...ours])
  const secret = await hkdf(decode(auth), new Uint8Array(shared), info, 32)
  const key = await crypto.subtle.importKey('raw', await hkdf(salt, secret, bytes('Content-Encoding: aes128gcm\0'), 16), 'AES-GCM', false, [
    'encrypt',
  ])
  const iv = await hkdf(salt, secret, bytes('Content-Encoding: nonce\0'), 12)

  const plain = bytes(text)
  const padded = new Uint8Array(Math.ceil(plain.length / padding) * padding + 1)
  if (padded.length - 1 + ADDED > RECORD) throw new Error(`the text of a push has ${plain.length} bytes`)
  padded.set(plain)
  // The delimiter of the last record, followed by zeros.
  padded[plain.length] = 2
  const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, padded)
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, RECORD)
  return new Uint8Array([...salt, ...size, ours.length, ...ours, ...new Uint8Array(cipher)])
}
