import { Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../errors.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { DraftFault } from './draft.ts'
import type { EDITOR_TEXTS } from './kind-texts.ts'
import css from './ListingEditorPage.module.css'
import { RULE_TEXTS } from './rule-texts.ts'

/** How far saving has come; null while nothing is saved. */
export type Saving = { at: 'saving' } | { at: 'done' } | { at: 'failed'; error: unknown } | { at: 'fault'; fault: DraftFault } | null

/** Waits while a listing is saved, and says what came of it. */
export function SavingDialog({
  state,
  texts,
  isNew,
  onClose,
  onMend,
}: {
  state: NonNullable<Saving>
  texts: (typeof EDITOR_TEXTS)['services']
  isNew: boolean
  onClose: () => void
  /** Back to what is marked. */
  onMend: () => void
}) {
  const { i18n } = useLingui()
  if (state.at === 'fault')
    return (
      <Dialog title={i18n._(RULE_TEXTS[state.fault.rule] ?? RULE_TEXTS.too_long)} onClose={onMend}>
        {state.fault.rule === 'wallet_required' ? (
          <>
            <p>
              <Trans>A wallet is where payments go. Link one in your settings; your draft waits here.</Trans>
            </p>
            <ButtonLink look="primary" wide href={paths.settings()}>
              <Trans>Open the settings</Trans>
            </ButtonLink>
          </>
        ) : (
          <>
            <p>
              <Trans>The field is marked. Nothing you wrote is lost.</Trans>
            </p>
            <Button look="primary" wide onClick={onMend}>
              <Trans>Back to the form</Trans>
            </Button>
          </>
        )}
      </Dialog>
    )
  if (state.at === 'failed')
    return (
      <Dialog title={<Trans>It could not be saved</Trans>} onClose={onClose}>
        <p>{errorText(state.error)}</p>
        <p className="mute">
          <Trans>Your draft is kept on this device. Trying again will not publish it twice.</Trans>
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
        {done ? <Trans>Opening its page…</Trans> : <Trans>One moment…</Trans>}
      </p>
    </Dialog>
  )
}
