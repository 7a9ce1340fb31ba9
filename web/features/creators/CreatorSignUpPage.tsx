import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../lib/ErrorState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { creatorApplicationQuery } from '../../queries/creator-application.ts'
import { useMarkThingRead } from '../../queries/notifications.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'
import { ApplicationView, CreatorView } from './ApplicationView.tsx'
import css from './creators.module.css'
import { useApplicationDraft } from './use-application-draft.ts'

/** `/creator-sign-up/`: the form with which a member applies to become a creator, and then the state of the application. */
export default function CreatorSignUpPage(_: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(t`Become a creator`)
  return (
    <div className={`wrap ${css.page}`}>
      <h1>
        <Trans>Become a creator</Trans>
      </h1>
      {viewer === undefined ? <LoadingState /> : <Application viewer={viewer} />}
    </div>
  )
}

function Application({ viewer }: { viewer: Viewer | null }) {
  const query = useQuery({ ...creatorApplicationQuery, enabled: viewer !== null })
  const application = (viewer && query.data?.application) || undefined
  const draft = useApplicationDraft(viewer, application?.state === 'refused' ? application : undefined)
  const [isApplyingAgain, setApplyingAgain] = useState(false)
  const [isResultShown, setResultShown] = useState(false)
  useMarkThingRead('application', application?.id)
  if (viewer && !query.data)
    return query.error ? <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} /> : <LoadingState />
  const onSent = () => {
    draft.forget()
    setApplyingAgain(false)
    setResultShown(true)
  }
  return (
    <>
      {application && !(isApplyingAgain && application.state === 'refused') ? (
        <ApplicationView
          application={application}
          isRemoved={query.data?.isRemoved === true}
          draft={draft}
          onApplyAgain={() => setApplyingAgain(true)}
        />
      ) : query.data?.creator && !application ? (
        <CreatorView name={query.data.creator} isRemoved={query.data.isRemoved} />
      ) : (
        <ApplicationForm viewer={viewer} draft={draft} onSent={onSent} />
      )}
      {isResultShown && <ResultDialog onClose={() => setResultShown(false)} />}
    </>
  )
}

function ResultDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={<Trans>Your application has been sent</Trans>} onClose={onClose}>
      <Notice tone="leaf">
        <Trans>Thank you. You are notified when we have a question or an answer, and you always find both on this page.</Trans>
      </Notice>
      <Button look="primary" wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </Dialog>
  )
}

function LoadingState() {
  const { t } = useLingui()
  return (
    <div className={css.form} role="status" aria-label={t`Loading`}>
      <Skeleton width="100%" height={72} />
      <Skeleton width="100%" height={72} />
      <Skeleton width="100%" height={180} />
    </div>
  )
}
