import { type Address, type Hex, toHex } from 'viem'
import { config } from '../lib/page-data.ts'
import { callsStatus } from './calls-status.ts'
import { chain } from './config.ts'
import { saysAtomic } from './payment-method.ts'
import { requestSilently, showsAccount } from './request.ts'
import { type Call, nameNeededEth, type Payer, prepareWallet, reader, toSendError } from './transactions.ts'
import type { Eip1193, Wallet } from './wallet.ts'
import { causesOf, WalletError } from './wallet-error.ts'

/** How often to ask the wallet about a batch, and for how long (ms). */
const POLL_MS = 1000
const BATCH_MS = 180_000

/** The longest id of a batch (characters): 4,096 bytes in hex, as EIP-5792 says. */
const MAX_ID = 8194

/** The error of wallets that know only an older version of the request. */
const INVALID_PARAMS = -32602

/** Whether the wallet says that it can batch; false if it does not already show this page the account. Opens no window. */
export async function canBatch({ provider }: Pick<Wallet, 'provider'>, account: Address): Promise<boolean> {
  // Base Account ends the connection when it is asked about an account that it does not show.
  if (!(await showsAccount(provider, account))) return false
  return saysAtomic(await requestSilently(provider, 'wallet_getCapabilities', [account, [toHex(chain().id)]]), chain().id)
}

/**
 * Sends calls as one batch (EIP-5792), and resolves with the id of the batch once the person has confirmed. Throws {@link WalletError}:
 * `unsupported` if the wallet cannot do it after all, `sent` if it confirms without a usable id, `unsent` after an unknown error,
 * `NetworkFeeError` if the account has too little ETH.
 */
export async function sendCalls(payer: Payer, calls: Call[]): Promise<string> {
  await prepareWallet(payer, calls)
  const batch = {
    version: '2.0.0',
    chainId: toHex(chain().id),
    from: payer.account,
    atomicRequired: true,
    calls: calls.map(({ to, data, value = 0n }) => ({ to, data, value: toHex(value) })),
  }
  const request = () =>
    payer.wallet.provider.request({ method: 'wallet_sendCalls', params: [batch] }).catch((error: unknown) => {
      if ([...causesOf(error)].some(({ code }) => code === INVALID_PARAMS)) throw new WalletError('unsupported', error)
      throw toSendError(error)
    })
  const answer: unknown = await nameNeededEth(payer, calls, request)
  // The answer was a plain text before version 2.0.0.
  const id = typeof answer === 'string' ? answer : (answer as { id?: unknown } | null)?.id
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID) throw new WalletError('sent')
  return id
}

/** Whether a transaction paid the order of `ref`, read from the chain through our own server; null if the transaction cannot be read. */
async function readPayment(hash: Hex, ref: Hex): Promise<'paid' | 'reverted' | 'other' | null> {
  const found = await reader()
    .getTransactionReceipt({ hash })
    .catch(() => null)
  if (!found) return null
  const isOrder = ({ address, data }: { address: Address; data: Hex }) =>
    address.toLowerCase() === config().orderBook.toLowerCase() && data.toLowerCase().includes(ref.slice(2).toLowerCase())
  if (found.status === 'success') return found.logs.some(isOrder) ? 'paid' : 'other'
  return 'reverted'
}

/**
 * Waits until a batch has paid the order of `ref`; resolves with its transaction's hash. The wallet only names the transactions: their
 * results are read from the chain. Throws {@link WalletError}: `reverted` if the transaction failed on chain, `unsent` if the wallet says
 * that the batch failed and no transaction of it is found, `sent` after three minutes, also if a transaction could not be read.
 */
export async function batchPayment(provider: Eip1193, id: string, ref: Hex): Promise<Hex> {
  const foreign = new Set<Hex>()
  for (const until = Date.now() + BATCH_MS; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    const status = await callsStatus(provider, id)
    if (!status) continue
    let [isReverted, isUnread] = [false, false]
    for (const hash of status.hashes) {
      if (foreign.has(hash)) continue
      const found = await readPayment(hash, ref)
      if (found === 'paid') return hash
      if (found === 'other') foreign.add(hash)
      isReverted ||= found === 'reverted'
      isUnread ||= found === null
    }
    if (status.state === 'failed' && !isUnread) throw new WalletError(isReverted ? 'reverted' : 'unsent')
  }
  throw new WalletError('sent')
}
