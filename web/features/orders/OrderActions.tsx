import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { type DeliveryStep, deliveryFault } from '../../../workers/orders/deliveries.schema.ts'
import { type Order, type PartyVerb, type Role, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { useNow } from '../../lib/use-now.ts'
import { stepSubject, useIsResuming } from '../../queries/pending-transactions.ts'
import { Button } from '../../ui/Button.tsx'
import css from './OrderPanel.module.css'
import { otherName, verbLabels } from './order-labels.ts'
import { shownMoves } from './order-moves.ts'
import { StepPending } from './StepPending.tsx'
import { tokenAmount } from './token-amount.ts'

const ActionDialog = lazyComponent(() => import('./ActionDialog.tsx'), ['orders', 'uploads', 'wallet'])
const DeliveryDialog = lazyComponent(() => import('./DeliveryDialog.tsx'), ['orders', 'uploads'])
const ChangesDialog = lazyComponent(() => import('./ChangesDialog.tsx'), ['orders'])

/** A step of a delivery that is only on this site; the first delivery is a step on chain. */
type DeliveryStepName = 'deliverAgain' | 'requestChanges'
type Step = PartyVerb | DeliveryStepName

interface ActionsProps {
  order: Order
  role: Role
  steps: readonly DeliveryStep[] | undefined
  /** Shows the conversation on a phone. */
  onOpenRoom: () => void
}

/** The buttons of the steps that are available to this role now. `steps` are the deliveries, undefined while they are not loaded. */
export function OrderActions({ order, role, steps, onOpenRoom }: ActionsProps) {
  const { i18n } = useLingui()
  const now = useNow()
  const [chosen, setChosen] = useState<Step | null>(null)
  const close = () => setChosen(null)
  const isResuming = useIsResuming(stepSubject(order))
  usePrefetch(true, ActionDialog)
  const { open, main: mainVerb } = shownMoves(order, role, now)
  const step = steps && deliveryStep(order, role, steps)
  const main = step === 'deliverAgain' ? step : mainVerb
  const buttons: [Step, ReactNode][] = open.map((verb) => [
    verb,
    <>
      {i18n._(verbLabels(order, verb).button)}
      {verb === 'complete' && ` ${tokenAmount(order.price, order.token)}`}
    </>,
  ])
  if (step) buttons.unshift([step, <StepLabel key={step} step={step} isFirst={!steps.length} />])
  return (
    <>
      {isResuming && <StepPending />}
      {!isResuming && buttons.length > 0 && (
        <div className={css.acts}>
          {buttons
            .toSorted(([a], [b]) => Number(b === main) - Number(a === main))
            .map(([name, label]) => (
              <Button
                key={name}
                look={name === main ? 'primary' : 'quiet'}
                data-main={name === main || undefined}
                onClick={() => setChosen(name)}
              >
                {label}
              </Button>
            ))}
        </div>
      )}
      {chosen && (
        <Suspense fallback={null}>
          {chosen === 'requestChanges' ? (
            <ChangesDialog order={order} steps={steps ?? []} onDispute={() => setChosen('dispute')} onClose={close} />
          ) : chosen === 'deliverAgain' ? (
            <DeliveryDialog order={order} steps={steps ?? []} onClose={close} />
          ) : (
            <ActionDialog order={order} role={role} verb={chosen} prepared={steps?.at(-1)} onOpenRoom={onOpenRoom} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

function StepLabel({ step, isFirst }: { step: DeliveryStepName; isFirst: boolean }) {
  if (step === 'requestChanges') return <Trans>Request changes</Trans>
  return isFirst ? <Trans>Add the delivery</Trans> : <Trans>Deliver again</Trans>
}

/** When other steps become available, and what the seller receives in the end. */
export function NextNotes({ order, role }: Pick<ActionsProps, 'order' | 'role'>) {
  const now = useNow()
  const { later } = shownMoves(order, role, now)
  const gets = tokenAmount(order.sellerGets, order.token)
  const seller = otherName(order, role)
  return (
    <>
      {later.map(({ verb, opensAt }) => (
        <AvailableLater key={verb} verb={verb} opensAt={opensAt} />
      ))}
      {role === 'buyer' && statusOf(order) === 'delivered' && (
        <p className="small mute">
          <Trans>
            {seller} receives {gets}.
          </Trans>
        </p>
      )}
    </>
  )
}

/**
 * When a full refund becomes available, and when the host of an event can deliver. Other times are shown elsewhere: of disputes by the
 * dispute card, of a release by the timeline.
 */
function AvailableLater({ verb, opensAt }: { verb: PartyVerb; opensAt: number }) {
  const day = formatDate(opensAt, 'dayTime')
  if (verb === 'deliver') {
    return (
      <p className="small mute">
        <Trans>You can deliver once the event is over, on {day}.</Trans>
      </p>
    )
  }
  if (verb !== 'cancel') return null
  return (
    <p className="small mute">
      <Trans>Not delivered by {day}? You can then cancel here and get a full refund.</Trans>
    </p>
  )
}

/**
 * The step of a delivery that this role can take on this site. A buyer without a revision left gets the step, too: its dialog says that
 * none is left and offers the dispute.
 */
function deliveryStep(order: Order, role: Role, steps: readonly DeliveryStep[]): DeliveryStepName | null {
  if (statusOf(order) !== 'delivered') return null
  const fault = deliveryFault(order, role, steps)
  if (role === 'seller') return fault ? null : 'deliverAgain'
  return fault === 'changes_closed' ? null : 'requestChanges'
}
