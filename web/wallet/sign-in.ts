import type { Nonce, NonceAnswer } from '../../workers/auth/users.schema.ts'
import { auth } from '../lib/api.ts'
import type { ApiError } from '../lib/api-error.ts'
import { trackRenewal } from '../session/viewer.ts'
import { BASE_WALLET, chooseWallet } from './discovery.ts'
import { switchNetwork } from './network.ts'
import { request } from './request.ts'
import type { Eip1193, Wallet } from './wallet.ts'
import { WalletError } from './wallet-error.ts'

/** The EIP-4361 message of this page. The standard fixes field names, order and blank lines. */
const messageText = ({ account, statement, chainId, nonce, issuedAt, expirationTime }: NonceAnswer) =>
  [
    `${location.host} wants you to sign in with your Ethereum account:`,
    account,
    '',
    statement,
    '',
    `URI: ${location.origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expirationTime}`,
  ].join('\n')

const toHex = (text: string) => `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

interface SignedMessage {
  account: string
  message: string
  signature: string
}

/** A signed message that proves who owns an account, as the server expects it. */
export interface Proof extends SignedMessage {
  /** The wallet that signed, by its reverse domain name. */
  provider: string
}

/** A proof that the server accepts only after a fresh sign-in. It can then be submitted again. */
export interface RefusedProof {
  proof: Proof
  error: ApiError
}

/** Addresses, whose letters may be in upper or lower case. */
type Addresses = readonly string[]
const includesAddress = (addresses: Addresses, account: string) => addresses.some((each) => each.toLowerCase() === account.toLowerCase())

/** The first account of the wallet that is not linked. If the wallet shows a linked one, asks it for others (EIP-2255). */
async function findAccount(provider: Eip1193, linked: Addresses): Promise<string> {
  let accounts = await request<string[]>(provider, 'eth_requestAccounts')
  if (accounts[0] && includesAddress(linked, accounts[0])) {
    await request(provider, 'wallet_requestPermissions', [{ eth_accounts: {} }]).catch((error: WalletError) => {
      if (error.reason === 'rejected') throw error
    })
    accounts = await request<string[]>(provider, 'eth_requestAccounts')
  }
  const account = accounts.find((each) => !includesAddress(linked, each))
  if (account) return account
  throw new WalletError(accounts.length ? 'known' : 'locked')
}

/** Connects, then asks for one signature over our message. */
async function connectThenSign(provider: Eip1193, linked: Addresses, signal: AbortSignal): Promise<SignedMessage> {
  const account = await findAccount(provider, linked)
  signal.throwIfAborted()
  const nonce = (await (await auth.getNonce.$post({ json: { account } })).json()) as NonceAnswer
  signal.throwIfAborted()
  await switchNetwork(provider, nonce.chainId)
  signal.throwIfAborted()
  const message = messageText(nonce)
  return { account, message, signature: await request<string>(provider, 'personal_sign', [toHex(message), account]) }
}

/** The answer to `wallet_connect` (ERC-7846) with a sign-in. A capability that failed holds an error code. */
interface Connected {
  accounts: { address: string; capabilities?: { signInWithEthereum?: { message: string; signature: string } | { code: number } } }[]
}

/**
 * Connects and signs in one window, as browsers allow one window per press; the wallet writes the message. The wallet's code loads
 * during the nonce request (`eth_chainId` starts the load), because browsers allow the window only for a few seconds after the press.
 */
async function connectAndSign(provider: Eip1193, linked: Addresses, signal: AbortSignal): Promise<SignedMessage> {
  const [answer] = await Promise.all([auth.getNonce.$post({ json: {} }), provider.request({ method: 'eth_chainId' })])
  const { nonce, chainId } = (await answer.json()) as Nonce
  signal.throwIfAborted()
  const capabilities = { signInWithEthereum: { nonce, chainId: `0x${chainId.toString(16)}` } }
  const { accounts } = await request<Connected>(provider, 'wallet_connect', [{ version: '1', capabilities }])
  const [first] = accounts
  const signed = first?.capabilities?.signInWithEthereum
  if (!first || !signed || !('signature' in signed)) throw new WalletError('failed', signed)
  if (includesAddress(linked, first.address)) throw new WalletError('known')
  return { account: first.address, message: signed.message, signature: signed.signature }
}

/**
 * Asks the wallet to prove an account that is not among `linked`. Stops when the person rejects a request or `signal` is aborted. Throws
 * {@link WalletError}, ApiError (no nonce) or the signal's reason.
 */
export async function signProof({ provider, rdns }: Wallet, signal: AbortSignal, linked: Addresses = []): Promise<Proof> {
  signal.addEventListener('abort', () => provider.cancel?.(), { once: true })
  const signed = await (rdns === BASE_WALLET ? connectAndSign : connectThenSign)(provider, linked, signal)
  signal.throwIfAborted()
  return { ...signed, provider: rdns }
}

/** `signIn` starts a session, `addAccount` links the account, `signInAgain` renews the session by an account that is linked. */
export type ProofPurpose = 'signIn' | 'addAccount' | 'signInAgain'

/** Sends a proof to the server, and remembers its wallet as the one used last. Throws ApiError. */
export async function submitProof(purpose: ProofPurpose, proof: Proof): Promise<void> {
  const call: Promise<unknown> = auth[purpose].$post({ json: proof })
  await (purpose === 'signInAgain' ? trackRenewal(call) : call)
  chooseWallet(proof.provider)
}
