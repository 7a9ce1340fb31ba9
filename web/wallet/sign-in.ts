import type { NonceAnswer } from '../../workers/auth/users.schema.ts'
import { auth } from '../api.ts'
import { chooseWallet, type Eip1193, type Wallet } from './discovery.ts'

/**
 * Why a wallet did not do what it was asked. `rejected`: the person said no. `pending`: an earlier request still waits in the
 * wallet. `chain`: it stays on another network. `locked`: it gave no account. `failed`: anything else.
 */
export type WalletReason = 'rejected' | 'pending' | 'chain' | 'locked' | 'failed'

export class WalletError extends Error {
  override name = 'WalletError'
  readonly reason: WalletReason
  constructor(reason: WalletReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

const USER_REJECTED = 4001
const ALREADY_PENDING = -32002

/** One request to a wallet, its refusals told apart. */
async function request<T>(provider: Eip1193, method: string, params: unknown[] = []): Promise<T> {
  try {
    return (await provider.request({ method, params })) as T
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code
    throw new WalletError(code === USER_REJECTED ? 'rejected' : code === ALREADY_PENDING ? 'pending' : 'failed', error)
  }
}

/** Brings the wallet to the app's chain, asking it to switch where it is elsewhere. */
async function ensureChain(provider: Eip1193, chainId: number): Promise<void> {
  if (Number(await request<string>(provider, 'eth_chainId')) === chainId) return
  try {
    await request(provider, 'wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
  } catch (error) {
    // Declining the switch is no refusal to sign in: what helps is to be told of the network.
    throw error instanceof WalletError && error.reason === 'pending' ? error : new WalletError('chain', error)
  }
  if (Number(await request<string>(provider, 'eth_chainId')) !== chainId) throw new WalletError('chain')
}

/** The message of EIP-4361 for this page; names, order and blank lines are the standard's. */
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

const hex = (text: string) => `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/**
 * Proves an account of the wallet to the server: connect, one message, one signature. `signIn` starts a session, `addAccount`
 * links the account to the one there is. Nothing is asked twice: every refusal throws a {@link WalletError} or ApiError and ends
 * it. After `signal` is aborted nothing more is asked or sent.
 */
export async function prove(wallet: Wallet, how: 'signIn' | 'addAccount', signal: AbortSignal): Promise<void> {
  const { provider, rdns } = wallet
  const [account] = await request<string[]>(provider, 'eth_requestAccounts')
  if (!account) throw new WalletError('locked')
  signal.throwIfAborted()
  const nonce = (await (await auth.getNonce.$post({ json: { account } })).json()) as NonceAnswer
  signal.throwIfAborted()
  await ensureChain(provider, nonce.chainId)
  signal.throwIfAborted()
  const message = messageText(nonce)
  const signature = await request<string>(provider, 'personal_sign', [hex(message), account])
  signal.throwIfAborted()
  await auth[how].$post({ json: { account, signature, message, provider: rdns } })
  chooseWallet(wallet)
}
