import type { NonceAnswer } from '../../workers/auth/users.schema.ts'
import { auth } from '../api.ts'
import { chooseWallet, type Wallet } from './discovery.ts'
import { switchNetwork } from './network.ts'
import { request, WalletError } from './request.ts'

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
  await switchNetwork(provider, nonce.chainId)
  signal.throwIfAborted()
  const message = messageText(nonce)
  const signature = await request<string>(provider, 'personal_sign', [hex(message), account])
  signal.throwIfAborted()
  await auth[how].$post({ json: { account, signature, message, provider: rdns } })
  chooseWallet(wallet)
}
