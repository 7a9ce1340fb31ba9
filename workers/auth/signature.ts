import { weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { erc6492SignatureValidatorByteCode } from 'viem'
import type { ChainEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { outsideJson } from '../shared/outside.ts'

/** EIP-191: what `personal_sign` signs of a text. */
export function messageHash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/** secp256k1 (SEC 2, 2.4.1): the curve alone, as the library's own module of that name brings key-making and hashing along. */
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
/** The curve's endomorphism (Gallant, Lambert and Vanstone), which halves the doublings. */
const ENDOMORPHISM = {
  beta: 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een,
  basises: [
    [0x3086d221a7d46bcde86c90e49284eb15n, -0xe4437ed6010e88286f547fa90abfe4c3n],
    [0x114ca50f7a8e2f3f657c1108d9d44cfd8n, 0x3086d221a7d46bcde86c90e49284eb15n],
  ] as [[bigint, bigint], [bigint, bigint]],
}
/**
 * Points are recovered here and no secret is multiplied, so there is nothing to blind. Without an answer to this the library asks
 * the platform for randomness, which a Worker forbids while it loads: a fault that is caught, but costs a millisecond.
 */
const noRandomness = () => new Uint8Array()
const Point = weierstrass(CURVE, { endo: ENDOMORPHISM, randomBytes: noRandomness })

/**
 * The account (lower case) that made a plain signature, or null when it is none: 65 bytes, v 27 or 28, s in the lower half.
 * Every signature has one spelling here; the compact form, v 0 or 1 and the mirrored s are taken for other signatures, which
 * only a contract could vouch for. Public-key recovery as in SEC 1, 4.1.6: Q = (sR - hG) / r.
 */
export function recover(hash: Uint8Array, signature: Uint8Array): `0x${string}` | null {
  const v = signature[64]
  if (signature.length !== 65 || (v !== 27 && v !== 28)) return null
  const { Fn } = Point
  const x = signature.subarray(0, 32)
  const [r, s, h] = [x, signature.subarray(32, 64), hash].map((bytes) => BigInt(`0x${bytesToHex(bytes)}`)) as [bigint, bigint, bigint]
  if (!Fn.isValidNot0(r) || !Fn.isValidNot0(s) || s > N / 2n) return null
  try {
    // R has r for its x, and the parity of its y is v's; not every x has a point, and then this throws.
    const R = Point.fromBytes(concatBytes(Uint8Array.of(v - 25), x))
    const inverse = Fn.inv(r)
    const key = Point.BASE.mulAddUnsafe(Fn.create(-h * inverse), R, Fn.create(s * inverse))
    if (key.is0()) return null
    return `0x${bytesToHex(keccak_256(key.toBytes(false).subarray(1)).subarray(12))}`
  } catch {
    return null
  }
}

/** ERC-1271 `isValidSignature(bytes32,bytes)`: its selector, and what it answers for yes. */
const IS_VALID = '1626ba7e'
/** How an ERC-6492 signature ends: (factory, calldata, signature) of a wallet that may not be deployed yet. */
const WRAPPED = '6492'.repeat(16)

const word = (value: number | bigint | string): string => (typeof value === 'string' ? value : value.toString(16)).padStart(64, '0')
/** ABI `bytes`: length, then the content filled up to whole words. */
const bytesArgument = (hex: string): string => word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')

interface RpcAnswer {
  result?: string
  error?: { code: number; message: string; data?: unknown }
}

/** One chain read. `reverted` is the contract's no; silence and every other fault throws `sign_in_signature_unchecked`. */
async function rpc(env: Pick<ChainEnv, 'RPC_URL'>, method: string, params: unknown[]): Promise<string | 'reverted'> {
  const unchecked = () => new ApiError('sign_in_signature_unchecked')
  const answer = await outsideJson<RpcAnswer>(env.RPC_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).catch(() => {
    throw unchecked()
  })
  if (answer.error) {
    if (answer.error.code === 3 || /revert/i.test(String(answer.error.message))) return 'reverted'
    throw unchecked()
  }
  if (typeof answer.result !== 'string' || !/^0x[0-9a-f]*$/i.test(answer.result)) throw unchecked()
  return answer.result.slice(2).toLowerCase()
}

/** The third part of an ERC-6492 wrapper, or null when it is not well formed. All hex without 0x. */
function innerSignature(wrapper: string): string | null {
  const offset = Number.parseInt(wrapper.slice(128, 192), 16) * 2
  const length = Number.parseInt(wrapper.slice(offset, offset + 64), 16) * 2
  const inner = wrapper.slice(offset + 64, offset + 64 + length)
  return Number.isSafeInteger(offset) && Number.isSafeInteger(length) && inner.length === length ? inner : null
}

/**
 * Asks the account's contract (ERC-1271). One that is not deployed yet is deployed for the time of the call (ERC-6492); once
 * there is code at the address the wrapper's calldata is not run, so nothing of the caller's choosing goes before the answer.
 */
async function contractAgrees(env: Pick<ChainEnv, 'RPC_URL'>, account: string, hash: string, signature: string): Promise<boolean> {
  const inner = signature.endsWith(WRAPPED) ? innerSignature(signature.slice(0, -64)) : signature
  if (inner === null || inner.endsWith(WRAPPED)) return false
  const deployed = (await rpc(env, 'eth_getCode', [account, 'latest'])) !== ''
  if (!deployed && inner === signature) return false
  if (!deployed) {
    // The validator's constructor runs the factory, demands that code appeared at this very address, and asks it.
    const address = account.slice(2).toLowerCase()
    const data = erc6492SignatureValidatorByteCode + word(address) + hash + word(96) + bytesArgument(signature)
    return (await rpc(env, 'eth_call', [{ data }, 'latest'])) === '01'
  }
  const data = `0x${IS_VALID}${hash}${word(64)}${bytesArgument(inner)}`
  return (await rpc(env, 'eth_call', [{ to: account, data }, 'latest'])) === IS_VALID.padEnd(64, '0')
}

/**
 * Throws unless `account` signed `text`. A plain account is recovered here, with no chain needed; only what that cannot settle
 * is asked of the account's contract. `sign_in_signature_unchecked` when the chain does not answer: nobody gets in then.
 */
export async function verifySignature(
  env: Pick<ChainEnv, 'RPC_URL'>,
  { account, text, signature }: { account: `0x${string}`; text: string; signature: string },
): Promise<void> {
  const bytes = hexToBytes(signature.slice(2))
  const hash = messageHash(text)
  if (recover(hash, bytes) === account.toLowerCase()) return
  if (!(await contractAgrees(env, account, bytesToHex(hash), bytesToHex(bytes)))) throw new ApiError('sign_in_signature_invalid')
}
