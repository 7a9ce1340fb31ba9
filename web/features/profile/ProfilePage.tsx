import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProfileAnswer } from '../../../workers/auth/profiles.schema.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { paths } from '../../lib/paths.ts'
import { useMarkThingRead } from '../../queries/notifications.ts'
import { profileQuery } from '../../queries/profile.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ImageUploader } from '../uploads/ImageUploader.tsx'
import { draftOf } from './draft.ts'
import { HiddenProfileNote } from './HiddenProfileNote.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfilePreview } from './ProfilePreview.tsx'
import css from './profile.module.css'
import { VideoField } from './VideoField.tsx'

/** `/profile/`: the viewer's own profile. Guests are asked to log in, new members to accept the terms. */
export default function ProfilePage() {
  const { t } = useLingui()
  const viewer = useViewer()
  useTitle(t`Your profile`)
  const barred = viewer === null ? 'login' : viewer && !viewer.creator ? 'terms' : null
  useEffect(() => {
    if (barred) openDialog(barred)
  }, [barred])

  if (viewer === undefined) return <LoadingState />
  if (viewer?.creator) return <Own viewer={viewer} />
  return (
    <div className="wrap">
      {viewer === null ? (
        <EmptyState
          drawing="lost"
          heading="h1"
          title={<Trans>Log in to see your profile</Trans>}
          text={<Trans>Your name, your picture and your work are what people see before they order.</Trans>}
        >
          <Button look="primary" onClick={() => openDialog('login')}>
            <Trans>Log in</Trans>
          </Button>
        </EmptyState>
      ) : (
        <EmptyState
          drawing="lost"
          heading="h1"
          title={<Trans>Accept the terms to create your profile</Trans>}
          text={<Trans>Please read and accept the terms. They are short.</Trans>}
        >
          <Button look="primary" onClick={() => openDialog('terms')}>
            <Trans>Read the terms</Trans>
          </Button>
        </EmptyState>
      )}
    </div>
  )
}

function Own({ viewer }: { viewer: Viewer }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(profileQuery(viewer.user_id))
  if (isPending) return <LoadingState />
  if (error) {
    return (
      <div className="wrap">
        <ErrorState error={error} safe={<Trans>Your profile was not changed.</Trans>} onRetry={() => refetch()} busy={isFetching} />
      </div>
    )
  }
  return <Editor viewer={viewer} answer={data} />
}

function Editor({ viewer, answer: { profile, geoip, hidden } }: { viewer: Viewer; answer: ProfileAnswer }) {
  const [draft, setDraft] = useState(() => draftOf(profile, geoip))
  useMarkThingRead('profile', hidden ? String(viewer.user_id) : undefined)
  // As in the top bar, so that a member without a name has the same initials in both.
  const name = memberName(draft.name || viewer.username, viewer.accounts[0])
  const set = (change: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...change }))
  return (
    <div className={`wrap ${css.page}`}>
      <header className={css.head}>
        <div>
          <h1>
            <Trans>Your profile</Trans>
          </h1>
          <p>
            {hidden ? null : profile ? (
              <Trans>What other people see.</Trans>
            ) : (
              <Trans>Welcome! Tell people who you are; you can change it any time.</Trans>
            )}
          </p>
        </div>
        {profile && !hidden && (
          <ButtonLink icon="eye" href={paths.person(viewer.user_id)}>
            <Trans>As others see it</Trans>
          </ButtonLink>
        )}
      </header>
      {hidden && (
        <div className={css.note}>
          <HiddenProfileNote own />
        </div>
      )}
      <ProfileForm
        draft={draft}
        onDraft={setDraft}
        picture={<ImageUploader value={draft.image} onChange={(image) => set({ image })} name={name} />}
        video={(fault) => <VideoField draft={draft} onChange={set} error={fault} />}
        after={
          <ButtonLink href={paths.list('services')} icon="plus">
            <Trans>Post a service</Trans>
          </ButtonLink>
        }
      />
      <ProfilePreview draft={draft} name={name} address={viewer.payout} />
    </div>
  )
}

function LoadingState() {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.page}`} role="status" aria-label={t`Loading`}>
      <div className={css.head}>
        <Skeleton width="min(280px, 70%)" height={36} />
      </div>
      <div className={css.form}>
        <Skeleton width="100%" height={76} />
        <Skeleton width="100%" height={76} />
        <Skeleton width="100%" height={190} />
        <Skeleton width={110} height={44} />
      </div>
      <Skeleton width="100%" height={320} />
    </div>
  )
}
