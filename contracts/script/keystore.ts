import { createDecipheriv, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { scrypt } from '@noble/hashes/scrypt.js'
import { type Hex, isHex, keccak256 } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/**
 * The maximum cost of one key derivation, in bytes of memory and in rounds: a file may demand more than this machine has. geth's default
 * takes 256 MiB.
 */
const MAX_MEMORY = 2 ** 30
const MAX_ROUNDS = 10_000_000

type Params = { dklen?: unknown; salt?: unknown; n?: unknown; r?: unknown; p?: unknown; c?: unknown; prf?: unknown }

const refuse = (why: string): never => {
  throw new Error(`the keystore ${why}`)
}

const bytes = (value: unknown, what: string): Buffer => {
  const text = typeof value === 'string' ? value.replace(/^0x/, '') : ''
  return isHex(`0x${text}`) && text.length > 0 && text.length % 2 === 0 ? Buffer.from(text, 'hex') : refuse(`has no ${what}`)
}

const count = (value: unknown, what: string, most: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most ? value : refuse(`has no usable ${what}`)

/** Derives 32 bytes from a password: half for the cipher, half for the MAC. */
function derive(kdf: unknown, params: Params, password: string): Buffer {
  const salt = bytes(params.salt, 'salt')
  // Longer keys start with the same bytes, so 32 bytes are enough.
  if (count(params.dklen, 'key length', 1024) < 32) refuse('derives too short a key')
  if (kdf === 'scrypt') {
    const [N, r, p] = [count(params.n, 'scrypt cost', 2 ** 24), count(params.r, 'scrypt block', 1024), count(params.p, 'scrypt lanes', 64)]
    if (128 * N * r > MAX_MEMORY) refuse(`asks for more than ${MAX_MEMORY / 2 ** 20} MiB`)
    // Node's scrypt rejects parameters with a block size of 1, which some wallets write.
    return Buffer.from(scrypt(Buffer.from(password), salt, { N, r, p, dkLen: 32 }))
  }
  if (kdf === 'pbkdf2' && params.prf === 'hmac-sha256')
    return pbkdf2Sync(password, salt, count(params.c, 'rounds', MAX_ROUNDS), 32, 'sha256')
  return refuse('uses a key derivation that is not known here')
}

/**
 * Returns the private key of a keystore file (Web3 Secret Storage, version 3, as written by geth, `cast wallet` and most wallets) as 32
 * bytes of hex. Throws if the text is not such a file, the password is wrong, or the key does not match the file's address.
 */
export function unlock(text: string, password: string): Hex {
  let file: { version?: unknown; address?: unknown; crypto?: Record<string, unknown>; Crypto?: Record<string, unknown> }
  try {
    file = JSON.parse(text)
  } catch {
    return refuse('is not JSON')
  }
  const sealed = file?.crypto ?? file?.Crypto
  if (file?.version !== 3 || !sealed) return refuse('is not of version 3')
  if (sealed.cipher !== 'aes-128-ctr') return refuse('uses a cipher that is not known here')
  const ciphertext = bytes(sealed.ciphertext, 'ciphertext')
  const derived = derive(sealed.kdf, (sealed.kdfparams ?? {}) as Params, password)
  const seal = Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2), 'hex')
  const expected = bytes(sealed.mac, 'seal')
  if (expected.length !== 32 || !timingSafeEqual(seal, expected)) return refuse('does not open with this password')
  const iv = bytes((sealed.cipherparams as { iv?: unknown } | undefined)?.iv, 'start value')
  if (iv.length !== 16) return refuse('has no start value of 16 bytes')
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const key = Buffer.concat([decipher.update(ciphertext), decipher.final()])
  if (key.length !== 32) return refuse('holds no key of 32 bytes')
  const hex: Hex = `0x${key.toString('hex')}`
  const named = typeof file.address === 'string' && file.address ? file.address.replace(/^0x/, '').toLowerCase() : undefined
  if (named && named !== privateKeyToAddress(hex).slice(2).toLowerCase()) return refuse(`is not that of 0x${named}`)
  return hex
}
