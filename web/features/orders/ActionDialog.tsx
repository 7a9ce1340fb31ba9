import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { DeliveryStep } from '../../../workers/orders/deliveries.schema.ts'
import { type Order, type PartyVerb, type Role, refundRange } from '../../../workers/orders/orders.schema.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { addDelivery } from '../../queries/deliveries.ts'
import { stepSubject } from '../../queries/pending-transactions.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import { WalletError } from '../../wallet/wallet-error.ts'
import css from './ActionDialog.module.css'
import { ActionSummary } from './ActionSummary.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { EarlierRequest } from './EarlierRequest.tsx'
import { otherName, verbLabels } from './order-labels.ts'
import { ReasonField } from './ReasonField.tsx'
import { namesRefund, percentOf, percentsOf } from './RefundField.tsx'
import { RefundForm } from './RefundForm.tsx'
import { TransactionFoot } from './TransactionFoot.tsx'
import { useDeliveryDraft } from './use-delivery-draft.ts'
import { useDisputeReason } from './use-dispute-reason.ts'
import { useOrderAction } from './use-order-action.ts'

/** Shown if the order has changed so that no refund is possible. */
const MOVED = new WalletError('moved')

interface ActionProps {
  order: Order
  role: Role
  verb: PartyVerb
  /** The delivery that the seller has prepared, for the step that delivers. */
  prepared?: DeliveryStep | undefined
  /** Shows the conversation once the order is accepted. */
  onOpenRoom: () => void
  onClose: () => void
}

/** Shows what a step of an order means, sends its transaction once confirmed, and waits until it is recorded. */
export default function ActionDialog({ order: newest, role, verb, prepared, onOpenRoom, onClose }: ActionProps) {
  const { t, i18n } = useLingui()
  const action = useOrderAction(newest, role, verb)
  const { order, busy, isOverdue, isPlaced, error, run } = action
  const labels = verbLabels(order, verb)
  const reason = useDisputeReason(order, role, verb)
  const isDelivery = verb === 'deliver'
  const delivery = useDeliveryDraft(order, prepared)

  const fields = useRef<HTMLDivElement>(null)
  const [isChecked, setChecked] = useState(false)
  const percents = namesRefund(verb) ? percentsOf(order, verb) : undefined
  const [typed, setTyped] = useState('')
  const percent = percents ? percentOf(typed, percents) : null
  const isInvalid = (namesRefund(verb) && percent === null) || reason.fault !== null || (isDelivery && delivery.fault !== null)
  const refund = percent === null ? refundRange(order, verb)?.[0] : percent * 100

  const isSent = error instanceof WalletError && error.reason === 'sent'

  const confirm = () => {
    setChecked(true)
    if (isInvalid) return focusFirstFault(fields)
    const prepare = async () => {
      if (isDelivery && delivery.isStored) await addDelivery(order.id, delivery.content)
      reason.remember(refund ?? 0)
    }
    const finish = async (signal: AbortSignal) => {
      await reason.post(refund ?? 0)
      toast(i18n._(labels.done))
      if (signal.aborted) return
      if (verb === 'accept') onOpenRoom()
      onClose()
    }
    void run(refund, { prepare, finish, onDeclined: reason.forget })
  }

  return (
    <Dialog
      title={i18n._(labels.title)}
      subtitle={order.title && <UserText text={order.title} />}
      onClose={onClose}
      locked={busy && !isOverdue}
      foot={
        <TransactionFoot transaction={action} lastStep={t`Recorded`} obstacle={percents === null ? MOVED : null} onClose={onClose}>
          {!busy && (
            <Button onClick={onClose}>
              <Trans>Not now</Trans>
            </Button>
          )}
          <Button
            look={verb === 'reject' || verb === 'cancel' ? 'danger' : 'primary'}
            onClick={confirm}
            busy={busy || (isDelivery && delivery.isUploading)}
            disabled={percents === null || isSent}
            data-invalid={isInvalid || undefined}
          >
            {isPlaced ? <Trans>Send the reason again</Trans> : i18n._(labels.button)}
          </Button>
        </TransactionFoot>
      }
    >
      {!busy && !isSent && <EarlierRequest subject={stepSubject(order)} account={order[role]} />}
      {namesRefund(verb) ? (
        <div ref={fields} className={css.fields}>
          <RefundForm
            order={order}
            role={role}
            verb={verb}
            typed={typed}
            onTyped={setTyped}
            disabled={busy || isPlaced}
            isChecked={isChecked}
          >
            {reason.isRequired && (
              <ReasonField
                value={reason}
                other={otherName(order, role)}
                hasRoom={order.room !== null}
                disabled={busy}
                isChecked={isChecked}
              />
            )}
          </RefundForm>
        </div>
      ) : (
        <div className={css.summary} ref={fields}>
          {isDelivery && <DeliveryFields draft={delivery} disabled={busy || isPlaced} isChecked={isChecked} />}
          <ActionSummary order={order} role={role} verb={verb} />
        </div>
      )}
    </Dialog>
  )
}
