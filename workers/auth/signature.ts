import { weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { ApiError } from '../shared/errors.ts'
import { RpcError, rpc } from '../shared/rpc.ts'
import type { RpcEnv } from '../shared/rpc-endpoints.ts'

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
 * curve order. Other forms (compact, v 0 or 1, high s) are valid only if a contract wallet accepts them. Public-key recovery as in SEC 1,
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

/** ERC-1271 `isValidSignature(bytes32,bytes)`: its selector, which is also its result for a valid signature. */
const IS_VALID = '1626ba7e'
/** The suffix of an ERC-6492 signature, which wraps (factory, calldata, signature) for a wallet that may not be deployed yet. */
const WRAPPER_SUFFIX = '6492'.repeat(16)

const toWord = (value: number | bigint | string): string => (typeof value === 'string' ? value : value.toString(16)).padStart(64, '0')
/** ABI encoding of `bytes`: the length, then the content padded to whole words. */
const bytesArgument = (hex: string): string => toWord(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')

/**
 * Makes one RPC call. Returns `reverted` if the contract reverts. Throws `sign_in_signature_unchecked` for any other error and without a
 * response.
 */
async function callChain(env: RpcEnv, method: string, params: unknown[]): Promise<string | 'reverted'> {
  const [result] = await rpc<[unknown]>(env, [method, ...params]).catch((error) => {
    if (error instanceof RpcError && (error.code === 3 || /revert/i.test(error.message))) return ['reverted']
    throw new ApiError('sign_in_signature_unchecked')
  })
  if (result === 'reverted') return result
  if (typeof result !== 'string' || !/^0x[0-9a-f]*$/i.test(result)) throw new ApiError('sign_in_signature_unchecked')
  return result.slice(2).toLowerCase()
}

/** The signature inside an ERC-6492 wrapper, or null if the wrapper is malformed. All hex without 0x. */
function innerSignature(wrapper: string): string | null {
  const offset = Number.parseInt(wrapper.slice(128, 192), 16) * 2
  const length = Number.parseInt(wrapper.slice(offset, offset + 64), 16) * 2
  const inner = wrapper.slice(offset + 64, offset + 64 + length)
  return Number.isSafeInteger(offset) && Number.isSafeInteger(length) && inner.length === length ? inner : null
}

/**
 * Whether the account's contract accepts the signature (ERC-1271). A contract that is not deployed yet is deployed within the call only
 * (ERC-6492). If there is code at the address, the wrapper's calldata is not run, so that the caller cannot influence the contract before
 * the check.
 */
async function contractAccepts(env: RpcEnv, account: string, hash: string, signature: string): Promise<boolean> {
  const inner = signature.endsWith(WRAPPER_SUFFIX) ? innerSignature(signature.slice(0, -64)) : signature
  if (inner === null || inner.endsWith(WRAPPER_SUFFIX)) return false
  const deployed = (await callChain(env, 'eth_getCode', [account, 'latest'])) !== ''
  if (!deployed && inner === signature) return false
  if (!deployed) {
    // The validator's constructor runs the factory, checks that code now exists at this address, and calls it.
    const address = account.slice(2).toLowerCase()
    const data = erc6492SignatureValidatorByteCode + toWord(address) + hash + toWord(96) + bytesArgument(signature)
    return (await callChain(env, 'eth_call', [{ data }, 'latest'])) === '01'
  }
  const data = `0x${IS_VALID}${hash}${toWord(64)}${bytesArgument(inner)}`
  return (await callChain(env, 'eth_call', [{ to: account, data }, 'latest'])) === IS_VALID.padEnd(64, '0')
}

/**
 * Throws unless `account` signed `text`. Signatures of plain accounts are checked here without the chain; only if that fails, the account's
 * contract is called. Throws `sign_in_signature_unchecked` if the chain does not respond to that call.
 */
export async function verifySignature(
  env: RpcEnv,
  { account, text, signature }: { account: `0x${string}`; text: string; signature: string },
): Promise<void> {
  const bytes = hexToBytes(signature.slice(2))
  const hash = messageHash(text)
  if (recover(hash, bytes) === account.toLowerCase()) return
  if (!(await contractAccepts(env, account, bytesToHex(hash), bytesToHex(bytes)))) throw new ApiError('sign_in_signature_invalid')
}
