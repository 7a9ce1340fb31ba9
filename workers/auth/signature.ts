import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { erc6492SignatureValidatorByteCode } from 'viem'
import type { ChainEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { outsideJson } from '../shared/outside.ts'
import { checksum } from './siwe.ts'

/** EIP-191: what `personal_sign` signs of a text. */
export function messageHash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/**
 * The account that made a plain signature, or null when it is none: 65 bytes, v 27 or 28, s in the lower half. Every
 * signature has one spelling here; the compact form, v 0 or 1 and the mirrored s are taken for other signatures, which
 * only a contract could vouch for.
 */
export function recover(hash: Uint8Array, signature: Uint8Array): `0x${string}` | null {
  const v = signature[64]
  if (signature.length !== 65 || (v !== 27 && v !== 28)) return null
  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact').addRecoveryBit(v - 27)
    if (parsed.hasHighS()) return null
    const point = parsed.recoverPublicKey(hash).toBytes(false)
    return checksum(`0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`)
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
  if (recover(hash, bytes) === checksum(account)) return
  if (!(await contractAgrees(env, account, bytesToHex(hash), bytesToHex(bytes)))) throw new ApiError('sign_in_signature_invalid')
}
