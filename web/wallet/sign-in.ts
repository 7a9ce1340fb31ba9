import type { Nonce, NonceAnswer } from '../../workers/auth/users.schema.ts'
import { auth } from '../lib/api.ts'
import { BASE_WALLET, chooseWallet } from './discovery.ts'
import { switchNetwork } from './network.ts'
import { request, WalletError } from './request.ts'
import { needsConfirm, Unconfirmed } from './unconfirmed.ts'
import type { Eip1193, Wallet } from './wallet.ts'

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

/** What shows that an account is somebody's. */
interface Proof {
  account: string
  message: string
  signature: string
}

/** Addresses that a new one shall not be among, in any case. */
type Known = readonly string[]
const isKnown = (account: string, known: Known) => known.some((each) => each.toLowerCase() === account.toLowerCase())

/** The account a wallet shows this page; where that is a known one, it is asked for another (EIP-2255), which many let people choose. */
async function accountOf(provider: Eip1193, known: Known): Promise<string> {
  let accounts = await request<string[]>(provider, 'eth_requestAccounts')
  if (accounts[0] && isKnown(accounts[0], known)) {
    await request(provider, 'wallet_requestPermissions', [{ eth_accounts: {} }]).catch((error: WalletError) => {
      if (error.reason === 'rejected') throw error
    })
    accounts = await request<string[]>(provider, 'eth_requestAccounts')
  }
  const account = accounts.find((each) => !isKnown(each, known))
  if (account) return account
  throw new WalletError(accounts.length ? 'known' : 'locked')
}

/** Connect, one message, one signature. */
async function askToSign(provider: Eip1193, known: Known, signal: AbortSignal): Promise<Proof> {
  const account = await accountOf(provider, known)
  signal.throwIfAborted()
  const nonce = (await (await auth.getNonce.$post({ json: { account } })).json()) as NonceAnswer
  signal.throwIfAborted()
  await switchNetwork(provider, nonce.chainId)
  signal.throwIfAborted()
  const message = messageText(nonce)
  return { account, message, signature: await request<string>(provider, 'personal_sign', [hex(message), account]) }
}

/** What a wallet answers to `wallet_connect` (ERC-7846) with a sign-in; a part it did not do is an error there. */
interface Connected {
  accounts: { address: string; capabilities?: { signInWithEthereum?: { message: string; signature: string } | { code: number } } }[]
}

/**
 * Connect and sign in at once, in the one window a press may open: the wallet writes the message. Its code loads while the nonce is
 * on its way, as browsers forget the press after seconds.
 */
async function askToConnect(provider: Eip1193, known: Known, signal: AbortSignal): Promise<Proof> {
  const [answer] = await Promise.all([auth.getNonce.$post({ json: {} }), provider.request({ method: 'eth_chainId' })])
  const { nonce, chainId } = (await answer.json()) as Nonce
  signal.throwIfAborted()
  const capabilities = { signInWithEthereum: { nonce, chainId: `0x${chainId.toString(16)}` } }
  const { accounts } = await request<Connected>(provider, 'wallet_connect', [{ version: '1', capabilities }])
  const [first] = accounts
  const proof = first?.capabilities?.signInWithEthereum
  if (!first || !proof || !('signature' in proof)) throw new WalletError('failed', proof)
  if (isKnown(first.address, known)) throw new WalletError('known')
  return { account: first.address, message: proof.message, signature: proof.signature }
}

/** What a proof is for: a session, one more wallet, or a session anew for who is signed in already. */
export type ProofFor = 'signIn' | 'addAccount' | 'signInAgain'

/**
 * Proves an account of the wallet to the server. `signIn` starts a session; `addAccount` links an account that is not among `known`
 * to the one there is; `signInAgain` renews the session by an account that is linked. Nothing is asked twice: every refusal throws a
 * {@link WalletError}, {@link Unconfirmed} or ApiError and ends it. `sending` is handed the last call. After `signal` is aborted nothing more is asked or sent.
 */
export async function prove(
  wallet: Wallet,
  how: ProofFor,
  signal: AbortSignal,
  known: Known = [],
  sending = <T>(call: Promise<T>) => call,
): Promise<void> {
  const { provider, rdns } = wallet
  const ask = rdns === BASE_WALLET ? askToConnect : askToSign
  signal.addEventListener('abort', () => provider.cancel?.(), { once: true })
  const proof = await ask(provider, known, signal)
  signal.throwIfAborted()
  const send = async () => {
    await sending<unknown>(auth[how].$post({ json: { ...proof, provider: rdns } }))
    chooseWallet(wallet)
  }
  try {
    await send()
  } catch (error) {
    throw needsConfirm(error) ? new Unconfirmed(error, send) : error
  }
}
