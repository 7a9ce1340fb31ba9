import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import css from './SavedPage.module.css'

/** A page of the viewer's own lists and searches. Guests are asked to log in; `guest` is shown to them as well. */
export function MemberOnly({ skeleton, guest, children }: { skeleton: ReactNode; guest?: ReactNode; children: ReactNode }) {
  const viewer = useViewer()
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])
  return (
    <div className={`wrap ${css.page}`}>
      {viewer ? (
        <div key={viewer.user_id}>{children}</div>
      ) : viewer === null ? (
        <>
          <EmptyState
            heading="h1"
            drawing="saved"
            title={<Trans>Log in to see what you saved</Trans>}
            text={<Trans>Press the heart on a listing to save it, and find it here again.</Trans>}
          >
            <Button look="primary" onClick={() => openDialog('login')}>
              <Trans>Log in</Trans>
            </Button>
          </EmptyState>
          {guest}
        </>
      ) : (
        skeleton
      )}
    </div>
  )
}
