/**
 * How the Base Account SDK talks to its popup (its `Communicator` and `Signer`): messages between windows, whose content is
 * encrypted with AES-GCM under a secret both sides derive (ECDH on P-256) from the keys they tell each other once. The popup's
 * key outlives it, as the SDK goes on with the secret it has.
 */

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const KEY = 'base-wallet.key'

interface Encrypted {
  iv: Uint8Array<ArrayBuffer>
  cipherText: ArrayBuffer
}

/** What the SDK sends: a first greeting, or something encrypted. */
export interface Incoming {
  id: string
  sender: string
  content: { handshake: { method: string } } | { encrypted: Encrypted }
}

export interface Request {
  method: string
  params?: unknown
}

const toHex = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

async function ownKeys(): Promise<CryptoKeyPair> {
  const kept = localStorage.getItem(KEY)
  if (kept) {
    const { privateKey, publicKey } = JSON.parse(kept) as { privateKey: JsonWebKey; publicKey: JsonWebKey }
    return {
      privateKey: await crypto.subtle.importKey('jwk', privateKey, CURVE, true, ['deriveKey']),
      publicKey: await crypto.subtle.importKey('jwk', publicKey, CURVE, true, []),
    }
  }
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveKey'])
  const [privateKey, publicKey] = await Promise.all([pair.privateKey, pair.publicKey].map((key) => crypto.subtle.exportKey('jwk', key)))
  localStorage.setItem(KEY, JSON.stringify({ privateKey, publicKey }))
  return pair
}

async function secretWith(sender: string): Promise<CryptoKey> {
  const theirs = await crypto.subtle.importKey('spki', fromHex(sender), CURVE, true, [])
  const { privateKey } = await ownKeys()
  return crypto.subtle.deriveKey({ name: 'ECDH', public: theirs }, privateKey, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/** The call inside a message; null for the greeting. */
export async function opened({ sender, content }: Incoming): Promise<Request | null> {
  if (!('encrypted' in content)) return null
  const { iv, cipherText } = content.encrypted
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await secretWith(sender), cipherText)
  return (JSON.parse(new TextDecoder().decode(text)) as { action: Request }).action
}

/** The answer to a message: what came of it, and where the SDK reads the chain. */
export async function sealed({ id, sender }: Incoming, result: { value: unknown } | { error: unknown }, rpcUrl: string): Promise<object> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify({ result, data: { chains: { 31337: rpcUrl } } }))
  const cipherText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await secretWith(sender), text)
  const { publicKey } = await ownKeys()
  return {
    id: crypto.randomUUID(),
    requestId: id,
    sender: toHex(await crypto.subtle.exportKey('spki', publicKey)),
    content: { encrypted: { iv, cipherText } },
    timestamp: new Date(),
  }
}
