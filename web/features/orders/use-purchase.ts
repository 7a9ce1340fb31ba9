import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Hex } from 'viem'
import type { Quote } from '../../../workers/orders/orders.schema.ts'
import { recordedLate } from '../../queries/pending-transactions.ts'
import { toast } from '../../ui/toast.ts'
import { chain } from '../../wallet/config.ts'
import { type PaymentStep, STEPS } from '../../wallet/payment.ts'
import type { PaymentMethod } from '../../wallet/payment-method.ts'
import { transactionText } from '../../wallet/texts.ts'
import { WalletError } from '../../wallet/wallet-error.ts'
import { useTask } from '../../wallet/wallet-task.ts'
import { type PaidOrder, type Progress, pay as payQuote } from './pay.ts'

/** The state of the history entry that a payment leads to: the id of the order that was paid. */
export interface PaidState {
  paid: string
}

/**
 * Pays quotes of a subject; `likely` is the method that will probably be used, and `method` the one in use. `steps` names all steps, and
 * `stage` is the index of the running one, -1 before the first. `late`: the payment was sent, but it is not known yet whether it succeeded.
 * `onFeesRaised` gets a quote that the contract refused because the fees have risen since then. A payment that succeeds after the dialog
 * was closed is announced by a message.
 */
export function usePurchase(
  subject: string,
  likely: PaymentMethod,
  onDone: (order: PaidOrder) => void,
  onFeesRaised: (quote: Quote) => void,
) {
  const { t, i18n } = useLingui()
  const { step: progress, busy, isOverdue, error, run, clear } = useTask<Progress>()
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

  const announce = (order: PaidOrder) => {
    toast(t`Your payment has arrived. You will find the order under Orders.`)
    recordedLate.set({ subject, order })
  }
  const pay = (quote: Quote, account: Hex) =>
    run({ method: likely, step: STEPS[likely][0]! }, async (enter, signal) => {
      let used = likely
      const onStep = (next: Progress) => {
        used = next.method
        enter(next)
      }
      try {
        const order = await payQuote({ quote, account, subject, likely, failed: failed.current, signal, enter: onStep })
        if (signal.aborted) return order ? announce(order) : undefined
        if (!order) return setLate(true)
        enter({ method: used, step: 'done' })
        onDone(order)
      } catch (failure) {
        const reason = failure instanceof WalletError ? failure.reason : null
        if (reason === 'fees' && !signal.aborted) onFeesRaised(quote)
        if (reason === 'reverted' && signal.aborted) toast(transactionText(failure, i18n), 'bad')
        throw failure
      }
    })

  const own = STEPS[method]
  return {
    method,
    steps: own.map((step) => labels[step]),
    stage: !progress ? -1 : progress.step === 'done' ? own.length : own.indexOf(progress.step),
    step: progress?.step ?? null,
    busy,
    isOverdue,
    error,
    late,
    pay,
    clear: () => clear({ step: null }),
  }
}
