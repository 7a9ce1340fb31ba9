import { useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import type { TimelineEntry } from '../../lib/order-timeline.ts'
import { paths } from '../../lib/paths.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './OrderStep.module.css'
import { entryLabel } from './order-labels.ts'

const ICONS: Record<TimelineEntry['name'], IconName> = {
  NewOrder: 'lock',
  AcceptOrder: 'check',
  DeliverOrder: 'box',
  CompleteOrder: 'wallet',
  CancelOrder: 'close',
  RejectOrder: 'close',
  DisputeOrder: 'warning',
  UpdateDispute: 'gavel',
  CounterDispute: 'gavel',
  AcceptDispute: 'check',
  ResolveDispute: 'gavel',
  SettleStaleDispute: 'clock',
  changes: 'pencil',
  deliveredAgain: 'box',
}

/** A step of an order between the messages of its room. It is a link to the order if that is on another page. */
export default function OrderStep({ order, entry, isLinked }: { order: Order; entry: TimelineEntry; isLinked: boolean }) {
  const { i18n } = useLingui()
  const content = (
    <>
      <Icon name={ICONS[entry.name]} size={14} />
      <span>
        <b>{i18n._(entryLabel(order, entry))}</b>{' '}
        <time dateTime={new Date(entry.at * 1000).toISOString()}>{formatDate(entry.at, 'time')}</time>
      </span>
    </>
  )
  return (
    <li className={css.row}>
      {isLinked ? (
        <Link className={css.step} href={paths.order(order.id, order.room)}>
          {content}
        </Link>
      ) : (
        <p className={css.step}>{content}</p>
      )}
    </li>
  )
}
