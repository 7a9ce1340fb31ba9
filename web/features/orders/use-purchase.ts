import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Hex } from 'viem'
import type { Quote } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { recordWhenMined } from '../../queries/pending-transactions.ts'
import { chain } from '../../wallet/config.ts'
import { type PaymentStep, STEPS, sendPayment } from '../../wallet/payment.ts'
import type { PaymentMethod } from '../../wallet/payment-method.ts'
import { findPayer } from '../../wallet/transactions.ts'
import { WalletError, type WalletReason } from '../../wallet/wallet-error.ts'

const UNPAID: WalletReason[] = ['reverted', 'rejected', 'unsent']
/**
 * Whether a sent payment is shown as failed: it failed on chain, was cancelled in the wallet, is no payment to the OrderBook, or the wallet
 * reports a failure.
 */
const isUnpaid = (error: unknown) =>
  error instanceof WalletError
    ? UNPAID.includes(error.reason)
    : error instanceof ApiError && (error.code === 'transaction_failed' || error.code === 'transaction_foreign')

/** The state of the history entry that a payment leads to: the id of the order that was paid. */
export interface PaidState {
  paid: string
}

/** Where a payment is: the method in use, and its step. */
interface Progress {
  method: PaymentMethod
  step: PaymentStep | 'done'
}

/**
 * Pays a quote; `likely` is the method that will probably be used. `steps` names all steps, and `stage` is the index of the running one.
 * `late`: the payment was sent, but it is not known yet whether it succeeded. `onFeesRaised` gets a quote that the contract refused because
 * the fees have risen since then.
 */
export function usePurchase(
  likely: PaymentMethod,
  onDone: (order: { orderId: string; roomId: string | null }) => void,
  onFeesRaised: (quote: Quote) => void,
) {
  const { t } = useLingui()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [late, setLate] = useState(false)
  /** The methods that failed in this dialog. */
  const failed = useRef(new Set<PaymentMethod>())

  const method = progress?.method ?? likely
  const network = chain().name
  const labels: Record<PaymentStep, string> = {
    approve: t`Approve`,
    sign: t`Sign`,
    confirm: method === 'batch' ? t`Approve and pay in wallet` : t`Confirm in wallet`,
    wait: t`Wait for ${network}`,
    record: t`Order placed`,
  }

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      if (failure instanceof WalletError && failure.reason === 'sent') setLate(true)
      else setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const pay = (quote: Quote, account: Hex) =>
    run(async () => {
      setProgress({ method: likely, step: STEPS[likely][0]! })
      let used = likely
      const enter = (step: Progress['step']) => setProgress({ method: used, step })
      // The quote is for one account. A payment from another account would not match its terms.
      const payer = await findPayer([account])
      const { mined, ...sent } = await sendPayment(payer, quote, failed.current, (next, step) => {
        used = next
        enter(step)
      }).catch((failure: unknown) => {
        if (failure instanceof WalletError && failure.reason === 'fees') onFeesRaised(quote)
        throw failure
      })
      enter('wait')
      try {
        const order = await recordWhenMined(sent, mined, () => enter('record'))
        enter('done')
        onDone(order)
      } catch (failure) {
        if (isUnpaid(failure)) {
          if (used === 'batch') failed.current.add(used)
          throw failure
        }
        // The payment was sent. Any other failure leaves its result open.
        setLate(true)
      }
    })

  const clear = () => {
    setError(null)
    setProgress(null)
  }
  const own = STEPS[method]
  return {
    steps: [t`Terms`, ...own.map((step) => labels[step])],
    /** 0 before the first step. */
    stage: !progress ? 0 : progress.step === 'done' ? own.length + 1 : own.indexOf(progress.step) + 1,
    busy,
    error,
    late,
    pay,
    clear,
  }
}
