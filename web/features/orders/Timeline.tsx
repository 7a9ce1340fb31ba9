import { Trans, useLingui } from '@lingui/react/macro'
import { type Order, type Role, STATE_MACHINE, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/format.ts'
import { config } from '../../lib/page-data.ts'
import { historyOf, NEXT_WORDS, turnOf } from './order-labels.ts'
import css from './Timeline.module.css'

/** What happened on chain, with its block, and what is to come. The last thing that happened is where the order stands. */
export function Timeline({ order, role }: { order: Order; role: Role }) {
  const { t, i18n } = useLingui()
  const status = statusOf(order)
  const happened = historyOf(order)
  const next = NEXT_WORDS[status] ?? []
  const turn = turnOf(order, role)
  return (
    <ol className={css.line} aria-label={t`History`}>
      {happened.map((event, i) => {
        const last = i === happened.length - 1
        return (
          <li key={event.transactionHash + event.name} className={last && next.length ? css.now : css.done}>
            <b>{i18n._(event.word)}</b>
            <p className="small mute num">
              {formatDate(event.at, 'dayTime')} · <Block {...event} />
            </p>
            {last && turn && <p className="small">{i18n._(turn)}</p>}
          </li>
        )
      })}
      {next.map((word, i) => (
        <li key={word.id} className={css.next}>
          <b>{i18n._(word)}</b>
          {i === 0 && <Until order={order} role={role} />}
        </li>
      ))}
    </ol>
  )
}

/** When what is waited for is due, and what then. */
function Until({ order, role }: { order: Order; role: Role }) {
  const { waits } = STATE_MACHINE[statusOf(order)]
  if (!waits) return null
  const day = formatDate(waits.until(order), 'dayTime')
  return (
    <p className="small mute num">
      {waits.for === 'delivery' ? (
        <Trans>due by {day}</Trans>
      ) : waits.for === 'agreement' ? (
        <Trans>when you agree; after {day} anyone may settle it</Trans>
      ) : role === 'buyer' ? (
        <Trans>when you release it; after {day} anyone may</Trans>
      ) : (
        <Trans>when the buyer releases it; after {day} anyone may</Trans>
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
