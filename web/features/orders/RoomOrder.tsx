import { Trans, useLingui } from '@lingui/react/macro'
import { type Order, statusOf } from '../../../workers/orders/orders.schema.ts'
import { paths } from '../../lib/paths.ts'
import { Chip } from '../../ui/Chip.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { SubjectCard } from '../chat/SubjectCard.tsx'
import { Deadline } from './Deadline.tsx'
import { OrderPicture } from './OrderPicture.tsx'
import { STATUS_LABELS } from './order-labels.ts'
import css from './RoomOrder.module.css'

/** The order that a room is about, with its present status: a link to the order. */
export default function RoomOrder({ order }: { order: Order }) {
  const { i18n } = useLingui()
  const { label, tone } = STATUS_LABELS[statusOf(order)]
  return (
    <SubjectCard
      href={paths.order(order.id, order.room)}
      picture={<OrderPicture media={order.picture} sizes="64px" />}
      title={order.title ? <UserText text={order.title} /> : <Trans>Order</Trans>}
    >
      <span className={css.chips}>
        <Chip tone={tone}>{i18n._(label)}</Chip>
        <Deadline order={order} />
      </span>
    </SubjectCard>
  )
}
