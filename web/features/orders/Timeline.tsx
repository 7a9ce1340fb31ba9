import { Trans, useLingui } from '@lingui/react/macro'
import type { DeliveryStep } from '../../../workers/orders/deliveries.schema.ts'
import { type Order, type Role, STATE_MACHINE, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/format.ts'
import { timelineOf } from '../../lib/order-timeline.ts'
import { useNow } from '../../lib/use-now.ts'
import { passedDeadline } from './deadlines.ts'
import { ExplorerLink } from './ExplorerLink.tsx'
import { entryLabel, nextLabels } from './order-labels.ts'
import css from './Timeline.module.css'

/**
 * The order's events on chain with their blocks, its change requests and the deliveries after them. A party also sees the next steps. While
 * steps remain, the last event is marked as current. An arbitrator has no role.
 */
export function Timeline({ order, role, steps = [] }: { order: Order; role?: Role; steps?: readonly DeliveryStep[] }) {
  const { t, i18n } = useLingui()
  const entries = timelineOf(order, steps)
  const next = role ? nextLabels(order) : []
  return (
    <ol className={css.line} aria-label={t`History`}>
      {entries.map((entry, i) => {
        const { key, at, event } = entry
        const last = i === entries.length - 1
        return (
          <li key={key} className={last && next.length ? css.now : css.done}>
            <b>{i18n._(entryLabel(order, entry))}</b>
            <p className="small mute num">
              {formatDate(at, 'dayTime')}
              {event && (
                <>
                  {' '}
                  · <Block {...event} />
                </>
              )}
            </p>
          </li>
        )
      })}
      {next.map((label, i) => (
        <li key={label.id} className={css.next}>
          <b>{i18n._(label)}</b>
          {i === 0 && role && <Due order={order} role={role} />}
        </li>
      ))}
    </ol>
  )
}

/** When the next step is due, and what happens after that, or what is possible now. */
function Due({ order, role }: { order: Order; role: Role }) {
  const now = useNow()
  const { waits } = STATE_MACHINE[statusOf(order)]
  const passed = passedDeadline(order, now)
  if (!waits) return null
  const day = formatDate(waits.until(order), 'dayTime')
  const end = order.event && formatDate(order.event.end, 'dayTime')
  return (
    <p className="small mute num">
      {passed === 'release' ? (
        <Trans>Anyone can release it now.</Trans>
      ) : passed === 'settle' ? (
        <Trans>Anyone can settle it now.</Trans>
      ) : passed === 'cancel' ? (
        <Trans>Was due by {day}. Until it is delivered, the order can be cancelled for a full refund.</Trans>
      ) : passed === 'late' ? (
        <Trans>Was due by {day}</Trans>
      ) : waits.for === 'delivery' && order.event ? (
        <Trans>
          Once the event is over, on {end}. Due by {day}
        </Trans>
      ) : waits.for === 'delivery' ? (
        <Trans>Due by {day}</Trans>
      ) : waits.for === 'agreement' ? (
        <Trans>When you agree. After {day}, anyone may settle it.</Trans>
      ) : role === 'buyer' ? (
        <Trans>When you release it. After {day}, anyone may release it.</Trans>
      ) : (
        <Trans>When the buyer releases it. After {day}, anyone may release it.</Trans>
      )}
    </p>
  )
}

function Block({ block, transactionHash }: { block: number; transactionHash: string }) {
  const number = formatNumber(block)
  return (
    <ExplorerLink to={`tx/${transactionHash}`} className={css.block}>
      <Trans>block {number}</Trans>
    </ExplorerLink>
  )
}
