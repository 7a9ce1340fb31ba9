import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { type Order, type Role, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { cardAmounts } from './card-amounts.ts'
import { Deadline } from './Deadline.tsx'
import css from './OrderCard.module.css'
import { OrderPicture } from './OrderPicture.tsx'
import { otherName, STATUS_LABELS, turnLabel } from './order-labels.ts'
import { tokenAmount } from './token-amount.ts'

/** An order in a list: a link to it, the other party, the price, and whose turn it is. */
export function OrderCard(props: Props) {
  return (
    <Entry of={props.order}>
      <Card {...props} />
    </Entry>
  )
}

interface Props {
  order: Order
  role: Role
}

function Card({ order, role }: Props) {
  const { i18n } = useLingui()
  const status = statusOf(order)
  const { label, tone } = STATUS_LABELS[status]
  const turn = turnLabel(order, role, useNow())
  const other = otherName(order, role)
  const image = role === 'buyer' ? order.seller_image : order.buyer_image
  const day = formatDate(order.date)
  const number = order.order_id
  return (
    <article className={css.card}>
      <div className={css.picture}>
        <OrderPicture media={order.picture} sizes="180px" />
      </div>
      <div className={css.facts}>
        <p className={css.chips}>
          <Chip tone={tone}>{i18n._(label)}</Chip>
          <Deadline order={order} />
          {order.terms !== 'ok' && (
            <Chip tone="amber" icon="warning">
              <Trans>Check the terms</Trans>
            </Chip>
          )}
        </p>
        <h2>
          <Link href={paths.order(order.id, order.room)}>
            {order.title ? <UserText text={order.title} /> : <Trans>Order</Trans>}
            {order.plan && (
              <span className="mute">
                {' · '}
                <UserText text={order.plan} />
              </span>
            )}
          </Link>
        </h2>
        <p className={css.who}>
          <Avatar name={other} image={image} size={24} />
          <span className="cut">
            {role === 'buyer' ? (
              <Trans>
                from <bdi>{other}</bdi>
              </Trans>
            ) : (
              <Trans>
                for <bdi>{other}</bdi>
              </Trans>
            )}
          </span>
        </p>
        {turn && <p className="small mute">{i18n._(turn)}</p>}
      </div>
      <div className={`num ${css.price}`}>
        <Amounts order={order} role={role} />
        <p className="mute">
          {day} · <Trans>No. {number}</Trans>
        </p>
      </div>
    </article>
  )
}

/** The price; once the order has ended, what was paid, refunded and, to the seller, paid out. */
function Amounts({ order, role }: Props) {
  const { i18n } = useLingui()
  const amounts = cardAmounts(order, role)
  if (amounts.length === 1) return <b>{tokenAmount(order.price, order.token)}</b>
  return (
    <dl>
      {amounts.map(({ label, amount }) => (
        <div key={label.id}>
          <dt className="mute">{i18n._(label)}</dt>
          <dd>{tokenAmount(amount, order.token)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shown while the orders load. */
export function OrderCardSkeleton() {
  return (
    <div className={css.card} aria-hidden="true">
      <div className={css.picture}>
        <Skeleton width="100%" ratio="4 / 3" />
      </div>
      <div className={css.facts}>
        <Skeleton width={96} height={24} />
        <Skeleton width="70%" height={20} />
        <Skeleton width="40%" />
      </div>
      <Skeleton width={92} height={18} />
    </div>
  )
}
