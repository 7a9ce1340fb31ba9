import { Trans, useLingui } from '@lingui/react/macro'
import type { Evidence, EvidenceMessage } from '../../../workers/orders/evidence.schema.ts'
import type { Order, Role } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './Evidence.module.css'
import { Files } from './Files.tsx'
import { partyNames } from './order-labels.ts'

/** Submitted evidence, oldest first. An arbitrator has no role. */
export function EvidenceList({ order, role, evidence }: { order: Order; role?: Role; evidence: readonly Evidence[] }) {
  return (
    <ol className={css.list}>
      {evidence.map((one) => (
        <Entry key={one.id} of={one} tag="li">
          <Submission order={order} role={role} evidence={one} />
        </Entry>
      ))}
    </ol>
  )
}

function Submission({ order, role, evidence }: { order: Order; role: Role | undefined; evidence: Evidence }) {
  const { t } = useLingui()
  const { party, statement, messages, files, at } = evidence
  const names = partyNames(order)
  const name = names[party]
  return (
    <li className={css.submission}>
      <p className={css.head}>
        <b>
          {party === role ? (
            <Trans>You submitted</Trans>
          ) : (
            <Trans>
              <bdi>{name}</bdi> submitted
            </Trans>
          )}
        </b>
        <span className="small mute num">{formatDate(at, 'dayTime')}</span>
      </p>
      {statement && (
        <p className={css.text}>
          <UserText text={statement} />
        </p>
      )}
      {messages.length > 0 && (
        <>
          <ul className={css.messages} aria-label={t`Messages from the conversation`}>
            {messages.map((message) => (
              <li key={message.number}>
                <p className={`small ${css.head}`}>
                  <b>{message.author === role ? <Trans>You</Trans> : <bdi>{names[message.author]}</bdi>}</b>
                  <span className="mute num">{formatDate(message.at, 'dayTime')}</span>
                </p>
                <p className={css.text}>
                  <UserText text={message.text} />
                </p>
              </li>
            ))}
          </ul>
          <Checksums messages={messages} />
        </>
      )}
      <Files files={files} />
    </li>
  )
}

/** The hashes of copied messages, for readers who want to compare them. */
function Checksums({ messages }: { messages: readonly EvidenceMessage[] }) {
  return (
    <details className={css.checksums}>
      <summary className="small">
        <Trans>Checksums of the messages</Trans>
      </summary>
      <p className="small mute">
        <Trans>
          The server copied these messages when they were submitted. A checksum is the SHA-256 of the order ID, the message number, the
          author, the time and the text. The API documentation of getEvidence gives the exact format.
        </Trans>
      </p>
      <ul>
        {messages.map(({ number, hash }) => (
          <li key={number} className="small num">
            <Trans>Message {number}:</Trans> <code>{hash}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
