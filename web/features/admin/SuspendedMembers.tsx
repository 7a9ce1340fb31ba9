import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { SuspendedMember } from '../../../workers/creators/sanctions.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { paths } from '../../lib/paths.ts'
import { suspendedMembersQuery } from '../../queries/sanctions.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Skeletons } from '../admin-pages/AdminFrame.tsx'
import css from './Reports.module.css'
import { SanctionDialog } from './SanctionDialog.tsx'

/** The suspended members, for admins of the Platform contract. */
export function SuspendedMembers() {
  const { t } = useLingui()
  const query = useInfiniteQuery(suspendedMembersQuery)
  const members = query.data?.pages.flatMap((page) => page.members) ?? []
  return (
    <section className={css.list} aria-label={t`Suspended members`}>
      <h2>
        <Trans>Suspended members</Trans>
      </h2>
      <ListState
        queries={[query]}
        isEmpty={members.length === 0}
        skeleton={<Skeletons height={132} count={2} />}
        empty={
          <EmptyState
            drawing="mail"
            heading="h3"
            title={<Trans>Nobody is suspended</Trans>}
            text={<Trans>A member is suspended from a report about them. They appear here until the suspension ends.</Trans>}
          />
        }
      >
        <ul className={css.list}>
          {members.map((member) => (
            <li key={member.userId}>
              <Entry of={member}>
                <Member member={member} />
              </Entry>
            </li>
          ))}
        </ul>
        <LoadMore query={query} />
      </ListState>
    </section>
  )
}

function Member({ member: { userId, name: shown, at, until, reason } }: { member: SuspendedMember }) {
  const { t } = useLingui()
  const [isEnding, setEnding] = useState(false)
  const name = shown || t`Member ${userId}`
  const [from, end] = [formatDate(at, 'dayTime'), until && formatDate(until, 'dayTime')]
  return (
    <article className={css.thing} aria-label={t`Suspension of ${name}`}>
      <h3>
        <Link href={paths.person(userId)}>{name}</Link>
      </h3>
      <p className="small mute">
        {end ? (
          <Trans>
            Suspended from {from} until {end}
          </Trans>
        ) : (
          <Trans>Suspended since {from}, until we end it</Trans>
        )}
      </p>
      <p className={css.message} dir="auto">
        {reason}
      </p>
      <div className={css.buttons}>
        <Button onClick={() => setEnding(true)}>
          <Trans>End the suspension</Trans>
        </Button>
      </div>
      {isEnding && <SanctionDialog userId={userId} name={name} action="end" onClose={() => setEnding(false)} />}
    </article>
  )
}
