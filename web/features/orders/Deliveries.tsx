import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { DeliveryStep } from '../../../workers/orders/deliveries.schema.ts'
import { type Order, type Role, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { ListState } from '../../lib/ListState.tsx'
import { LoadingBlock } from '../../ui/LoadingBlock.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './Deliveries.module.css'
import { Files } from './Files.tsx'

/** What was delivered in an order, with the changes that were requested; the newest first. */
export default function Deliveries({ order, role, query }: { order: Order; role: Role; query: UseQueryResult<DeliveryStep[]> }) {
  const status = statusOf(order)
  const isPrepared = status === 'accepted'
  const steps = query.data ?? []
  // Nothing is prepared yet, the order ended without a delivery on this site, or the host of an event added no message.
  if ((isPrepared || status === 'completed' || order.event) && !steps.length && !query.isError) return null
  const newest = Math.max(
    0,
    steps.findLastIndex(({ kind }) => kind === 'delivery'),
  )
  return (
    <section className={css.deliveries} aria-labelledby="deliveries">
      <h2 id="deliveries">
        <Trans context="what was handed over">Delivery</Trans>
      </h2>
      {isPrepared && steps.length > 0 && (
        <p className="small mute">
          <Trans>Prepared, but not delivered yet: only you see this until your delivery is confirmed in your wallet.</Trans>
        </p>
      )}
      <ListState
        queries={[query]}
        isEmpty={!steps.length}
        skeleton={<LoadingBlock />}
        empty={
          <p className="small mute">
            {role === 'buyer' ? (
              <Trans>The seller added no message or files here. Look in the conversation.</Trans>
            ) : (
              <Trans>You added no message or files here.</Trans>
            )}
          </p>
        }
      >
        <Steps order={order} steps={steps} from={newest} />
        {newest > 0 && (
          <details>
            <summary>
              <Trans>Earlier deliveries</Trans>
            </summary>
            <Steps order={order} steps={steps.slice(0, newest)} />
          </details>
        )}
      </ListState>
    </section>
  )
}

/** Deliveries and change requests, the newest first. `from` is the index of the first that is shown; those before it are only counted. */
export function Steps({ order, steps, from = 0 }: { order: Order; steps: readonly DeliveryStep[]; from?: number }) {
  const views = steps.map((step, i) => <Step key={step.id} order={order} steps={steps.slice(0, i + 1)} />)
  return <ol className={css.steps}>{views.slice(from).toReversed()}</ol>
}

/** The last of these steps: its text, its time and its files. */
function Step({ order: { revisions }, steps }: { order: Order; steps: readonly DeliveryStep[] }) {
  const { kind, message, files, at } = steps.at(-1)!
  const number = steps.filter((step) => step.kind === kind).length
  return (
    <li className={css.step} data-kind={kind}>
      <p className={css.head}>
        <b>
          {kind === 'delivery' ? (
            <Trans>Delivery {number}</Trans>
          ) : (
            <Trans>
              Changes requested ({number} of {revisions})
            </Trans>
          )}
        </b>
        <span className="small mute num">{formatDate(at, 'dayTime')}</span>
      </p>
      {message && (
        <p className={css.text}>
          <UserText text={message} />
        </p>
      )}
      <Files files={files} />
    </li>
  )
}
