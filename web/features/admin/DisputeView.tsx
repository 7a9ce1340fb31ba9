import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import type { Arbitration } from '../../../workers/orders/decisions.schema.ts'
import { getMoves } from '../../../workers/orders/orders.schema.ts'
import { adminPaths } from '../../lib/admin-paths.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/dates.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { errorText } from '../../lib/errors.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { arbitrationQuery } from '../../queries/arbitration.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Notice } from '../../ui/Notice.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AdminsOnly, Skeletons } from '../admin-pages/AdminFrame.tsx'
import { Decision } from '../orders/Decision.tsx'
import { Steps } from '../orders/Deliveries.tsx'
import { DisputeCard } from '../orders/DisputeCard.tsx'
import { EvidenceList } from '../orders/EvidenceList.tsx'
import { OrderTerms } from '../orders/OrderTerms.tsx'
import { Outcome } from '../orders/Split.tsx'
import { Timeline } from '../orders/Timeline.tsx'
import css from './DisputeView.module.css'
import { formatAmount, tokenAt } from './refund.ts'

const DecisionForm = lazyComponent(() => import('./DecisionForm.tsx'), ['admin', 'orders', 'wallet'])

/** One dispute: what was agreed, the ask, the offer and the history beside the decision. */
export default function DisputeView({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(arbitrationQuery(id))
  if (error instanceof ApiError && error.code === 'forbidden') return <AdminsOnly contract="OrderBook" />
  if (error instanceof ApiError && [403, 404, 409, 422].includes(error.status)) return <NotToDecide error={error} />
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} /> : <Skeletons />
  return (
    <>
      <div>
        <ButtonLink small look="ghost" icon="left" href={adminPaths.disputes}>
          <Trans>All disputes</Trans>
        </ButtonLink>
      </div>
      <div className={css.sides}>
        <Facts arbitration={data} />
        <Side arbitration={data} />
      </div>
    </>
  )
}

/** A dispute that this admin cannot decide, that has ended, or that does not exist. */
const NotToDecide = ({ error }: { error: ApiError }) => (
  <EmptyState
    drawing="lost"
    title={<Trans>You cannot decide this dispute</Trans>}
    text={error.status === 403 || error.status === 409 ? errorText(error) : <Trans>This dispute does not exist.</Trans>}
  >
    <ButtonLink look="primary" href={adminPaths.disputes}>
      <Trans>See all open disputes</Trans>
    </ButtonLink>
  </EmptyState>
)

function Facts({ arbitration: { order, description, features, deliveries, evidence } }: { arbitration: Arbitration }) {
  const { t } = useLingui()
  const number = order.order_id
  const { delivery: days, revisions } = order
  return (
    <article className={css.facts} aria-label={t`Order`}>
      <div>
        <h2>{order.title ? <UserText text={order.title} /> : <Trans>Order</Trans>}</h2>
        <p className="small mute num">
          <Trans>No. {number}</Trans>
        </p>
      </div>
      <dl className={css.people}>
        <Party
          role={<Trans context="party of an order">Buyer</Trans>}
          name={memberName(order.buyer_name, order.buyer)}
          id={order.buyer_id}
          image={order.buyer_image}
        />
        <Party
          role={<Trans context="party of an order">Seller</Trans>}
          name={memberName(order.seller_name, order.seller)}
          id={order.seller_id}
          image={order.seller_image}
        />
      </dl>
      {order.terms !== 'ok' && (
        <Notice tone="amber">
          <Trans>There is no quote for this payment, so we cannot show what was agreed.</Trans>
        </Notice>
      )}
      <section className={css.agreed} aria-label={t`What was agreed`}>
        <h3>
          <Trans>What was agreed</Trans>
        </h3>
        <OrderTerms order={order} />
        <p>
          <b className="num">{formatAmount(BigInt(order.price), tokenAt(order.token))}</b>
          {!order.event && (
            <>
              {' · '}
              <Plural value={days} one="delivery in # day" other="delivery in # days" />
              {' · '}
              <Plural value={revisions} _0="No revisions" one="# revision" other="# revisions" />
            </>
          )}
        </p>
        {description && (
          <p className={css.text}>
            <UserText text={description} />
          </p>
        )}
        {features.length > 0 && (
          <ul>
            {features.map((feature) => (
              <li key={feature}>
                <UserText text={feature} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {!order.decision && <DisputeCard order={order} dispute={order.dispute!} />}
      <section className={css.given} aria-label={t`Evidence`}>
        <h3>
          <Trans>Evidence</Trans>
        </h3>
        <p className="small mute">
          <Trans>What both parties have submitted. You do not see the rest of their conversation.</Trans>
        </p>
        {evidence.length ? (
          <EvidenceList order={order} evidence={evidence} />
        ) : (
          <p>
            <Trans>Nothing has been submitted yet.</Trans>
          </p>
        )}
      </section>
      <section className={css.given} aria-label={t({ message: 'Delivery', context: 'what was handed over' })}>
        <h3>
          <Trans context="what was handed over">Delivery</Trans>
        </h3>
        {deliveries.length ? (
          <Steps order={order} steps={deliveries} />
        ) : (
          <p>
            <Trans>The seller added no message or files.</Trans>
          </p>
        )}
      </section>
      <Timeline order={order} steps={deliveries} />
    </article>
  )
}

function Party({ role, name, id, image }: { role: ReactNode; name: string; id: number | null; image: string | null }) {
  return (
    <div>
      <dt className="small mute">{role}</dt>
      <dd>
        <Avatar name={name} image={image} size={34} />
        {id === null ? <bdi>{name}</bdi> : <Link href={paths.person(id)}>{name}</Link>}
      </dd>
    </div>
  )
}

/** The decision, the form to make it, or the reason why it cannot be made now. */
function Side({ arbitration }: { arbitration: Arbitration }) {
  const { order } = arbitration
  const now = useNow()
  const { opensAt, closesAt } = getMoves(order, 'admin').find(({ verb }) => verb === 'resolve') ?? { opensAt: 0, closesAt: 0 }
  const from = formatDate(opensAt, 'dayTime')
  if (order.decision) {
    return (
      <div className={css.side}>
        <Decision order={order} decision={order.decision} />
        {order.outcome && <Outcome order={order} outcome={order.outcome} />}
      </div>
    )
  }
  return (
    <div className={css.side}>
      {now < opensAt ? (
        <Notice>
          <Trans>The seller may answer until {from}. You can decide after the answer or after that time.</Trans>
        </Notice>
      ) : now > closesAt ? (
        <Notice>
          <Trans>The time for a decision has ended. Anyone may settle the dispute now.</Trans>
        </Notice>
      ) : (
        <Suspense fallback={<Skeletons count={2} />}>
          <DecisionForm arbitration={arbitration} />
        </Suspense>
      )}
    </div>
  )
}
