import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  type AuditLogEntry,
  CONTRACT_NAMES,
  type ContractName,
  type NamedSubject,
  type PanelSettings,
} from '../../../workers/creators/settings.schema.ts'
import { AUDIT_ACTIONS } from '../../../workers/shared/audit-actions.schema.ts'
import { adminPaths } from '../../lib/admin-paths.ts'
import { formatDate } from '../../lib/dates.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { paths } from '../../lib/paths.ts'
import { formatBps, formatToken } from '../../lib/token-format.ts'
import { auditLogQuery } from '../../queries/contract-settings.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Field.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { Skeletons } from '../admin-pages/AdminFrame.tsx'
import { ExplorerLink } from '../orders/ExplorerLink.tsx'
import css from './AuditLog.module.css'
import { actionTexts } from './action-texts.ts'
import { PendingChanges } from './PendingChanges.tsx'
import { CONTRACT_LABELS } from './setting-call.ts'

type Kind = AuditLogEntry['action'] | 'all'

/** What admins have done, newest first, with a filter by kind. */
export default function AuditLog({ settings }: { settings: PanelSettings }) {
  const { t, i18n } = useLingui()
  const [kind, setKind] = useState<Kind>('all')
  const query = useInfiniteQuery(auditLogQuery(kind))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const kinds = AUDIT_ACTIONS.map((action) => [action, i18n._(actionTexts[action])] as const)
  return (
    <>
      <PendingChanges />
      <div className={css.filter}>
        <Select
          label={t`Kind`}
          options={[['all', t`All kinds`], ...kinds.toSorted(([, a], [, b]) => a.localeCompare(b))]}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        />
      </div>
      <ListState
        queries={[query]}
        isEmpty={entries.length === 0}
        skeleton={<Skeletons height={72} count={10} />}
        empty={
          <EmptyState
            drawing="mail"
            title={<Trans>No entries</Trans>}
            text={<Trans>Everything that admins do is recorded here. Nobody can change or delete an entry.</Trans>}
          />
        }
      >
        <ol className={css.log} aria-label={t`Audit log`}>
          {entries.map((entry) => (
            <Entry key={entry.id} of={entry} tag="li">
              <li>
                <Line entry={entry} settings={settings} />
              </li>
            </Entry>
          ))}
        </ol>
        <LoadMore query={query} />
      </ListState>
    </>
  )
}

/** The present name of what an entry is about, with a link to its page if everybody can open it. */
function Named({ subject }: { subject: NamedSubject }) {
  const { t } = useLingui()
  const name = subject.name || t({ message: 'without a name', context: 'a member' })
  const { kind } = subject
  const text = kind === 'post' ? t`Post by ${name}` : kind === 'comment' ? t`Comment by ${name}` : name
  if (kind !== 'member' && !subject.isPublic) return <bdi>{text}</bdi>
  const href =
    kind === 'member'
      ? paths.person(subject.id)
      : kind === 'listing'
        ? paths.listing(subject.id, subject.name, subject.listType)
        : paths.post(subject.creatorName, subject.pid)
  return (
    <Link className={css.link} href={href}>
      <bdi>{text}</bdi>
    </Link>
  )
}

const OPAQUE_ID = /^[\w-]{22}$/
const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
const isAddress = (value: string) => /^0x[0-9a-f]{40}$/i.test(value)
const isContract = (value: unknown): value is ContractName => CONTRACT_NAMES.includes(value as ContractName)

function Line({ entry, settings }: { entry: AuditLogEntry; settings: PanelSettings }) {
  const { i18n, t } = useLingui()
  const { id, at, actor, actorMember, action, subject, named, details } = entry
  const isArbitrator = settings.contracts.some(({ name, isAdmin }) => name === 'orderBook' && isAdmin)
  const { contract, transactionHash } = details
  const words = {
    on: t({ message: 'Enabled', context: 'a token' }),
    off: t({ message: 'Disabled', context: 'a token' }),
    defaultFee: t`Default fee`,
  }
  const value = describeValue(entry, settings, words)
  return (
    <article className={css.line} aria-label={`${id}`}>
      <span className="small mute num">{id}</span>
      <div>
        <p>
          <b>{i18n._(actionTexts[action])}</b>
          {isContract(contract) && ` · ${CONTRACT_LABELS[contract]}`}
          {value && <span className="num"> · {value}</span>}
        </p>
        {named && (
          <p className={css.subject}>
            <Named subject={named} />
          </p>
        )}
        {!isContract(subject) && (
          <p className={`${css.subject} ${named ? 'small mute' : ''}`}>
            {isAddress(subject) ? (
              <ExplorerLink to={`address/${subject}`}>{subject}</ExplorerLink>
            ) : action === 'disputeDecided' && isArbitrator && OPAQUE_ID.test(subject) ? (
              <Link className={css.link} href={adminPaths.dispute(subject)}>
                {subject}
              </Link>
            ) : (
              subject
            )}
          </p>
        )}
        <p className="small mute">
          <span title={actor}>
            <Trans>
              by <ExplorerLink to={`address/${actor}`}>{shortAddress(actor)}</ExplorerLink>
            </Trans>
          </span>
          {actorMember && (
            <>
              {' · '}
              <Named subject={{ kind: 'member', ...actorMember }} />
            </>
          )}
          {' · '}
          {formatDate(at, 'dayTime')}
          {isHash(transactionHash) && (
            <>
              {' · '}
              <ExplorerLink to={`tx/${transactionHash}`}>
                <Trans>transaction {`${transactionHash.slice(0, 10)}…`}</Trans>
              </ExplorerLink>
            </>
          )}
        </p>
      </div>
    </article>
  )
}

/** The new value that an entry tells, such as a fee or an amount; '' without one. */
function describeValue(
  { action, subject, details }: AuditLogEntry,
  { tokens }: PanelSettings,
  words: Record<'on' | 'off' | 'defaultFee', string>,
): string {
  const { feeBps, amount, enabled, set } = details
  const token = tokens.find(({ address }) => address === subject)
  if (action === 'feesWithdrawn' && typeof amount === 'string' && /^\d+$/.test(amount))
    return token ? formatToken(amount, token.decimals, token.symbol) : amount
  if (action === 'payableTokenChanged') return [token?.symbol ?? '', enabled === true ? words.on : words.off].filter(Boolean).join(' · ')
  // The event that removes a custom fee has the default fee.
  if (set === false) return words.defaultFee
  return typeof feeBps === 'string' && /^\d{1,5}$/.test(feeBps) ? formatBps(Number(feeBps)) : ''
}
