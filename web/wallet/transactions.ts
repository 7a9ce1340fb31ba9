import {
  type Abi,
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
import { requestSilently } from './request.ts'
import type { Wallet } from './wallet.ts'
import { causesOf, NetworkFeeError, toWalletError, WalletError, type WalletReason } from './wallet-error.ts'

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

/** The gas limit of a payment that cannot be estimated: 137,355 for newOrderWithPermit (contracts/README.md), an approval, and a margin. */
const PAYMENT_GAS = 240_000n

/** How long to wait for a receipt (ms). */
const RECEIPT_MS = 180_000

/** The errors of the Platform contract that the OrderBook does not have. Its whole ABI would be a large download for everybody. */
const PLATFORM_ERRORS = ['AlreadyCreator', 'NotCreator'].map((name) => ({
  type: 'error' as const,
  name,
  inputs: [{ name: 'account', type: 'address' }],
}))

/** The reasons of the contracts' errors, by name. */
const REVERTS: Record<string, WalletReason> = {
  QuoteExpired: 'expired',
  Paused: 'paused',
  TokenNotPayable: 'token',
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
  NotAdmin: 'admin',
  AlreadyCreator: 'listed',
  NotCreator: 'listed',
}

/** Reads the chain through our own server. */
export const reader = (): PublicClient => getPublicClient(wagmi())!

/** The {@link WalletError} for anything a wallet or node threw about a transaction. */
export function toTransactionError(error: unknown): WalletError {
  const known = toWalletError(error)
  if (known.reason !== 'failed') return known
  // Nodes have no error code for too little ETH, and wallets pass on the message of the node.
  const lacksGas = [...causesOf(error)].some(({ message }) =>
    /insufficient funds|exceeds transaction sender account balance/i.test(String(message)),
  )
  return new WalletError(revertReason(error) ?? (lacksGas ? 'gas' : 'failed'), error)
}

/**
 * Like {@link toTransactionError}, for a request to send. After an unknown error, the wallet may have sent the transaction: `unsent`.
 */
export function toSendError(error: unknown): WalletError {
  const known = toTransactionError(error)
  return known.reason === 'failed' ? new WalletError('unsent', error) : known
}

/** Whether a node says that a call reverts. Some nodes use another code than 3 and report it only in the message. */
export const isRevert = (error: unknown): boolean =>
  [...causesOf(error)].some(({ code, message }) => code === 3 || /revert/i.test(String(message)))

/** The reason of the contract's error. Wallets put its data at different depths. */
export function revertReason(error: unknown): WalletReason | undefined {
  for (const cause of causesOf(error)) {
    const data = typeof cause.data === 'object' ? (cause.data as { data?: unknown } | null)?.data : cause.data
    if (typeof data !== 'string' || !data.startsWith('0x') || data.length < 10) continue
    try {
      return REVERTS[decodeErrorResult({ abi: [...orderBookAbi, ...PLATFORM_ERRORS] as Abi, data: data as Hex }).errorName]
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
  const answer = wallet && (await requestSilently(wallet.provider, 'eth_accounts'))
  const shown = Array.isArray(answer) ? answer.map((one) => String(one).toLowerCase()) : []
  return linked.find((mine) => shown.includes(mine.toLowerCase())) ?? linked[0]
}

/** A contract of ours and the keccak-256 of its runtime code. */
export interface ExpectedContract {
  address: Address
  codeHash: Hex
}

const orderBookContract = (): ExpectedContract => ({ address: config().orderBook, codeHash: config().orderBookCodeHash })

/**
 * Switches a wallet to our chain. Every call must go to `contract` (by default the OrderBook) or to an accepted token, and the code of the
 * contract, read through the wallet, must be the expected one; else throws {@link WalletError}: `contract`.
 */
export async function prepareWallet(
  { wallet: { provider } }: Payer,
  calls: Pick<Call, 'to'>[],
  contract = orderBookContract(),
): Promise<PublicClient> {
  const receivers = [contract.address, ...config().tokens.map(({ address }) => address)].filter((address) => address !== zeroAddress)
  // An order may name a newer OrderBook, whose code hash this page does not have.
  if (!calls.every(({ to }) => receivers.some((address) => address.toLowerCase() === to.toLowerCase()))) throw new WalletError('contract')
  await switchNetwork(provider, chain().id)
  const throughWallet = createPublicClient({ chain: chain(), transport: custom(provider as never, { retryCount: 0 }) })
  const code = await throughWallet.getCode({ address: contract.address }).catch((error: unknown) => {
    throw toTransactionError(error)
  })
  if (!code || keccak256(code) !== contract.codeHash) throw new WalletError('contract')
  return throughWallet
}

/**
 * Runs `request`, which asks the wallet to send these calls as one transaction. If too little ETH is the reason of its error, throws
 * {@link NetworkFeeError} with what the calls need together.
 */
export async function nameNeededEth<T>({ account }: Payer, calls: Call[], request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof WalletError && error.reason === 'gas')) throw error
    const [first, ...more] = calls
    // An order cannot be estimated before its approval.
    const gas = more.length
      ? PAYMENT_GAS
      : await reader()
          .estimateGas({ ...first, account })
          .then(withMargin, () => PAYMENT_GAS)
    const value = calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n)
    throw new NetworkFeeError({ account, gas, value }, error)
  }
}

