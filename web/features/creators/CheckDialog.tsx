import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { FieldFault, FieldName } from './application-faults.ts'
import css from './creators.module.css'

/** Lists what is missing or wrong. A press on an entry, or closing the dialog, leads to the field. */
export function CheckDialog({ faults, onChoose }: { faults: FieldFault[]; onChoose: (field: FieldName) => void }) {
  const { t, i18n } = useLingui()
  const labels: Record<FieldName, string> = {
    email: t`E-mail`,
    fullname: t`Full name`,
    sns: t`Social network`,
    wallet: t`Wallet`,
    name: t`Creator name`,
    text: t`About you and what you make`,
  }
  // An answer about the name may arrive while the dialog is open.
  const first = faults[0]?.field ?? 'name'
  return (
    <Dialog
      title={<Trans>Please check your application</Trans>}
      subtitle={<Trans>It has not been sent yet.</Trans>}
      onClose={() => onChoose(first)}
    >
      <ul className={css.faults}>
        {faults.map(({ field, text }) => (
          <li key={field}>
            <button type="button" onClick={() => onChoose(field)}>
              <b>{labels[field]}</b>
              <span>{i18n._(text)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button look="primary" wide onClick={() => onChoose(first)}>
        <Trans>Back to the form</Trans>
      </Button>
    </Dialog>
  )
}
