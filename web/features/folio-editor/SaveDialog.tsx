import { Trans } from '@lingui/react/macro'
import { errorText } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import css from './editor.module.css'
import type { Saving } from './use-folio-editor.ts'

/** Shows the progress and the result of saving. */
export function SaveDialog({
  saving,
  onClose,
  onSeePage,
  onSeeNewer,
  onKeepMine,
}: {
  saving: NonNullable<Saving>
  onClose: () => void
  onSeePage: () => void
  /** Shows what was saved elsewhere. */
  onSeeNewer: () => void
  /** Lets the draft follow the newer save, so that it can be published. */
  onKeepMine: () => void
}) {
  switch (saving.at) {
    case 'saving':
      return (
        <Dialog title={<Trans>Saving your page…</Trans>} onClose={onClose} locked>
          <p className={css.wait} role="status">
            <Spinner />
            <Trans>One moment…</Trans>
          </p>
        </Dialog>
      )
    case 'saved':
      return (
        <Dialog title={<Trans>Your page has been saved</Trans>} onClose={onClose}>
          <p>
            <Trans>Everybody can see it now.</Trans>
          </p>
          <div className={css.buttons}>
            <Button look="primary" onClick={onSeePage}>
              <Trans>See the page</Trans>
            </Button>
            <Button onClick={onClose}>
              <Trans>Keep editing</Trans>
            </Button>
          </div>
        </Dialog>
      )
    case 'failed':
      return (
        <Dialog title={<Trans>Your page could not be saved</Trans>} onClose={onClose}>
          <p>{errorText(saving.error)}</p>
          <p className="mute">
            <Trans>Nothing is lost: your draft is saved on this device.</Trans>
          </p>
          <Button look="primary" wide onClick={onClose}>
            <Trans>Back to the form</Trans>
          </Button>
        </Dialog>
      )
    case 'sending':
      return (
        <Dialog title={<Trans>Files are still being uploaded</Trans>} onClose={onClose}>
          <p>
            <Trans>Publish your page when they are complete.</Trans>
          </p>
          <Button look="primary" wide onClick={onClose}>
            <Trans>Back to the form</Trans>
          </Button>
        </Dialog>
      )
    case 'changed':
      return (
        <Dialog title={<Trans>The page was saved elsewhere</Trans>} onClose={onClose}>
          <p>
            <Trans>
              This page was saved in another tab or on another device after you began this draft. Your draft has not been published, and
              nothing of it is lost.
            </Trans>
          </p>
          <p className="mute">
            <Trans>If you continue with your draft and publish it, the other save stays among the versions.</Trans>
          </p>
          <div className={css.buttons}>
            <Button look="primary" onClick={onSeeNewer}>
              <Trans>See the newer page</Trans>
            </Button>
            <Button onClick={onKeepMine}>
              <Trans>Continue with my draft</Trans>
            </Button>
          </div>
        </Dialog>
      )
  }
}
