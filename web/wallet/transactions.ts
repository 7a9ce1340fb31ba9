import {
  type Address,
  createPublicClient,
  custom,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  type PublicClient,
  toHex,
  zeroAddress,
} from 'viem'
import { getPublicClient } from 'wagmi/actions'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { config } from '../lib/page-data.ts'
import { chain, connectWallet, findWallet, wagmi } from './config.ts'
import { BASE_WALLET, listWallets } from './discovery.ts'
import { switchNetwork } from './network.ts'
import type { Wallet } from './wallet.ts'
import { causesOf, toWalletError, WalletError, type WalletReason } from './wallet-error.ts'

/** A wallet and its account that pays. */
export interface Payer {
  wallet: Wallet
  account: Address
}

/** A contract call to send. `value` is in wei. */
export interface Call {
  to: Address
  data: Hex
  value?: bigint
}

/** How long to wait for a receipt (ms). */
const RECEIPT_MS = 180_000

/** The reasons of the OrderBook's errors, by name. */
const REVERTS: Record<string, WalletReason> = {
  QuoteExpired: 'expired',
  Paused: 'paused',
  TokenNotPayable: 'paused',
  WrongStatus: 'moved',
  NotBuyer: 'account',
  NotSeller: 'account',
  RefundOutOfBounds: 'figures',
  DecisionOutOfBounds: 'figures',
  UnexpectedRefund: 'figures',
  TooEarly: 'early',
  TooLate: 'late',
  InsufficientGas: 'limit',
  FeesRaised: 'fees',
}

/** Reads the chain through our own server. */
export const reader = (): PublicClient => getPublicClient(wagmi())!

/** The {@link WalletError} for anything a wallet or node threw about a transaction. */
export function toTransactionError(error: unknown): WalletError {
  const known = toWalletError(error)
  if (known.reason !== 'failed') return known
  // Nodes have no error code for this, and wallets pass on the message of the node.
  const lacksGas = [...causesOf(error)].some(({ message }) =>
    /insufficient funds|exceeds transaction sender account balance/i.test(String(message)),
  )
  return new WalletError(revertReason(error) ?? (lacksGas ? 'gas' : 'failed'), error)
}

/** The reason of the contract's error. Wallets put its data at different depths. */
export function revertReason(error: unknown): WalletReason | undefined {
  for (const cause of causesOf(error)) {
    const data = typeof cause.data === 'object' ? (cause.data as { data?: unknown } | null)?.data : cause.data
    if (typeof data !== 'string' || !data.startsWith('0x') || data.length < 10) continue
    try {
      return REVERTS[decodeErrorResult({ abi: orderBookAbi, data: data as Hex }).errorName]
    } catch {
      return undefined
    }
  }
}

/** The wallet used last (or the only one) and the first of its accounts that is among `linked`. Throws {@link WalletError}. */
export async function findPayer(linked: readonly Address[]): Promise<Payer> {
  const wallet = await findWallet()
  if (!wallet) throw new WalletError((await listWallets()).length ? 'choose' : 'wallet')
  let accounts: readonly Address[]
  try {
    accounts = await connectWallet(wallet)
  } catch (error) {
    throw toWalletError(error)
  }
  const account = accounts.find((one) => linked.some((mine) => mine.toLowerCase() === one.toLowerCase()))
  if (!account) throw new WalletError('account')
  return { wallet, account }
}

/** The linked account that the wallet shows this page already, without asking the person; else the first linked one. */
export async function likelyAccount(linked: readonly Address[]): Promise<Address | undefined> {
  const wallet = await findWallet()
  const shown = ((await wallet?.provider.request({ method: 'eth_accounts' }).catch(() => [])) ?? []) as Address[]
  return linked.find((mine) => shown.some((one) => one.toLowerCase() === mine.toLowerCase())) ?? linked[0]
}

/**
 * Switches a wallet to our chain, and checks what it is about to call: only the OrderBook and tokens it accepts, and the OrderBook's code,
 * read through the wallet, is ours. Throws {@link WalletError}.
 */
