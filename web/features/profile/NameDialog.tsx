import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileAnswer } from '../../../workers/auth/profiles.schema.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { profileQuery } from '../../queries/profile.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { draftOf } from './draft.ts'
import { ProfileForm } from './ProfileForm.tsx'

/** Asks a member without a name for one before a listing is published. */
export default function NameDialog({ viewer, onClose, onSaved }: { viewer: Viewer; onClose: () => void; onSaved: () => void }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(profileQuery(viewer.user_id))
  return (
    <Dialog title={<Trans>What’s your name?</Trans>} subtitle={<Trans>Others can then see who they deal with.</Trans>} onClose={onClose}>
      {isPending ? (
        <Skeleton height={180} width="100%" />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
      ) : (
        <Named answer={data} onSaved={onSaved} />
      )}
    </Dialog>
  )
}

function Named({ answer, onSaved }: { answer: ProfileAnswer; onSaved: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(answer.profile, answer.geoip))
  return <ProfileForm draft={draft} onDraft={setDraft} onSaved={onSaved} short />
}
