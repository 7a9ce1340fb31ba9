import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { callData } from '../../../workers/orders/calldata.schema.ts'
import type { Order, PartyVerb, Role } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { recordWhenMined } from '../../queries/pending-transactions.ts'
import { toast } from '../../ui/toast.ts'
import { transactionText } from '../../wallet/texts.ts'
import { findPayer, receipt, send } from '../../wallet/transactions.ts'

/**
 * Runs one step of an order: 0 transaction, 1 receipt, 2 record (`stage`). `order` is the newest version, but while the step runs the one
 * that the person confirmed. `isPlaced`: the transaction is on chain, so a retry only runs `finish` again.
 */
export function useOrderAction(newest: Order, role: Role, verb: PartyVerb) {
  const { i18n } = useLingui()
  const [stage, setStage] = useState(0)
  const [confirmed, setConfirmed] = useState<Order | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isPlaced, setPlaced] = useState(false)
  const order = confirmed ?? newest

  const place = async (refund: number | undefined) => {
    const payer = await findPayer([order[role]])
    const hash = await send(payer, { to: order.contract, data: callData(verb, order.order_id, refund) })
    setStage(1)
    // The step is on chain. If it cannot be recorded now, the cron records it within a minute.
    await recordWhenMined({ hash }, receipt(hash), () => setStage(2)).catch((failure: unknown) => {
      if (!(failure instanceof ApiError)) throw failure
      toast(transactionText(failure, i18n), 'bad')
    })
    setPlaced(true)
  }

  /**
   * `refund` is in basis points, for the steps that name one. `prepare` runs before the transaction, `finish` once it is on chain.
   */
  const run = async (refund: number | undefined, finish: () => Promise<void>, prepare?: () => Promise<void>) => {
    setConfirmed(order)
    setError(null)
    try {
      if (!isPlaced) {
        setStage(0)
        await prepare?.()
        await place(refund)
      }
      await finish()
    } catch (failure) {
      setError(failure)
      setConfirmed(null)
    }
  }

  return { order, stage, busy: confirmed !== null, isPlaced, error, run, clearError: () => setError(null) }
}
