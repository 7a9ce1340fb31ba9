import { Trans, useLingui } from '@lingui/react/macro'
import type { SavedList } from '../../../workers/listings/saved/lists.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useShareList } from '../../queries/saved-lists.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { listName } from './change-saved.ts'
import css from './ShareListDialog.module.css'
import { savedPaths } from './saved-paths.ts'

/** Shares a list by a link, or ends that. */
export function ShareListDialog({ list, onClose }: { list: Pick<SavedList, 'id' | 'name' | 'token'>; onClose: () => void }) {
  const { t } = useLingui()
  const share = useShareList(list.id)
  const change = (on: boolean) => share.mutate(on, { onError: (error) => toast(errorText(error), 'bad') })
  const url = list.token && location.origin + savedPaths.shared(list.token)
  return (
    <Dialog title={<Trans>Share the list</Trans>} subtitle={listName(list.name)} onClose={onClose}>
      <div className={css.share}>
        <p>
          <Trans>
            Anybody who has the link can see this list and your name. Search engines do not show it. You can end this at any time, and the
            link then stops working.
          </Trans>
        </p>
        {url ? (
          <>
            <TextField label={<Trans>Link</Trans>} value={url} readOnly onFocus={(event) => event.target.select()} />
            <div className={css.acts}>
              <CopyButton text={url} label={t`Copy the link`} />
              {'share' in navigator && (
                // Closing the device's share sheet is not an error.
                <Button icon="share" onClick={() => navigator.share({ title: listName(list.name), url }).catch(() => {})}>
                  <Trans>Share another way</Trans>
                </Button>
              )}
              <Button look="danger" busy={share.isPending} onClick={() => change(false)}>
                <Trans>Stop sharing</Trans>
              </Button>
            </div>
          </>
        ) : (
          <Button look="primary" icon="link" wide busy={share.isPending} onClick={() => change(true)}>
            <Trans>Create a link</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  )
}
