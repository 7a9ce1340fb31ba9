import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { MemberStanding, PastSanction } from '../../../workers/creators/sanctions.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { memberStandingQuery } from '../../queries/sanctions.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './MemberActions.module.css'
import { SanctionDialog } from './SanctionDialog.tsx'

/** The warnings and suspensions of a member, with buttons for the next one, for admins of the Platform contract. */
export function MemberActions({ userId }: { userId: number }) {
  const { t } = useLingui()
  const { data: standing, error, isFetching, refetch } = useQuery(memberStandingQuery(userId))
  if (error)
    return (
      <div className={css.member}>
        <p className="small mute">{errorText(error)}</p>
        <Button small busy={isFetching} onClick={() => refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  if (!standing)
    return (
      <div className={css.member} role="status" aria-label={t`Loading`}>
        <Skeleton width="min(240px, 60%)" height={44} />
      </div>
    )
  return <Standing standing={standing} />
}

function Standing({ standing }: { standing: MemberStanding }) {
  const { t } = useLingui()
  const [action, setAction] = useState<'warn' | 'suspend' | 'end' | null>(null)
  const { userId, isExempt, suspension, past } = standing
  const name = standing.name || t`Member ${userId}`
  const warnings = past.filter(({ kind }) => kind === 'warning').length
  const until = suspension?.until && formatDate(suspension.until, 'dayTime')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section would be one of many landmarks with the same name
    <div role="group" className={css.member} aria-label={t`Decisions about ${name}`}>
      <div className={css.facts}>
        <Link href={paths.person(userId)} className={css.name} dir="auto">
          {name}
        </Link>
        <p className="small mute">
          {isExempt ? (
            <Trans>Admins cannot be warned or suspended.</Trans>
          ) : warnings === 0 ? (
            <Trans>No warnings so far</Trans>
          ) : (
            <Plural value={warnings} one="# warning so far" other="# warnings so far" />
          )}
        </p>
        {suspension && (
          <p className={css.suspended}>{until ? <Trans>Suspended until {until}</Trans> : <Trans>Suspended until we end it</Trans>}</p>
        )}
      </div>
      {!isExempt && (
        <div className={css.buttons}>
          <Button small onClick={() => setAction('warn')}>
            <Trans>Warn</Trans>
          </Button>
          {suspension ? (
            <Button small onClick={() => setAction('end')}>
              <Trans>End the suspension</Trans>
            </Button>
          ) : (
            <Button small look="danger" onClick={() => setAction('suspend')}>
              <Trans>Suspend</Trans>
            </Button>
          )}
        </div>
      )}
      {(suspension || past.length > 0) && (
        <details className={css.past}>
          <summary>
            <Trans>Decisions so far</Trans>
          </summary>
          <ul>
            {suspension && <Decision {...suspension} kind="suspension" endedAt={null} endReason={null} />}
            {past.map((one, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two decisions can be equal, and the list is never sorted again
              <Decision key={i} {...one} />
            ))}
          </ul>
        </details>
      )}
      {action && <SanctionDialog userId={userId} name={name} action={action} onClose={() => setAction(null)} />}
    </div>
  )
}

function Decision({ kind, at, until, reason, endedAt, endReason }: PastSanction) {
  const end = formatDate(endedAt ?? until ?? 0, 'dayTime')
  return (
    <li>
      <b>{kind === 'warning' ? <Trans>Warning</Trans> : <Trans>Suspension</Trans>}</b>{' '}
      <span className="small mute">
        {formatDate(at, 'dayTime')}
        {kind === 'suspension' && (
          <>
            {' · '}
            {endedAt !== null ? <Trans>ended {end}</Trans> : until !== null ? <Trans>until {end}</Trans> : <Trans>until we end it</Trans>}
          </>
        )}
      </span>
      <p dir="auto">{reason}</p>
      {endReason && (
        <p dir="auto">
          <Trans>Why it ended: {endReason}</Trans>
        </p>
      )}
    </li>
  )
}
