import { capabilities } from '../batches.ts'

/**
 * The protocol between the Base Account SDK and its popup (the SDK's `Communicator` and `Signer`): window messages encrypted with AES-GCM.
 * Both sides exchange public keys once and derive the shared secret (ECDH on P-256). The popup's key stays stored after the popup has
 * closed, because the SDK keeps using the secret.
 */

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const KEY = 'base-wallet.key'

interface Encrypted {
  iv: Uint8Array<ArrayBuffer>
  cipherText: ArrayBuffer
}

/** A message from the SDK: the handshake, or an encrypted request. */
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

async function loadKeys(): Promise<CryptoKeyPair> {
  const stored = localStorage.getItem(KEY)
  if (stored) {
    const { privateKey, publicKey } = JSON.parse(stored) as { privateKey: JsonWebKey; publicKey: JsonWebKey }
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

async function deriveSecret(sender: string): Promise<CryptoKey> {
  const peerKey = await crypto.subtle.importKey('spki', fromHex(sender), CURVE, true, [])
  const { privateKey } = await loadKeys()
  return crypto.subtle.deriveKey({ name: 'ECDH', public: peerKey }, privateKey, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/** The request inside a message; null for the handshake. */
export async function decryptRequest({ sender, content }: Incoming): Promise<Request | null> {
  if (!('encrypted' in content)) return null
  const { iv, cipherText } = content.encrypted
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await deriveSecret(sender), cipherText)
  return (JSON.parse(new TextDecoder().decode(text)) as { action: Request }).action
}

/** The response to a message: the result, the RPC address the SDK should read the chain from, and what the wallet can do (EIP-5792). */
export async function encryptResponse(
  { id, sender }: Incoming,
  result: { value: unknown } | { error: unknown },
  rpcUrl: string,
): Promise<object> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(
    JSON.stringify({ result, data: { chains: { 31337: rpcUrl }, capabilities: capabilities(31337, 'supported') } }),
  )
  const cipherText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await deriveSecret(sender), text)
  const { publicKey } = await loadKeys()
  return {
    id: crypto.randomUUID(),
    requestId: id,
    sender: toHex(await crypto.subtle.exportKey('spki', publicKey)),
    content: { encrypted: { iv, cipherText } },
    timestamp: new Date(),
  }
}
