import { getPublicClient } from '@wagmi/core'
import { type Address, createPublicClient, custom, decodeErrorResult, encodeFunctionData, erc20Abi, type Hex, keccak256, toHex } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { config } from '../lib/page-data.ts'
import { chain, connectWallet, findWallet, wagmi } from './config.ts'
import { BASE_WALLET, listWallets } from './discovery.ts'
import type { Eip1193, Wallet } from './wallet.ts'

/**
 * Why nothing, or not what was meant, happened on chain. `rejected`: the person said no. `waiting`: the wallet still has an older
 * request open. `wallet`: none was found. `choose`: it
 * is not clear which of several. `account`: it shows no account of this person. `chain`: it stays on another network.
 * `contract`: what stands at the OrderBook's address is not the OrderBook. `funds`: too little of the token. `gas`: too little of
 * the chain's coin. `expired`: the quote is too old. `moved`: the order is no longer where it was. `figures`: nor are the figures of
 * its dispute. `early`, `late`: by the chain's clock. `paused`: no new orders now. `limit`: less gas than the contract asks for.
 * `fees`: they rose since the quote.
 * `reverted`: it went on chain and failed. `sent`: it left the wallet, and what became of it cannot be read. `failed`: anything else,
 * before it left the wallet.
 */
export type TransactionReason =
  | 'rejected'
  | 'waiting'
  | 'wallet'
  | 'choose'
  | 'account'
  | 'chain'
  | 'contract'
  | 'funds'
  | 'gas'
  | 'expired'
  | 'moved'
  | 'figures'
  | 'early'
  | 'late'
  | 'paused'
  | 'limit'
  | 'fees'
  | 'reverted'
  | 'sent'
  | 'failed'

