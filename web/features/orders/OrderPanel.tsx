import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { getMoves, type Order, type PartyVerb, type Role, STATE_MACHINE, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { Deadline } from './Deadline.tsx'
import { DisputeCard } from './DisputeCard.tsx'
import css from './OrderPanel.module.css'
import { otherName, STATUS_LABELS, verbLabels } from './order-labels.ts'
import { namesRefund, percentsOf } from './RefundField.tsx'
import { Outcome } from './Split.tsx'
import { Sums } from './Sums.tsx'
import { Timeline } from './Timeline.tsx'
import { tokenAmount } from './token-amount.ts'
import { useNow } from './use-now.ts'

const ActionDialog = lazyComponent(() => import('./ActionDialog.tsx'), ['orders', 'wallet'])
const OrderReviews = lazyComponent(() => import('../reviews/OrderReviews.tsx'), ['reviews'])
const OrderAgain = lazyComponent(() => import('./OrderAgain.tsx'), ['orders'])

/** Everything about an order, and the steps the viewer can take. */
export function OrderPanel({ order, role }: { order: Order; role: Role }) {
  const { t, i18n } = useLingui()
  const status = statusOf(order)
  const { label, tone } = STATUS_LABELS[status]
  const other = otherName(order, role)
  return (
    <article className={css.panel} aria-label={t`Order`}>
      <div className={css.picture}>
        <Picture media={order.picture} alt="" ratio="16 / 7" sizes="(max-width: 900px) 100vw, 400px" eager />
      </div>
      <div className={css.in}>
        <p className={css.chips} role="status">
          <Chip tone={tone}>{i18n._(label)}</Chip>
          <Deadline order={order} />
        </p>
        <div>
          <h1>
            {order.title ? (
              <Link href={paths.listing(order.service_id, order.title)}>
                <UserText text={order.title} />
              </Link>
            ) : (
              <Trans>Order</Trans>
            )}
          </h1>
          <Plan order={order} />
        </div>
        <p className={css.who}>
          <Avatar name={other} image={role === 'buyer' ? order.seller_image : order.buyer_image} size={34} />
          <span>
            <span>{other}</span>
            <span className="small mute">{role === 'buyer' ? <Trans>seller</Trans> : <Trans>buyer</Trans>}</span>
          </span>
          <b className="num">{tokenAmount(order.price, order.token)}</b>
        </p>
        <TermsWarning order={order} />
        {status === 'disputed' && order.dispute && <DisputeCard order={order} role={role} dispute={order.dispute} />}
        <Timeline order={order} role={role} />
        <Actions order={order} role={role} />
        {status === 'completed' && (
          <Suspense fallback={null}>
            <OrderReviews order={order} role={role} other={other} />
          </Suspense>
        )}
        {role === 'buyer' && status === 'completed' && (
          <Suspense fallback={null}>
            <OrderAgain order={order} />
          </Suspense>
        )}
        <details className={css.sums} open={STATE_MACHINE[status].tab === 'completed'}>
          <summary>
            <Trans>Payment details</Trans>
          </summary>
          {order.outcome ? <Outcome order={order} role={role} outcome={order.outcome} /> : <Sums {...order} fixed="paid" />}
        </details>
      </div>
    </article>
  )
}

/** The plan that was bought with its hours, or the job of an accepted bid. */
function Plan({ order }: { order: Order }) {
  const { plan, hours } = order
  if (!plan) return null
  return (
    <p className="mute">
      {hours ? (
        <Trans>
          {plan}, {hours} h
        </Trans>
      ) : (
        plan
      )}
    </p>
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

/** The buttons of the steps that are available to this role now, and when others become available. */
function Actions({ order, role }: { order: Order; role: Role }) {
  const { i18n } = useLingui()
  const now = useNow()
  const [verb, setVerb] = useState<PartyVerb | null>(null)
  usePrefetch(true, ActionDialog)
  const moves = getMoves(order, role)
    // `complete` does the same for the buyer, and is available earlier.
    .filter((move) => !(role === 'buyer' && move.verb === 'release'))
    .filter(({ verb }) => !namesRefund(verb) || percentsOf(order, verb))
  const open = moves.filter(({ opensAt, closesAt }) => opensAt <= now && now <= closesAt)
  const later = moves.filter(({ opensAt }) => opensAt > now)
  const main = findMainMove(order, open)
  const gets = tokenAmount(order.sellerGets, order.token)
  const seller = otherName(order, role)
  return (
    <>
      {open.length > 0 && (
        <div className={css.acts}>
          {open
            .toSorted((a, b) => Number(b.verb === main) - Number(a.verb === main))
            .map(({ verb }) => (
              <Button
                key={verb}
                look={verb === main ? 'primary' : 'quiet'}
                data-main={verb === main || undefined}
                onClick={() => setVerb(verb)}
              >
                {i18n._(verbLabels(order, verb).button)}
                {verb === 'complete' && ` ${tokenAmount(order.price, order.token)}`}
              </Button>
            ))}
        </div>
      )}
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
      {verb && (
        <Suspense fallback={null}>
          <ActionDialog order={order} role={role} verb={verb} onClose={() => setVerb(null)} />
        </Suspense>
      )}
    </>
  )
}

/** When a full refund becomes available. Other times are shown elsewhere: of disputes by the dispute card, of a release by the timeline. */
function AvailableLater({ verb, opensAt }: { verb: PartyVerb; opensAt: number }) {
  const day = formatDate(opensAt, 'dayTime')
  if (verb !== 'cancel') return null
  return (
    <p className="small mute">
      <Trans>Not delivered by {day}? You can then cancel here and get a full refund.</Trans>
    </p>
  )
}

/** The steps that can be the main button, the preferred ones first. */
const MAIN: readonly PartyVerb[] = ['accept', 'deliver', 'complete', 'release', 'settle', 'concede', 'agree']

/** The available step for the main button. Not `agree` without an offer, which withdraws the dispute. */
const findMainMove = ({ dispute }: Order, open: { verb: PartyVerb }[]) =>
  MAIN.find((verb) => open.some((move) => move.verb === verb) && (verb !== 'agree' || dispute?.counterAmount))
