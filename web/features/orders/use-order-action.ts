import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { callData } from '../../../workers/orders/calldata.schema.ts'
import type { Order, PartyVerb, Role } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { awaitStep } from '../../queries/orders.ts'
import { recordWhenMined, stepSubject } from '../../queries/pending-transactions.ts'
import { toast } from '../../ui/toast.ts'
import { findRequest, listRequests } from '../../wallet/open-requests.ts'
import { sendStep } from '../../wallet/send-step.ts'
import { reportUnrecorded, transactionText } from '../../wallet/texts.ts'
import { receipt } from '../../wallet/transactions.ts'
import { WalletError } from '../../wallet/wallet-error.ts'
import { useTask } from '../../wallet/wallet-task.ts'

interface StepActions {
  /** Runs before the transaction. */
  prepare: () => Promise<void>
  /** Runs once the transaction is on chain. `signal` is aborted if the dialog was closed. */
  finish: (signal: AbortSignal) => Promise<void>
  /** Runs if the person declined, and no earlier request for a step of this order may still be confirmed. */
  onDeclined: () => void
}

/**
 * Runs one step of an order: 0 transaction, 1 receipt, 2 record (`stage`). `order` is the newest version, but while the step runs the one
 * that the person confirmed. `isPlaced`: the transaction is on chain, so a retry only runs `finish` again. If the dialog is closed
 * meanwhile, the step still runs to its end, and its error is shown as a message.
 */
export function useOrderAction(newest: Order, role: Role, verb: PartyVerb) {
  const { i18n } = useLingui()
  const { step, isOverdue, error, run: runTask, clear } = useTask<number>()
  const [confirmed, setConfirmed] = useState<Order | null>(null)
  const [isPlaced, setPlaced] = useState(false)
  const order = confirmed ?? newest

  const place = (refund: number | undefined, enter: (stage: number) => void, signal: AbortSignal) => {
    const call = { to: order.contract, data: callData(verb, order.order_id, refund) }
    return sendStep({ account: order[role], subject: stepSubject(order), call, signal }, async (hash) => {
      enter(1)
      // The step is on chain. If it cannot be recorded now, the cron records it within a minute.
      await recordWhenMined({ hash }, receipt(hash), () => enter(2), stepSubject(order)).catch((failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure
        reportUnrecorded(failure, i18n)
        awaitStep(order)
      })
      setPlaced(true)
    })
  }

  /** `refund` is in basis points, for the steps that name one. */
  const run = (refund: number | undefined, { prepare, finish, onDeclined }: StepActions) =>
    runTask(0, async (enter, signal) => {
      setConfirmed(order)
      try {
        if (!isPlaced) {
          await prepare()
          await place(refund, enter, signal)
        }
        await finish(signal)
      } catch (failure) {
        setConfirmed(null)
        const isDeclined = failure instanceof WalletError && failure.reason === 'rejected'
        if (isDeclined && !findRequest(listRequests(), stepSubject(order), [order[role]])) onDeclined()
        if (signal.aborted && !isDeclined) toast(transactionText(failure, i18n), 'bad')
        throw failure
      }
    })

  return { order, stage: step ?? 0, busy: confirmed !== null, isOverdue, isPlaced, error, run, clearError: () => clear() }
}
