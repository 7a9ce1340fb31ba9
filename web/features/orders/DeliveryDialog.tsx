import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { DeliveryStep } from '../../../workers/orders/deliveries.schema.ts'
import { type Order, STATE_MACHINE } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { useNow } from '../../lib/use-now.ts'
import { useDeliver } from '../../queries/deliveries.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './DeliveryDialog.module.css'
import { DeliveryFields } from './DeliveryFields.tsx'
import { passedDeadline } from './deadlines.ts'
import { Notes } from './Notes.tsx'
import { otherName } from './order-labels.ts'
import { useDeliveryDraft } from './use-delivery-draft.ts'

/** Delivers again after a change request, or adds the message and files of a delivery that has none. Nothing is sent to the chain. */
export default function DeliveryDialog({ order, steps, onClose }: { order: Order; steps: readonly DeliveryStep[]; onClose: () => void }) {
  const { t } = useLingui()
  const draft = useDeliveryDraft(order)
  const deliver = useDeliver(order.id)
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isChecked, setChecked] = useState(false)
  // The change request as it was when the dialog opened; it is answered once this form is sent.
  const [request] = useState(steps.at(-1))
  const buyer = otherName(order, 'seller')
  const day = formatDate(STATE_MACHINE.delivered.waits!.until(order), 'dayTime')
  const isPassed = passedDeadline(order, useNow()) === 'release'
  const isBusy = deliver.isPending || draft.isUploading
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy) return
    if (draft.fault) return focusFirstFault(form)
    deliver.mutate(draft.content, {
      onSuccess: () => {
        toast(t`Your delivery has been sent.`)
        onClose()
      },
    })
  }
  return (
    <Dialog
      title={request ? <Trans>Deliver again</Trans> : <Trans>Add the delivery</Trans>}
      subtitle={order.title && <UserText text={order.title} />}
      onClose={onClose}
      locked={deliver.isPending}
      foot={
        <>
          {deliver.error && <Notice tone="rose">{errorText(deliver.error)}</Notice>}
          <div className={css.buttons}>
            {!deliver.isPending && (
              <Button onClick={onClose}>
                <Trans>Not now</Trans>
              </Button>
            )}
            <Button look="primary" type="submit" form={formId} busy={isBusy} data-invalid={draft.fault !== null || undefined}>
              <Trans>Send the delivery</Trans>
            </Button>
          </div>
        </>
      }
    >
      <form id={formId} ref={form} className={css.form} onSubmit={send} noValidate>
        {request && (
          <blockquote className={css.request}>
            <b className="small">
              <Trans>{buyer} requests</Trans>
            </b>
            <p>
              <UserText text={request.message} />
            </p>
          </blockquote>
        )}
        <DeliveryFields draft={draft} disabled={deliver.isPending} isChecked={isChecked} />
        <Notes
          notes={[
            [
              'clock',
              isPassed ? (
                <Trans key="clock">Anyone may release the payment to you now. Your wallet is not needed for this delivery.</Trans>
              ) : (
                <Trans key="clock">
                  The release date stays the same: after {day}, anyone may release the payment to you. Your wallet is not needed for this
                  delivery.
                </Trans>
              ),
            ],
          ]}
        />
      </form>
    </Dialog>
  )
}
