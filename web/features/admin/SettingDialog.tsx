import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useId } from 'react'
import type { PanelSettings } from '../../../workers/creators/settings.schema.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EarlierRequest } from '../orders/EarlierRequest.tsx'
import { TransactionFoot } from '../orders/TransactionFoot.tsx'
import { useSentChanges } from './creator-changes.ts'
import css from './creators-admin.module.css'
import { type SettingCall, toChange, toPanelCall } from './setting-call.ts'
import { usePanelChange } from './use-panel-change.ts'

/** A change of a setting to confirm. */
export interface Setting {
  call: SettingCall
  title: ReactNode
  button: ReactNode
  /** Whether it takes something away. */
  isDangerous?: boolean
  /** What it means, with the old and the new value. */
  meaning: ReactNode
}

interface Props extends Setting {
  settings: PanelSettings
  onClose: () => void
}

/** Says what the change of a setting means, sends its transaction from the admin's wallet, and waits until it is in the audit log. */
export function SettingDialog({ settings, call, title, button, isDangerous = false, meaning, onClose }: Props) {
  const { t } = useLingui()
  const change = toChange(settings, call)
  const panelCall = toPanelCall(settings, call)
  const action = usePanelChange(change, onClose)
  const { busy, isOverdue } = action
  const sent = useSentChanges().find((one) => one.kind === 'setting' && one.address === change.address && one.name === change.name)
  const formId = useId()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (sent) void action.resume(sent)
    else void action.send(panelCall)
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      locked={busy && !isOverdue}
      plain={isDangerous}
      foot={
        <TransactionFoot transaction={action} lastStep={t`Recorded`} onClose={onClose}>
          {!busy && (
            <Button onClick={onClose}>
              <Trans>Not now</Trans>
            </Button>
          )}
          <Button look={isDangerous ? 'danger' : 'primary'} type="submit" form={formId} busy={busy}>
            {sent && !busy ? <Trans>Try again</Trans> : button}
          </Button>
        </TransactionFoot>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {meaning}
        <p className="small mute">
          <Trans>Your wallet sends the transaction, and you pay the network fee. The change is recorded in the audit log.</Trans>
        </p>
        {!busy && !sent && <EarlierRequest subject={panelCall.subject} account={panelCall.account} />}
      </form>
    </Dialog>
  )
}