export async function prepareWallet({ wallet: { provider } }: Payer, calls: Pick<Call, 'to'>[]): Promise<PublicClient> {
  const { orderBook, orderBookCodeHash, tokens } = config()
  const receivers = [orderBook, ...tokens.map(({ address }) => address)].filter((address) => address !== zeroAddress)
  // An order may name a newer OrderBook, whose code hash this page does not have.
  if (!calls.every(({ to }) => receivers.some((address) => address.toLowerCase() === to.toLowerCase()))) throw new WalletError('contract')
  await switchNetwork(provider, chain().id)
  const throughWallet = createPublicClient({ chain: chain(), transport: custom(provider as never, { retryCount: 0 }) })
  const code = await throughWallet.getCode({ address: orderBook }).catch((error: unknown) => {
    throw toTransactionError(error)
  })
  if (!code || keccak256(code) !== orderBookCodeHash) throw new WalletError('contract')
  return throughWallet
}

/**
 * Sends one transaction to the OrderBook or to a token it accepts, and resolves with the hash once it has left the wallet. First
 * {@link prepareWallet}. The gas limit is the wallet's estimate plus 20 %: the contract requires the gas of all its payments in advance, so
 * the estimate covers whatever their receivers do. Throws {@link WalletError}.
 */
export async function send(payer: Payer, { to, data, value = 0n }: Call): Promise<Hex> {
  const throughWallet = await prepareWallet(payer, [{ to }])
  const { wallet, account } = payer
  try {
    const gas = await throughWallet.estimateGas({ account, to, data, value })
    // With the chain id the wallet refuses if the person switches the network meanwhile.
    const params = [{ from: account, to, data, value: toHex(value), gas: toHex((gas * 12n) / 10n), chainId: toHex(chain().id) }]
    return (await wallet.provider.request({ method: 'eth_sendTransaction', params })) as Hex
  } catch (error) {
    throw toTransactionError(error)
  }
}

/**
 * Waits until a transaction, or its replacement with a higher gas price, is in a block; resolves with the hash it has there. Throws
 * {@link WalletError}: `reverted`; `rejected` if the person replaced it by another transaction, which is how wallets cancel; `sent` after
 * three minutes.
 */
export async function receipt(hash: Hex): Promise<Hex> {
  let cancelled = false
  const onReplaced = ({ reason }: { reason: string }) => {
    cancelled = reason !== 'repriced'
  }
  const mined = await reader()
    .waitForTransactionReceipt({ hash, pollingInterval: 500, retryCount: 30, retryDelay: 1000, timeout: RECEIPT_MS, onReplaced })
    .catch((error: unknown) => {
      throw new WalletError('sent', error)
    })
  if (cancelled) throw new WalletError('rejected')
  if (mined.status !== 'success') throw new WalletError('reverted')
  return mined.transactionHash
}

/** An account's balance of each token the OrderBook accepts, in smallest units, by token address. */
export async function balances(account: Address): Promise<Record<Address, bigint>> {
  const entries = await Promise.all(
    config().tokens.map(async ({ address }) => {
      if (address === zeroAddress) return [address, await reader().getBalance({ address: account })] as const
      return [address, await reader().readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })] as const
    }),
  )
  return Object.fromEntries(entries)
}

/**
 * The approvals still missing for a payment: none, or one of the exact amount. For USDT an approval of zero comes first if there is an
 * allowance, because USDT refuses to change one that is not zero.
 */
export async function missingApprovals(account: Address, token: Address, amount: bigint): Promise<Call[]> {
  if (token === zeroAddress) return []
  const { orderBook, tokens } = config()
  const args = [account, orderBook] as const
  const allowance = await reader().readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args })
  if (allowance >= amount) return []
  const approve = (value: bigint): Call => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [orderBook, value] }),
  })
  const isUsdt = tokens.find(({ address }) => address === token)?.symbol === 'USDT'
  return isUsdt && allowance > 0n ? [approve(0n), approve(amount)] : [approve(amount)]
}

/**
 * Throws {@link WalletError} before the wallet opens: `funds` if the account holds less than the amount, `gas` if it holds no ETH for the
 * network fee. Base Account needs no ETH, because its fee may be sponsored or paid in another token.
 */
export async function checkFunds({ wallet, account }: Payer, token: Address, amount: bigint): Promise<void> {
  const balance = await balances(account)
  if ((balance[token] ?? 0n) < amount) throw new WalletError('funds')
  if ((balance[zeroAddress] ?? 0n) === 0n && wallet.rdns !== BASE_WALLET) throw new WalletError('gas')
}
