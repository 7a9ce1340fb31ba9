import { store } from '../lib/storage.ts'
import { isRecent, readList } from '../lib/stored-json.ts'
import { createStore } from '../ui/store.ts'
import type { Payer } from './transactions.ts'
import type { Eip1193 } from './wallet.ts'
import { WalletError } from './wallet-error.ts'

/** A transaction that a wallet was asked for, and whose result is not known yet. It may still be confirmed or included in a block. */
export interface OpenRequest {
  /** What it is for. If the subject is a payment, two requests may pay twice. */
  subject: string
  /** Random, one for each attempt. */
  id: string
  account: string
  /** The amount with its token, for a payment; else empty. */
  amount: string
  /** When the wallet was asked (UTC seconds). */
  at: number
  /** The time limit (UTC seconds). After it a payment cannot succeed. Other steps can, but their requests count as open only until then. */
  until: number
  /** Whether the wallet says that it has sent the transaction. */
  isSent: boolean
}

const KEY = 'warren.requests'
const SAMPLE: OpenRequest = { subject: '', id: '', account: '', amount: '', at: 0, until: 0, isSent: false }
/** How long after its time limit the result of a request may be unknown (seconds): the cron reads the chain every minute. */
const MARGIN = 120
/** How long before its time limit a wallet is asked at most (seconds). */
const MAX_AGE = 86_400
/** How long a request counts as open at least (seconds): as long as a quote is valid. */
export const STEP_SECONDS = 900

/** Whether a request may still have an effect. Both times are checked, because pages show them. */
const isOpen = ({ at, until }: OpenRequest) => isRecent(at, MAX_AGE) && isRecent(until, MARGIN)
const read = () => readList(KEY, SAMPLE).filter(isOpen)
// Where nothing can be stored, the open page still knows its own requests.
const requests = createStore<OpenRequest[]>(read())
let isStored = true
const write = (all: OpenRequest[]): void => {
  isStored = store(KEY, all.length ? JSON.stringify(all) : null)
  requests.set(all)
}
/** All requests, also those of other tabs whose storage event has not arrived yet. */
const current = () => (isStored ? read() : requests.get())
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === KEY) requests.set(read())
})

/** Stores a request, or replaces the one with its id. */
export const rememberRequest = (request: OpenRequest): void =>
  write([...current().filter((one) => one.id !== request.id && isOpen(one)), request])

/** Forgets the requests of a subject, or only the one with this id. */
export const forgetRequests = (subject: string, only?: string): void =>
  write(current().filter((one) => one.subject !== subject || (only !== undefined && one.id !== only)))

/** Forgets the requests of a subject whose transactions were sent, because their results are known. Others may still be confirmed. */
export const forgetSent = (subject: string): void => write(current().filter((one) => one.subject !== subject || !one.isSent))

/** The requests that this tab knows. */
export const listRequests = requests.get

/** The newest request of a subject from one of these accounts that may still have an effect. */
export const findRequest = (all: OpenRequest[], subject: string, accounts: readonly string[]): OpenRequest | undefined =>
  all.findLast(
    (one) => one.subject === subject && isOpen(one) && accounts.some((account) => account.toLowerCase() === one.account.toLowerCase()),
  )

/** {@link findRequest} for a component, updated by this tab and by others. */
export const useOpenRequest = (subject: string, accounts: readonly string[]): OpenRequest | undefined =>
  findRequest(requests.use(), subject, accounts)

/** Methods that open a window of the wallet. */
const WINDOWS = ['eth_sendTransaction', 'wallet_sendCalls', 'eth_signTypedData_v4', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']

/**
 * The same payer with a wallet that opens no window once `signal` is aborted, but throws `rejected` instead. `onSend` is called just before
 * the wallet is asked for a transaction or a batch.
 */
export function guardPayer({ wallet, account }: Payer, signal: AbortSignal, onSend: () => void): Payer {
  const request: Eip1193['request'] = async (call) => {
    if (signal.aborted && WINDOWS.includes(call.method)) throw new WalletError('rejected')
    if (call.method === 'eth_sendTransaction' || call.method === 'wallet_sendCalls') onSend()
    return wallet.provider.request(call)
  }
  return { wallet: { ...wallet, provider: { request } }, account }
}
