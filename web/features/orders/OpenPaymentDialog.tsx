import { Trans } from '@lingui/react/macro'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { OpenRequest } from '../../wallet/open-requests.ts'
import css from './OpenPaymentDialog.module.css'

interface OpenPaymentProps {
  request: OpenRequest
  /** Whether the result of the request is still unknown. */
  isOpen: boolean
  /** Shows the terms, to pay again. */
  onAgain: () => void
  onClose: () => void
}

/** Shown instead of a purchase while an earlier payment for the same thing may still arrive, so that nobody pays twice. */
export function OpenPaymentDialog({ request, isOpen, onAgain, onClose }: OpenPaymentProps) {
  const { amount, isSent } = request
  const at = formatDate(request.at, 'time')
  const until = formatDate(request.until, 'time')
  const isLate = useNow() > request.until
  return (
    <Dialog title={<Trans>Did you pay already?</Trans>} onClose={onClose}>
      {!isOpen ? (
        <p>
          <Trans>The earlier request is closed. If you confirmed it, you will find the order under Orders.</Trans>
        </p>
      ) : isLate ? null : isSent ? (
        <p>
          <Trans>
            At {at} your wallet sent a payment of {amount} for this order. It is not confirmed yet. The order appears in your orders as soon
            as the payment is confirmed.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            At {at} your wallet was asked to pay {amount} for this order, and has not answered. Open your wallet and look for the request.
            If you confirm it, the order appears in your orders.
          </Trans>
        </p>
      )}
      {isOpen && (
        <Notice tone="amber">
          {isLate ? (
            <Trans>
              At {at} your wallet was asked to pay {amount} for this order. The time for this payment has passed. Check your orders before
              you pay again: it may have arrived in the last minute.
            </Trans>
          ) : isSent ? (
            <Trans>If you pay again now, you may pay twice. After {until}, the earlier payment can no longer succeed.</Trans>
          ) : (
            <Trans>
              If you pay again and also confirm the earlier request, you pay twice. Decline that request in your wallet first, or wait until{' '}
              {until}: it cannot be paid after that.
            </Trans>
          )}
        </Notice>
      )}
      <div className={css.buttons}>
        <Button onClick={onAgain}>{isOpen ? <Trans>Pay again anyway</Trans> : <Trans>Continue to the payment</Trans>}</Button>
        <ButtonLink look="primary" href={paths.orders()} onClick={onClose}>
          <Trans>See my orders</Trans>
        </ButtonLink>
      </div>
    </Dialog>
  )
}