export class TransactionError extends Error {
  override name = 'TransactionError'
  readonly reason: TransactionReason
  constructor(reason: TransactionReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** A wallet and the account of it that pays. */
export interface Payer {
  wallet: Wallet
  account: Address
}

export interface Call {
  to: Address
  data: Hex
  /** Of the chain's own coin, in wei. */
  value?: bigint
}

/** How long a transaction is waited for before it is told to be on its way still (ms). */
const RECEIPT_MS = 180_000

const NATIVE = '0x0000000000000000000000000000000000000000'
const REVERTS: Record<string, TransactionReason> = {
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

/** The reader of the chain that goes through our server. */
const reader = () => getPublicClient(wagmi())!

/** What a wallet or node has against a transaction, as something a person can act on. */
function reasonOf(error: unknown): TransactionError {
  if (error instanceof TransactionError) return error
  const codes: unknown[] = []
  const messages: string[] = []
  for (let at = error as { code?: unknown; message?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    codes.push(at.code)
    messages.push(String(at.message))
  }
  if (codes.includes(4001)) return new TransactionError('rejected', error)
  if (codes.includes(-32002)) return new TransactionError('waiting', error)
  // Nodes have no code of their own for it, and wallets pass on their words.
  const broke = messages.some((message) => /insufficient funds|exceeds transaction sender account balance/i.test(message))
  return new TransactionError(revertReason(error) ?? (broke ? 'gas' : 'failed'), error)
}

/** Wallets wrap a revert's data in layers of their own; the contract's error is in whichever has it. */
function revertReason(error: unknown): TransactionReason | undefined {
  for (let at = error as { data?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    const data = typeof at.data === 'object' ? (at.data as { data?: unknown } | null)?.data : at.data
    if (typeof data !== 'string' || !data.startsWith('0x') || data.length < 10) continue
    try {
      return REVERTS[decodeErrorResult({ abi: orderBookAbi, data: data as Hex }).errorName]
    } catch {
      return undefined
    }
  }
}

/** The person's wallet, with an account of theirs. `linked` are the accounts of theirs the server knows. Throws TransactionError. */
export async function findPayer(linked: readonly Address[]): Promise<Payer> {
  const wallet = await findWallet()
  if (!wallet) throw new TransactionError((await listWallets()).length ? 'choose' : 'wallet')
  let accounts: readonly Address[]
  try {
    accounts = await connectWallet(wallet)
  } catch (error) {
    throw reasonOf(error)
  }
  const account = accounts.find((one) => linked.some((mine) => mine.toLowerCase() === one.toLowerCase()))
  if (!account) throw new TransactionError('account')
  return { wallet, account }
}

/** Which linked account the wallet shows this page already, without asking anybody; the first linked where it shows none. */
export async function likelyAccount(linked: readonly Address[]): Promise<Address | undefined> {
  const wallet = await findWallet()
  const shown = ((await wallet?.provider.request({ method: 'eth_accounts' }).catch(() => [])) ?? []) as Address[]
  return linked.find((mine) => shown.some((one) => one.toLowerCase() === mine.toLowerCase())) ?? linked[0]
}

async function ensureChain(provider: Eip1193): Promise<void> {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers } = chain()
  const here = async () => Number(await provider.request({ method: 'eth_chainId' })) === id
  if (await here()) return
  const chainId = toHex(id)
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  } catch (error) {
    if (reasonOf(error).reason === 'rejected') throw new TransactionError('chain', error)
    // 4902: the wallet does not know the chain yet.
    const blockExplorerUrls = blockExplorers && [blockExplorers.default.url]
    const params = [{ chainId, chainName: name, nativeCurrency, rpcUrls: rpcUrls.default.http, blockExplorerUrls }]
    await provider.request({ method: 'wallet_addEthereumChain', params }).catch((cause: unknown) => {
      throw new TransactionError('chain', cause)
    })
  }
  if (!(await here())) throw new TransactionError('chain')
}

/**
 * Sends one transaction, to the OrderBook or to a token it takes: the wallet's chain and, as the wallet itself sees it, the
 * OrderBook's code are compared first, and the wallet is told the chain it is for, as it may be switched while it asks; the gas
 * is the wallet's own estimate and a fifth more. The contract asks for the gas of all its payments beforehand, so the estimate is enough
 * whatever their receivers do in the transaction. Resolves with the hash once it left the wallet. Throws TransactionError.
 */
export async function send({ wallet: { provider }, account }: Payer, { to, data, value = 0n }: Call): Promise<Hex> {
  try {
    const { orderBook, orderBookCodeHash, tokens } = config()
    const receiver = to.toLowerCase()
    const isToken = receiver !== NATIVE && tokens.some(({ address }) => address.toLowerCase() === receiver)
    // A page older than the contract it was told of would pay into code that nobody compared.
    if (!isToken && receiver !== orderBook.toLowerCase()) throw new TransactionError('contract')
    await ensureChain(provider)
    const throughWallet = createPublicClient({ chain: chain(), transport: custom(provider as never, { retryCount: 0 }) })
    const code = await throughWallet.getCode({ address: orderBook })
    if (!code || keccak256(code) !== orderBookCodeHash) throw new TransactionError('contract')
    const gas = await throughWallet.estimateGas({ account, to, data, value })
    const params = [{ from: account, to, data, value: toHex(value), gas: toHex((gas * 12n) / 10n), chainId: toHex(chain().id) }]
    return (await provider.request({ method: 'eth_sendTransaction', params })) as Hex
  } catch (error) {
    throw reasonOf(error)
  }
}

/**
 * Waits until a transaction, or the same one with more gas, is in a block; answers the hash it has there. Throws `reverted`;
 * `rejected` when the person put another one in its place, which is how wallets take one back; `sent` after three minutes.
 */
export async function receipt(hash: Hex): Promise<Hex> {
  let takenBack = false
  const onReplaced = ({ reason }: { reason: string }) => {
    takenBack = reason !== 'repriced'
  }
  const placed = await reader()
    .waitForTransactionReceipt({ hash, pollingInterval: 500, retryCount: 30, retryDelay: 1000, timeout: RECEIPT_MS, onReplaced })
    .catch((error: unknown) => {
      throw new TransactionError('sent', error)
    })
  if (takenBack) throw new TransactionError('rejected')
  if (placed.status !== 'success') throw new TransactionError('reverted')
  return placed.transactionHash
}

/** What an account holds of each token the OrderBook takes, in smallest units, by token address. */
export async function balances(account: Address): Promise<Record<Address, bigint>> {
  const held = await Promise.all(
    config().tokens.map(async ({ address }) => {
      if (address === NATIVE) return [address, await reader().getBalance({ address: account })] as const
      return [address, await reader().readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })] as const
    }),
  )
  return Object.fromEntries(held)
}

/**
 * The approvals still missing for a payment: none, or the exact amount; for USDT first zero, as it refuses to change an allowance
 * that is not zero.
 */
export async function missingApprovals(account: Address, token: Address, amount: bigint): Promise<Call[]> {
  if (token === NATIVE) return []
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
 * Refuses before the wallet opens what the account cannot pay: the amount, or no coin at all for the network's fee. Whether there is a fee
 * the Base wallet says itself: it may be sponsored there, or paid in another token.
 */
export async function checkFunds({ wallet, account }: Payer, token: Address, amount: bigint): Promise<void> {
  const held = await balances(account)
  if ((held[token] ?? 0n) < amount) throw new TransactionError('funds')
  if ((held[NATIVE] ?? 0n) === 0n && wallet.rdns !== BASE_WALLET) throw new TransactionError('gas')
}
