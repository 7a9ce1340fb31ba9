import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { callData } from '../../../workers/orders/calldata.schema.ts'
import type { Arbitration } from '../../../workers/orders/decisions.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { saveDecisionReason } from '../../queries/arbitration.ts'
import { recordWhenMined } from '../../queries/pending-transactions.ts'
import { toast } from '../../ui/toast.ts'
import { transactionText } from '../../wallet/texts.ts'
import { findPayer, receipt, send } from '../../wallet/transactions.ts'
import { WalletError } from '../../wallet/wallet-error.ts'

/**
 * Sends a decision: 0 the reason, 1 transaction, 2 receipt, 3 record (`stage`). `isPlaced`: the decision is on chain, so it cannot be sent
 * again; if it could not be recorded, the cron records it within a minute. `isSent`: it is or may be on its way to the chain. A second one
 * would replace its reason.
 */
export function useDecision({ order, wallet }: Arbitration) {
  const { t, i18n } = useLingui()
  const [stage, setStage] = useState(0)
  const [busy, setBusy] = useState(false)
  const [isPlaced, setPlaced] = useState(false)
  const [error, setError] = useState<unknown>(null)

  /** `refund` is in the token's smallest units. */
  const decide = async (refund: bigint, reason: string) => {
    setBusy(true)
    setError(null)
    setStage(0)
    try {
      await saveDecisionReason(order.id, refund, reason)
      setStage(1)
      // The server keeps the reason for a decision of this wallet only.
      const payer = await findPayer([wallet])
      const hash = await send(payer, { to: order.contract, data: callData('resolve', order.order_id, refund) })
      setStage(2)
      const recorded = await recordWhenMined({ hash }, receipt(hash), () => setStage(3)).catch((failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure
        toast(transactionText(failure, i18n), 'bad')
      })
      if (recorded) toast(t`The dispute is decided.`)
      setPlaced(true)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const isSent = isPlaced || (error instanceof WalletError && (error.reason === 'sent' || error.reason === 'unsent'))
  return { stage, busy, isPlaced, isSent, error, decide, clearError: () => setError(null) }
}
