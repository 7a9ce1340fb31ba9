import { weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ApiError } from '../shared/errors.ts'
import { describeError, log } from '../shared/log.ts'

/** The hash that `personal_sign` signs for a text (EIP-191). */
export function messageHash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/**
 * secp256k1 (SEC 2, 2.4.1). Only the curve is defined here, because the library's secp256k1 module also loads key generation and hashing.
 */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const CURVE = {
  p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn,
  n: N,
  h: 1n,
  a: 0n,
  b: 7n,
  Gx: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  Gy: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
}
/** The curve's endomorphism (Gallant, Lambert and Vanstone), which halves the number of doublings. */
const ENDOMORPHISM = {
  beta: 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een,
  basises: [
    [0x3086d221a7d46bcde86c90e49284eb15n, -0xe4437ed6010e88286f547fa90abfe4c3n],
    [0x114ca50f7a8e2f3f657c1108d9d44cfd8n, 0x3086d221a7d46bcde86c90e49284eb15n],
  ] as [[bigint, bigint], [bigint, bigint]],
}
/**
 * Keys are recovered here and no secret is multiplied, so blinding needs no randomness. Without this function the library asks the platform
 * for randomness while the module loads, which Workers forbid; the error is caught, but costs a millisecond.
 */
const noRandomness = () => new Uint8Array()
const Point = weierstrass(CURVE, { endo: ENDOMORPHISM, randomBytes: noRandomness })

/**
 * The account (lower case) that made a plain signature, or null. A plain signature has 65 bytes, v 27 or 28, and s in the lower half of the
 * curve order. Other forms (compact, v 0 or 1, high s) are valid only if a smart wallet accepts them. Public-key recovery as in SEC 1,
 * 4.1.6: Q = (sR - hG) / r.
 */
export function recover(hash: Uint8Array, signature: Uint8Array): `0x${string}` | null {
  const v = signature[64]
  if (signature.length !== 65 || (v !== 27 && v !== 28)) return null
  const { Fn } = Point
  const x = signature.subarray(0, 32)
  const [r, s, h] = [x, signature.subarray(32, 64), hash].map((bytes) => BigInt(`0x${bytesToHex(bytes)}`)) as [bigint, bigint, bigint]
  if (!Fn.isValidNot0(r) || !Fn.isValidNot0(s) || s > N / 2n) return null
  try {
    // R has the x coordinate r, and v gives the parity of its y. Throws if no point has this x.
    const R = Point.fromBytes(concatBytes(Uint8Array.of(v - 25), x))
    const inverse = Fn.inv(r)
    const key = Point.BASE.mulAddUnsafe(Fn.create(-h * inverse), R, Fn.create(s * inverse))
    if (key.is0()) return null
    return `0x${bytesToHex(keccak_256(key.toBytes(false).subarray(1)).subarray(12))}`
  } catch {
    return null
  }
}

/** The orders worker's check of a contract's signature. Account, hash and signature are hex with 0x. */
export interface SignatureEnv {
  ORDERS: { contractAccepts: (account: string, hash: string, signature: string) => Promise<boolean> }
}

/** How long the orders worker may take (ms). It reads the chain at most twice, for up to eight seconds each. */
const CONTRACT_MS = 17_000

/**
 * Asks the orders worker, which reads the chain, whether the account's contract accepts the signature of a hash. Throws
 * `sign_in_signature_unchecked` if it fails or does not answer in time.
 */
async function contractAccepts({ ORDERS }: SignatureEnv, account: string, hash: string, signature: string): Promise<boolean> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), CONTRACT_MS)
  try {
    const answer = await Promise.race([ORDERS.contractAccepts(account, hash, signature), timeout])
    if (typeof answer !== 'boolean') throw new Error('the answer is not a boolean')
    return answer
  } catch (error) {
    log('warn', 'signature_unchecked', { error: describeError(error) })
    throw new ApiError('sign_in_signature_unchecked')
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Throws unless `account` signed `text`. Signatures of plain accounts are checked here without the chain; only if that fails, the account's
 * contract is called through the orders worker. Throws `sign_in_signature_unchecked` if that cannot be done now.
 */
export async function verifySignature(
  env: SignatureEnv,
  { account, text, signature }: { account: `0x${string}`; text: string; signature: string },
): Promise<void> {
  const bytes = hexToBytes(signature.slice(2))
  const hash = messageHash(text)
  if (recover(hash, bytes) === account.toLowerCase()) return
  const accepted = await contractAccepts(env, account, `0x${bytesToHex(hash)}`, `0x${bytesToHex(bytes)}`)
  if (!accepted) throw new ApiError('sign_in_signature_invalid')
}
