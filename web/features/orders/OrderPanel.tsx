import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { type Order, type Role, type Status, statusOf } from '../../../workers/orders/orders.schema.ts'
import { TAB_OF } from '../../../workers/orders/statuses.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { deliveriesQuery } from '../../queries/deliveries.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { Deadline } from './Deadline.tsx'
import { Decision } from './Decision.tsx'
import { DeliveredEarly } from './DeliveredEarly.tsx'
import { DisputeCard } from './DisputeCard.tsx'
import { NextNotes, OrderActions } from './OrderActions.tsx'
import css from './OrderPanel.module.css'
import { OrderPicture } from './OrderPicture.tsx'
import { OrderTerms } from './OrderTerms.tsx'
import { OwedOfOrder } from './OwedPayments.tsx'
import { hasInvoice } from './order-invoice.ts'
import { otherName, roleLabel, STATUS_LABELS, turnLabel } from './order-labels.ts'
import { NewReceipt, Receipt } from './Receipt.tsx'
import { Timeline } from './Timeline.tsx'
import { tokenAmount } from './token-amount.ts'

const Deliveries = lazyComponent(() => import('./Deliveries.tsx'), ['orders', 'uploads'])
const Evidence = lazyComponent(() => import('./Evidence.tsx'), ['orders', 'uploads'])
const OrderReviews = lazyComponent(() => import('../reviews/OrderReviews.tsx'), ['reviews'])
const OrderAgain = lazyComponent(() => import('./OrderAgain.tsx'), ['orders'])

/** The statuses in which there can be deliveries to show. The seller prepares the first one while the order is accepted. */
const WITH_DELIVERIES: readonly Status[] = ['accepted', 'delivered', 'disputed', 'completed']

interface PanelProps {
  order: Order
  role: Role
  /** Whether the viewer has paid for the order in this visit of the page. */
  isNew: boolean
  /** Shows the conversation on phones. */
  onOpenRoom: () => void
}

/** Everything about an order, and the steps the viewer can take. */
export function OrderPanel({ order, role, isNew, onOpenRoom }: PanelProps) {
  const { t, i18n } = useLingui()
  const status = statusOf(order)
  const { label, tone } = STATUS_LABELS[status]
  const turn = turnLabel(order, role, useNow())
  const other = otherName(order, role)
  const otherRole = role === 'buyer' ? 'seller' : 'buyer'
  const number = order.order_id
  // Later the receipt is the usual one, with the outcome and the invoice.
  const isFresh = isNew && status === 'proposed'
  const hasDeliveries = WITH_DELIVERIES.includes(status)
  const deliveries = useQuery({ ...deliveriesQuery(order.id), enabled: hasDeliveries })
  return (
    <article className={css.panel} aria-label={t`Order`}>
      <div className={css.in}>
        {isFresh && <NewReceipt order={order} role={role} onOpenRoom={onOpenRoom} />}
        {/* Receives the focus when the button of a finished step is gone. */}
        <div className={css.state} role="status" tabIndex={-1} data-focus-fallback>
          <p className={css.chips}>
            <Chip tone={tone}>{i18n._(label)}</Chip>
            <Deadline order={order} />
          </p>
          {turn && <p className={css.turn}>{i18n._(turn)}</p>}
        </div>
        <NextNotes order={order} role={role} />
        <div className={css.head}>
          <div className={css.picture}>
            <OrderPicture media={order.picture} ratio="1" sizes="72px" eager />
          </div>
          <div>
            <h1>
              {order.title ? (
                <Link href={paths.listing(order.service_id, order.title, order.event ? 'events' : 'services')}>
                  <UserText text={order.title} />
                </Link>
              ) : (
                <Trans>Order</Trans>
              )}
            </h1>
            <OrderTerms order={order} />
            <p className="small mute num">
              <Trans>No. {number}</Trans>
            </p>
          </div>
        </div>
        <p className={css.who}>
          <Avatar name={other} image={role === 'buyer' ? order.seller_image : order.buyer_image} size={34} />
          <span>
            <span>{other}</span>
            <span className="small mute">{i18n._(roleLabel(order, otherRole))}</span>
          </span>
          <b className="num">{tokenAmount(order.price, order.token)}</b>
        </p>
        <TermsWarning order={order} />
        <OwedOfOrder order={order} role={role} />
        {role === 'buyer' && <DeliveredEarly order={order} />}
        {status === 'disputed' && order.dispute && <DisputeCard order={order} role={role} dispute={order.dispute} />}
        {order.dispute && (
          <Suspense fallback={null}>
            <Evidence order={order} role={role} />
          </Suspense>
        )}
        {order.decision && <Decision order={order} decision={order.decision} />}
        {hasDeliveries && (
          <Suspense fallback={null}>
            <Deliveries order={order} role={role} query={deliveries} />
          </Suspense>
        )}
        {status === 'completed' && (
          <Suspense fallback={null}>
            <OrderReviews order={order} role={role} other={other} />
          </Suspense>
        )}
        {role === 'buyer' && status === 'completed' && !order.event && (
          <Suspense fallback={null}>
            <OrderAgain order={order} />
          </Suspense>
        )}
        <Timeline order={order} role={role} steps={deliveries.data ?? []} />
        {!isFresh && (
          <details className={css.sums} open={TAB_OF[status] === 'completed'}>
            <summary>
              <Trans>Receipt</Trans>
            </summary>
            <Receipt order={order} role={role} />
            {hasInvoice(order) && (
              <p className={css.invoice}>
                <ButtonLink small icon="file" href={paths.invoice(order.id)}>
                  <Trans>Invoice</Trans>
                </ButtonLink>
              </p>
            )}
          </details>
        )}
        <OrderActions order={order} role={role} steps={deliveries.data} onOpenRoom={onOpenRoom} />
      </div>
    </article>
  )
}

/** A warning if an order's terms are not those of a quote. */
function TermsWarning({ order }: { order: Order }) {
  if (order.terms === 'ok') return null
  return (
    <p className={css.flag} role="note">
      <Icon name="warning" />
      <span>
        {order.terms === 'unknown' ? (
          <Trans>
            This order was placed directly with the contract, without a quote from this site. Agree on the work before you continue.
          </Trans>
        ) : (
          <Trans>
            The payment differs from the quote. Compare the amounts and days below, and write to the other party before you continue.
          </Trans>
        )}
      </span>
    </p>
  )
}