/**
 * Runs {@link prepareWallet}, then sends one transaction to `contract` (by default the OrderBook) or to a token it accepts. Resolves with
 * the hash once the wallet has sent it. Throws {@link WalletError}: {@link NetworkFeeError} if the account has no ETH (before the wallet
 * opens) or too little; `unsent` if the wallet answers with an unknown error, because it may have sent the transaction all the same.
 */
export async function send(payer: Payer, call: Call, contract?: ExpectedContract): Promise<Hex> {
  return nameNeededEth(payer, [call], async () => {
    await checkNetworkFee(payer)
    return sendPrepared(payer, call, contract)
  })
}

/**
 * The gas limit: the estimate plus a fifth. The contract requires the gas of all its payments in advance, so the estimate includes the most
 * that their receivers may use.
 */
const withMargin = (gas: bigint) => (gas * 12n) / 10n

async function sendPrepared(payer: Payer, { to, data, value = 0n }: Call, contract?: ExpectedContract): Promise<Hex> {
  const throughWallet = await prepareWallet(payer, [{ to }], contract)
  const { wallet, account } = payer
  const gas = await throughWallet.estimateGas({ account, to, data, value }).catch((error: unknown) => {
    throw toTransactionError(error)
  })
  // With the chain id the wallet refuses if the person switches the network meanwhile.
  const params = [{ from: account, to, data, value: toHex(value), gas: toHex(withMargin(gas)), chainId: toHex(chain().id) }]
  try {
    return (await wallet.provider.request({ method: 'eth_sendTransaction', params })) as Hex
  } catch (error) {
    throw toSendError(error)
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

/** Whether the wallet pays the network fee in ETH. For Base Account somebody else may pay it, or it may be paid in another token. */
const needsEth = ({ wallet }: Payer) => wallet.rdns !== BASE_WALLET

/** Throws `gas` if the account must pay the network fee and holds no ETH. If the balance cannot be read, the wallet checks it later. */
async function checkNetworkFee(payer: Payer): Promise<void> {
  if (!needsEth(payer)) return
  const balance = await reader()
    .getBalance({ address: payer.account })
    .catch(() => null)
  if (balance === 0n) throw new WalletError('gas')
}

/**
 * Throws {@link WalletError} before the wallet opens: `funds` if the account holds less than the amount, {@link NetworkFeeError} if it
 * holds no ETH for the network fee.
 */
export async function checkFunds(payer: Payer, token: Address, amount: bigint): Promise<void> {
  const { account } = payer
  const balance = await balances(account)
  if ((balance[token] ?? 0n) < amount) throw new WalletError('funds')
  if ((balance[zeroAddress] ?? 0n) === 0n && needsEth(payer)) throw new NetworkFeeError({ account, gas: PAYMENT_GAS, value: 0n })
}

/** What a transaction with this gas limit costs at most (wei): wallets set aside twice the current price, which can rise. */
export const networkFee = async (gas: bigint): Promise<bigint> => gas * 2n * (await reader().getGasPrice())
