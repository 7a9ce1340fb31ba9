/**
 * Why a request to a wallet, or a transaction that it sent, did not succeed. The wallet may have sent the payment only if the reason is
 * `reverted`, `sent`, `unsent`, or `rejected` because the person cancelled in the wallet. With every other reason no payment was sent, but
 * an approval may have been.
 */
export type WalletReason =
  /** The person declined a request, or cancelled a sent transaction in the wallet. */
  | 'rejected'
  /** An earlier request is still open in the wallet. */
  | 'pending'
  /** The wallet stays on another network. */
  | 'chain'
  /** The wallet gave no account. */
  | 'locked'
  /** The wallet gave only accounts that are linked already. */
  | 'known'
  /** No wallet was found. */
  | 'wallet'
  /** Several wallets were found, and it is not clear which one to use. */
  | 'choose'
  /** The wallet shows none of the person's linked accounts. */
  | 'account'
  /** The code at the contract's address is not the contract's. */
  | 'contract'
  /** Too little of the token. */
  | 'funds'
  /** Too little ETH for the network fee. */
  | 'gas'
  /** The quote has expired. */
  | 'expired'
  /** The order is no longer in the expected status. */
  | 'moved'
  /** The refund asked for or offered in the dispute has changed. */
  | 'figures'
  /** Too early or too late by the chain's clock. */
  | 'early'
  | 'late'
  /** New orders are paused. */
  | 'paused'
  /** The contract no longer accepts the token. */
  | 'token'
  /** The gas limit is lower than the contract requires. */
  | 'limit'
  /** The contract cannot pay to the chosen address. */
  | 'receiver'
  /** The account is no admin of the contract. */
  | 'admin'
  /** The contract's list of creators already has this change. */
  | 'listed'
  /** The contract owes the account nothing any more. */
  | 'withdrawn'
  /** The fees have risen since the quote. */
  | 'fees'
  /** The transaction is in a block and failed. */
  | 'reverted'
  /** The wallet has sent the transaction, and its result cannot be read. */
  | 'sent'
  /** The wallet answers with an unknown error, or reports a failed batch without a transaction. It may have sent the transaction. */
  | 'unsent'
  /** The wallet does not have the method. */
  | 'unsupported'
  /** Anything else. */
  | 'failed'

/** The only error that functions of `wallet/` throw for a wallet or the chain. `cause` is what the wallet or the node answered. */
export class WalletError extends Error {
  override name = 'WalletError'
  readonly reason: WalletReason
  constructor(reason: WalletReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** Whether it is unknown, after this error, if the transaction was sent or if it will succeed. */
export const isResultUnknown = (error: unknown): boolean =>
  error instanceof WalletError && (error.reason === 'sent' || error.reason === 'unsent')

/** What a step needs in ETH: the account that pays, the gas limit, and what the step itself sends (wei). */
interface NeededEth {
  account: `0x${string}`
  gas: bigint
  value: bigint
}

/** The `gas` error of a step for which it is known how much ETH has to be sent where. */
export class NetworkFeeError extends WalletError {
  readonly need: NeededEth
  constructor(need: NeededEth, cause?: unknown) {
    super('gas', cause)
    this.need = need
  }
}

/** The fields of EIP-1193 and JSON-RPC errors. */
interface ProviderError {
  code?: unknown
  message?: unknown
  data?: unknown
  cause?: unknown
}

/** An error and its causes, outermost first: wallets and viem wrap the error of the node. */
export function* causesOf(error: unknown): Generator<ProviderError> {
  for (let at = error as ProviderError | null | undefined; at; at = at.cause as typeof at) yield at
}

const USER_REJECTED = 4001
const ALREADY_PENDING = -32002
/**
 * EIP-1193 and JSON-RPC: no such method. EIP-5792: no such capability, no batches on this chain, the batch is too large, the person does
 * not want the account upgraded, no batches that are made as a whole.
 */
const UNSUPPORTED = [4200, -32601, 5700, 5710, 5740, 5750, 5760]

/** The {@link WalletError} for anything a wallet threw. */
export function toWalletError(error: unknown): WalletError {
  if (error instanceof WalletError) return error
  const codes = [...causesOf(error)].map(({ code }) => code)
  if (codes.includes(USER_REJECTED)) return new WalletError('rejected', error)
  if (codes.includes(ALREADY_PENDING)) return new WalletError('pending', error)
  return new WalletError(UNSUPPORTED.some((code) => codes.includes(code)) ? 'unsupported' : 'failed', error)
}
