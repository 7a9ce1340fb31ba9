import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { AnyRule } from './draft.ts'
import type { EDITOR_TEXTS } from './kind-texts.ts'
import css from './ListingEditorPage.module.css'
import { RULE_TEXTS } from './rule-texts.ts'
import type { Saving } from './saving.ts'

/** Shows the progress and the result of saving. */
export function SavingDialog({
  state,
  marked,
  texts,
  isNew,
  onClose,
  onMend,
  onWithout,
}: {
  state: NonNullable<Saving>
  /** The number of invalid fields. */
  marked: number
  texts: (typeof EDITOR_TEXTS)['services']
  isNew: boolean
  onClose: () => void
  /** Closes the dialog and focuses the field of the fault, or the failed file. */
  onMend: () => void
  /** Saves without the failed files. */
  onWithout: () => void
}) {
  const { i18n } = useLingui()
  if (state.at === 'fault') return <FaultDialog rule={state.fault.rule} marked={marked} onMend={onMend} />
  if (state.at === 'waiting')
    return (
      <Dialog title={i18n._(texts.saving)} onClose={onClose}>
        <p className={css.wait} role="status">
          <Spinner />
          <Trans>Your files are still uploading. The listing is saved when they are complete.</Trans>
        </p>
        <Button wide onClick={onClose}>
          <Trans>Back to the form</Trans>
        </Button>
      </Dialog>
    )
  if (state.at === 'lacking')
    return (
      <Dialog title={<Trans>A file could not be uploaded</Trans>} onClose={onMend}>
        <p>
          <Trans>
            Your listing has not been saved. Your input is kept. The form shows why the file could not be uploaded. Upload it again or
            remove it there, then save again.
          </Trans>
        </p>
        <div className={css.acts}>
          <Button look="primary" onClick={onMend}>
            <Trans>Back to the form</Trans>
          </Button>
          <Button onClick={onWithout}>
            <Trans>Save without the file</Trans>
          </Button>
        </div>
      </Dialog>
    )
  if (state.at === 'failed')
    return (
      <Dialog title={<Trans>Could not be saved</Trans>} onClose={onClose}>
        <p>{errorText(state.error)}</p>
        <p className="mute">
          <Trans>Your draft is saved on this device. Trying again will not publish it twice.</Trans>
        </p>
        <Button look="primary" wide onClick={onClose}>
          <Trans>Back to the form</Trans>
        </Button>
      </Dialog>
    )
  const done = state.at === 'done'
  return (
    <Dialog title={i18n._(done ? (isNew ? texts.added : texts.updated) : texts.saving)} onClose={onClose} locked>
      <p className={css.wait} role="status">
        {!done && <Spinner />}
        {done ? <Trans>Opening the page…</Trans> : <Trans>One moment…</Trans>}
      </p>
    </Dialog>
  )
}

function FaultDialog({ rule, marked, onMend }: { rule: AnyRule; marked: number; onMend: () => void }) {
  const { i18n } = useLingui()
  return (
    <Dialog title={i18n._(RULE_TEXTS[rule] ?? RULE_TEXTS.too_long)} onClose={onMend}>
      {rule === 'wallet_required' ? (
        <>
          <p>
            <Trans>Payments go to a wallet. Link one in the settings; your draft is kept.</Trans>
          </p>
          <ButtonLink look="primary" wide href={paths.settings()}>
            <Trans>Open the settings</Trans>
          </ButtonLink>
        </>
      ) : (
        <>
          <p>
            {marked > 1 ? (
              <Plural value={marked} other="# fields are marked; this is the first. Your input is kept." />
            ) : (
              <Trans>The field is marked. Your input is kept.</Trans>
            )}
          </p>
          <Button look="primary" wide onClick={onMend}>
            <Trans>Back to the form</Trans>
          </Button>
        </>
      )}
    </Dialog>
  )
}
