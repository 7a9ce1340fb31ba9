import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { OwedPayment } from '../../../workers/orders/orders.schema.ts'
import { refreshOwed } from '../../queries/owed.ts'
import { withdrawalSubject, withdrawnLate } from '../../queries/pending-transactions.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { transactionText } from '../../wallet/texts.ts'
import css from './OwedPayments.module.css'
import { tokenAmount } from './token-amount.ts'

/** Shown instead of the button or the form while the chain processes a withdrawal. Says how it ended if an earlier visit has sent it. */
export default function WithdrawalPending({ payment }: { payment: OwedPayment }) {
  const { t, i18n } = useLingui()
  const amount = tokenAmount(payment.amount, payment.token)
  const subject = withdrawalSubject(payment)
  const late = withdrawnLate.use()
  const seen = useRef(late)
  useEffect(() => {
    if (!late || late === seen.current || late.subject !== subject) return
    seen.current = late
    if (late.error === null) toast(t`${amount} withdrawn.`)
    else toast(transactionText(late.error, i18n), 'bad')
  }, [late, subject, amount, t, i18n])
  // Another tab may have sent it; only that one knows that what is owed has changed.
  useEffect(() => () => void refreshOwed(), [])
  return (
    <p className={css.pending} role="status">
      <Spinner />
      <span>
        <Trans>Your wallet has sent the transaction, and the network is processing it. This page updates automatically.</Trans>
      </span>
    </p>
  )
}
