import { Trans, useLingui } from '@lingui/react/macro'
import { type Order, type Role, STATE_MACHINE, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/format.ts'
import { config } from '../../lib/page-data.ts'
import { labelHistory, NEXT_LABELS, turnLabel } from './order-labels.ts'
import css from './Timeline.module.css'

/** The order's events on chain, with their blocks, and the next steps. While steps remain, the last event is marked as current. */
export function Timeline({ order, role }: { order: Order; role: Role }) {
  const { t, i18n } = useLingui()
  const status = statusOf(order)
  const events = labelHistory(order)
  const next = NEXT_LABELS[status] ?? []
  const turn = turnLabel(order, role)
  return (
    <ol className={css.line} aria-label={t`History`}>
      {events.map((event, i) => {
        const last = i === events.length - 1
        return (
          <li key={event.transactionHash + event.name} className={last && next.length ? css.now : css.done}>
            <b>{i18n._(event.label)}</b>
            <p className="small mute num">
              {formatDate(event.at, 'dayTime')} · <Block {...event} />
            </p>
            {last && turn && <p className="small">{i18n._(turn)}</p>}
          </li>
        )
      })}
      {next.map((label, i) => (
        <li key={label.id} className={css.next}>
          <b>{i18n._(label)}</b>
          {i === 0 && <Due order={order} role={role} />}
        </li>
      ))}
    </ol>
  )
}

/** When the next step is due, and what happens after that. */
function Due({ order, role }: { order: Order; role: Role }) {
  const { waits } = STATE_MACHINE[statusOf(order)]
  if (!waits) return null
  const day = formatDate(waits.until(order), 'dayTime')
  return (
    <p className="small mute num">
      {waits.for === 'delivery' ? (
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
  const { explorer } = config()
  const number = formatNumber(block)
  const text = <Trans>block {number}</Trans>
  if (!explorer) return <span title={transactionHash}>{text}</span>
  return (
    <a className={css.block} href={`${explorer}/tx/${transactionHash}`} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}
