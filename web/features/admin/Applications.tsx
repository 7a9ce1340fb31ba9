import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationFilter, ReceivedApplication } from '../../../workers/creators/applications.schema.ts'
import type { PlatformAdmin } from '../../../workers/creators/creators.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { receivedApplicationsQuery } from '../../queries/manage-creators.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminsOnly, Skeletons } from '../admin-pages/AdminFrame.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { type Action, ApplicationCard } from './ApplicationCard.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import css from './creators-admin.module.css'
import { PendingChanges } from './PendingChanges.tsx'

/** The applications to become a creator, by state, with what an admin can do. */
export default function Applications({ admin, userId }: { admin: PlatformAdmin; userId: number }) {
  const { t } = useLingui()
  const [state, setState] = useState<ApplicationFilter>('open')
  const [chosen, setChosen] = useState<{ application: ReceivedApplication; action: Action } | null>(null)
  const close = () => setChosen(null)
  return (
    <>
      <PendingChanges />
      <Tabs
        pills
        label={t`State`}
        tabs={[
          ['open', t({ message: 'Open', context: 'applications' })],
          ['sent', t({ message: 'To answer', context: 'applications' })],
          ['asked', t`Waiting for the applicant`],
          ['granted', t({ message: 'Accepted', context: 'an application' })],
          ['refused', t`Not accepted`],
        ]}
        value={state}
        onChange={setState}
      >
        <List key={state} state={state} userId={userId} onChoose={(application, action) => setChosen({ application, action })} />
      </Tabs>
      {chosen?.action === 'grant' && (
        <ChangeDialog
          admin={admin}
          userId={userId}
          change={{
            kind: 'grant',
            address: chosen.application.wallet,
            userId: chosen.application.applicant.id,
            application: chosen.application.id,
            name: chosen.application.name,
          }}
          onClose={close}
        />
      )}
      {(chosen?.action === 'ask' || chosen?.action === 'refuse') && (
        <AnswerDialog application={chosen.application} action={chosen.action} onClose={close} />
      )}
    </>
  )
}

interface ListProps {
  state: ApplicationFilter
  userId: number
  onChoose: (application: ReceivedApplication, action: Action) => void
}

function List({ state, userId, onChoose }: ListProps) {
  const query = useInfiniteQuery(receivedApplicationsQuery(state))
  const applications = query.data?.pages.flatMap((page) => page.applications) ?? []
  if (query.error instanceof ApiError && query.error.status === 403) return <AdminsOnly contract="Platform" />
  return (
    <ListState
      queries={[query]}
      isEmpty={applications.length === 0}
      skeleton={<Skeletons />}
      empty={
        <EmptyState
          drawing="mail"
          title={<Trans>No applications here</Trans>}
          text={<Trans>Applications to become a creator appear here by their state.</Trans>}
        />
      }
    >
      <ul className={css.list}>
        {applications.map((application) => (
          <Entry key={application.id} of={application} tag="li">
            <li>
              <ApplicationCard
                application={application}
                isOwn={application.applicant.id === userId}
                onChoose={(action) => onChoose(application, action)}
              />
            </li>
          </Entry>
        ))}
      </ul>
      <LoadMore query={query} />
    </ListState>
  )
}
