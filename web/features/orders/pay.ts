import type { Hex } from 'viem'
import type { Quote } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { recordWhenMined } from '../../queries/pending-transactions.ts'
import { forgetRequests, guardPayer, type OpenRequest, rememberRequest, STEP_SECONDS } from '../../wallet/open-requests.ts'
import { type PaymentStep, sendPayment } from '../../wallet/payment.ts'
import type { PaymentMethod } from '../../wallet/payment-method.ts'
import { findPayer } from '../../wallet/transactions.ts'
import { WalletError, type WalletReason } from '../../wallet/wallet-error.ts'
import { tokenAmount } from './token-amount.ts'

/** Where a payment is: the method in use, and its step. */
export interface Progress {
  method: PaymentMethod
  step: PaymentStep | 'done'
}

/** The order that a payment has created. */
export interface PaidOrder {
  orderId: string
  roomId: string | null
}

const UNPAID: WalletReason[] = ['reverted', 'rejected', 'unsent']
/**
 * Whether a sent payment is shown as failed: it failed on chain, was cancelled in the wallet, is no payment to the OrderBook, or the wallet
 * reports a failure.
 */
const isUnpaid = (error: unknown): boolean =>
  error instanceof WalletError
    ? UNPAID.includes(error.reason)
    : error instanceof ApiError && (error.code === 'transaction_failed' || error.code === 'transaction_foreign')

/** The steps in which the wallet is not asked for the payment itself yet. */
const BEFORE_PAYMENT: Progress['step'][] = ['approve', 'sign']

interface Payment {
  quote: Quote
  account: Hex
  /** What is bought: see {@link OpenRequest}. */
  subject: string
  /** The method that will probably be used. */
  likely: PaymentMethod
  /** The methods that failed in this dialog; one that fails now is added. */
  failed: Set<PaymentMethod>
  /** Aborted once the person has left the dialog. */
  signal: AbortSignal
  enter: (progress: Progress) => void
}

/**
 * Pays a quote, and resolves once the server has recorded the order; null if the payment was sent but its result is not known yet. From
 * the moment the wallet is asked to pay until the result is known, the request is stored as open, so that a later dialog can warn. Throws
 * {@link WalletError} or ApiError if nothing was paid.
 */
export async function pay({ quote, account, subject, likely, failed, signal, enter }: Payment): Promise<PaidOrder | null> {
  // Each attempt has its own id, because an earlier attempt that ended without an answer may have paid.
  const id = crypto.randomUUID()
  let progress: Progress = { method: likely, step: 'confirm' }
  const move = (next: Progress) => {
    progress = next
    // If another method was tried before, the wallet has refused it, so its request is no longer open.
    if (BEFORE_PAYMENT.includes(next.step)) forgetRequests(subject, id)
    enter(next)
  }
  const remember = (isSent: boolean) => {
    const at = Math.floor(Date.now() / 1000)
    const request: OpenRequest = {
      ...{ subject, account, isSent, id, at },
      amount: tokenAmount(quote.amount, quote.token),
      // The clock of the device may be ahead of the chain's.
      until: Math.max(quote.validUntil, at + STEP_SECONDS),
    }
    rememberRequest(request)
  }
  try {
    // The quote is for one account. A payment from another account would not match its terms.
    const payer = guardPayer(await findPayer([account]), signal, () => progress.step === 'confirm' && remember(false))
    const { mined, ...sent } = await sendPayment(payer, quote, failed, (method, step) => move({ method, step }))
    remember(true)
    move({ ...progress, step: 'wait' })
    const order = await recordWhenMined(sent, mined, () => move({ ...progress, step: 'record' }), subject)
    forgetRequests(subject, id)
    return order
  } catch (error) {
    const reason = error instanceof WalletError ? error.reason : null
    const wasSent = progress.step === 'wait' || progress.step === 'record'
    if (wasSent && progress.method === 'batch' && isUnpaid(error)) failed.add('batch')
    // After a payment was sent, its result stays open unless the failure says that nothing was paid.
    const isOpen = reason === 'unsent' || reason === 'sent' || (wasSent && !isUnpaid(error))
    if (!isOpen) forgetRequests(subject, id)
    if (isOpen && reason !== 'unsent') return null
    throw error
  }
}
