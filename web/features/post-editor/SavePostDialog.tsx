import { Trans } from '@lingui/react/macro'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import css from './post-editor.module.css'
import type { Saving } from './use-post-editor.ts'

interface SavePostDialogProps {
  saving: NonNullable<Saving>
  /** The name of the creator. */
  name: string
  onClose: () => void
  /** Puts what was saved elsewhere into the editor. */
  onTakeNewer: (newer: Post) => void
  /** Lets the draft follow the newer save, so that it can be saved over it. */
  onKeepMine: (newer: Post) => void
}

/** Shows the progress and the result of saving. */
export function SavePostDialog({ saving, name, onClose, onTakeNewer, onKeepMine }: SavePostDialogProps) {
  switch (saving.at) {
    case 'saving':
      return (
        <Dialog title={<Trans>Saving your post…</Trans>} onClose={onClose} locked>
          <p className={css.wait} role="status">
            <Spinner />
            <Trans>One moment…</Trans>
          </p>
        </Dialog>
      )
    case 'saved':
      return (
        <Dialog
          title={saving.isNew ? <Trans>Your post has been published</Trans> : <Trans>Your post has been saved</Trans>}
          onClose={onClose}
        >
          <p>
            <Trans>Everybody can see it now.</Trans>
          </p>
          <div className={css.buttons}>
            <ButtonLink look="primary" href={paths.post(name, saving.saved.pid)} onClick={onClose}>
              <Trans>See the post</Trans>
            </ButtonLink>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </div>
        </Dialog>
      )
    case 'failed':
      return (
        <Dialog title={<Trans>Your post could not be saved</Trans>} onClose={onClose}>
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
            <Trans>Save your post when they are complete.</Trans>
          </p>
          <Button look="primary" wide onClick={onClose}>
            <Trans>Back to the form</Trans>
          </Button>
        </Dialog>
      )
    case 'changed': {
      const { newer } = saving
      return (
        <Dialog title={<Trans>The post was saved elsewhere</Trans>} onClose={onClose}>
          <p>
            <Trans>
              This post was saved in another tab or on another device after you began to edit it. Your changes have not been saved, and
              nothing of them is lost.
            </Trans>
          </p>
          <div className={css.buttons}>
            <Button look="primary" onClick={() => onTakeNewer(newer)}>
              <Trans>Edit the newer post</Trans>
            </Button>
            <Button onClick={() => onKeepMine(newer)}>
              <Trans>Continue with my changes</Trans>
            </Button>
          </div>
        </Dialog>
      )
    }
  }
}
