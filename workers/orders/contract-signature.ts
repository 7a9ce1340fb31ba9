import { object, parse, pipe, regex, string } from 'valibot'
import { erc6492SignatureValidatorByteCode } from 'viem'
import { address, signature } from '../auth/users.schema.ts'
import { ApiError } from '../shared/errors.ts'
import { RpcError, rpc } from '../shared/rpc.ts'
import type { RpcEnv } from '../shared/rpc-endpoints.ts'

/** The bounds of what auth sends: an account, a hash of 32 bytes, and a signature as the sign-in allows it. */
const question = object({ account: address, hash: pipe(string(), regex(/^0x[0-9a-f]{64}$/, 'hash')), signature })

/** ERC-1271 `isValidSignature(bytes32,bytes)`: its selector, which is also its result for a valid signature. */
const IS_VALID = '1626ba7e'
/** The suffix of an ERC-6492 signature, which wraps (factory, calldata, signature) for a wallet that may not be deployed yet. */
const WRAPPER_SUFFIX = '6492'.repeat(16)

const toWord = (value: number | bigint | string): string => (typeof value === 'string' ? value : value.toString(16)).padStart(64, '0')
/** ABI encoding of `bytes`: the length, then the content padded to whole words. */
const bytesArgument = (hex: string): string => toWord(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')

/**
 * Makes one RPC call. Returns its result in lower-case hex without 0x, or null if the contract reverts. Throws for any other error, and
 * `chain_unavailable` without a usable response.
 */
async function callChain(env: RpcEnv, method: string, params: unknown[]): Promise<string | null> {
  try {
    const [result] = await rpc<[unknown]>(env, [method, ...params])
    if (typeof result !== 'string' || !/^0x[0-9a-f]*$/i.test(result)) throw new ApiError('chain_unavailable', { reason: 'not hex' })
    return result.slice(2).toLowerCase()
  } catch (error) {
    if (error instanceof RpcError && (error.code === 3 || /revert/i.test(error.message))) return null
    throw error
  }
}

/** The signature inside an ERC-6492 wrapper, or null if the wrapper is malformed. All hex without 0x. */
function innerSignature(wrapper: string): string | null {
  const offset = Number.parseInt(wrapper.slice(128, 192), 16) * 2
  const length = Number.parseInt(wrapper.slice(offset, offset + 64), 16) * 2
  const inner = wrapper.slice(offset + 64, offset + 64 + length)
  return Number.isSafeInteger(offset) && Number.isSafeInteger(length) && inner.length === length ? inner : null
}

/**
 * Whether the account's contract accepts the signature of a hash (ERC-1271). A contract that is not deployed yet is deployed within the
 * call only (ERC-6492). If there is code at the address, the wrapper's calldata is not run, so that the caller cannot influence the
 * contract before the check. `account`, `hash` and `signature` are hex with 0x. Throws if the chain gives no usable answer, or if one of
 * these is out of bounds.
 */
export async function contractAccepts(env: RpcEnv, account: string, hash: string, signature: string): Promise<boolean> {
  parse(question, { account, hash, signature })
  const [digest, signed] = [hash.slice(2), signature.slice(2)]
  const inner = signed.endsWith(WRAPPER_SUFFIX) ? innerSignature(signed.slice(0, -64)) : signed
  if (inner === null || inner.endsWith(WRAPPER_SUFFIX)) return false
  const deployed = (await callChain(env, 'eth_getCode', [account, 'latest'])) !== ''
  if (!deployed && inner === signed) return false
  if (!deployed) {
    // The validator's constructor runs the factory, checks that code now exists at this address, and calls it.
    const data = erc6492SignatureValidatorByteCode + toWord(account.slice(2).toLowerCase()) + digest + toWord(96) + bytesArgument(signed)
    return (await callChain(env, 'eth_call', [{ data }, 'latest'])) === '01'
  }
  const data = `0x${IS_VALID}${digest}${toWord(64)}${bytesArgument(inner)}`
  return (await callChain(env, 'eth_call', [{ to: account, data }, 'latest'])) === IS_VALID.padEnd(64, '0')
}
