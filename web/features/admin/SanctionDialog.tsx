import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { MAX_REASON } from '../../../workers/creators/sanctions.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { needsFreshSignIn } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { type Sanction, useSanction } from '../../queries/sanctions.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Count, Select, TextArea } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ConfirmSession } from './ConfirmSession.tsx'
import css from './MemberActions.module.css'

interface Props {
  userId: number
  name: string
  action: Sanction['action']
  onClose: () => void
}

/** The days of a suspension to choose from; '' is until an admin ends it. */
const DURATIONS = [1, 3, 7, 14, 30, 90, 365] as const
const DEFAULT_DAYS = '7'

/** What the viewer has written but not sent, while the page is open: a dialog is easily closed by mistake. */
const drafts = new Map<string, string>()

/** Writes the reason of a warning, a suspension or its end, and says what it means before it is sent. */
export function SanctionDialog({ userId, name, action, onClose }: Props) {
  const { t } = useLingui()
  const key = `${action} ${userId}`
  const [text, setText] = useState(drafts.get(key) ?? '')
  const [days, setDays] = useState(DEFAULT_DAYS)
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { mutateAsync, isPending, error, reset } = useSanction(userId)
  const refusal = needsFreshSignIn(error) ? error : null
  const length = characters(cleanLines(text))
  const fault = length > MAX_REASON ? t`This is too long. Please shorten it.` : length > 0 ? null : t`Please write a reason.`
  const titles: Record<Sanction['action'], ReactNode> = {
    warn: <Trans>Warn {name}?</Trans>,
    suspend: <Trans>Suspend {name}?</Trans>,
    end: <Trans>End the suspension of {name}?</Trans>,
  }
  const buttons: Record<Sanction['action'], ReactNode> = {
    warn: <Trans>Send the warning</Trans>,
    suspend: <Trans>Suspend the account</Trans>,
    end: <Trans>End the suspension</Trans>,
  }

  // Not by `onSuccess` of mutate: the list without this member may be on screen by then, and this dialog no longer.
  const send = () =>
    mutateAsync(action === 'suspend' ? { action, reason: text, days: days === '' ? null : Number(days) } : { action, reason: text }).then(
      () => {
        drafts.delete(key)
        toast({ warn: t`The warning has been sent.`, suspend: t`The account is suspended.`, end: t`The suspension has ended.` }[action])
        onClose()
      },
      () => {}, // The dialog shows the error.
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isPending) return
    if (fault) return focusFirstFault(form)
    void send()
  }

  return (
    <Dialog title={titles[action]} onClose={onClose} locked={isPending} plain>
      <form ref={form} className={css.form} onSubmit={submit} noValidate>
        <TextArea
          rows={4}
          dir="auto"
          label={t`Reason`}
          value={text}
          error={isChecked ? fault : null}
          hint={
            <>
              <Trans>The member reads it, in the app and by e-mail.</Trans>
              <Count now={length} of={MAX_REASON} />
            </>
          }
          onChange={(event) => {
            if (error) reset()
            setText(event.target.value)
            drafts.set(key, event.target.value)
          }}
        />
        {action === 'suspend' && <Duration days={days} onChange={setDays} />}
        <Notice tone={action === 'suspend' ? 'amber' : 'plain'}>
          <Meaning action={action} days={days} />
        </Notice>
        {error && !refusal && <Notice tone="rose">{errorText(error)}</Notice>}
        {refusal && <ConfirmSession refusal={refusal} onConfirmed={send} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          {!refusal && (
            <Button look={action === 'suspend' ? 'danger' : 'primary'} type="submit" busy={isPending}>
              {buttons[action]}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

function Duration({ days, onChange }: { days: string; onChange: (days: string) => void }) {
  const { t, i18n } = useLingui()
  const format = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const options = DURATIONS.map((count) => [String(count), format.format(count)] as const)
  return (
    <Select
      label={t`Duration`}
      value={days}
      onChange={(event) => onChange(event.target.value)}
      options={[...options, ['', t`Until we end it`]]}
    />
  )
}

/** What the decision means for the member. */
function Meaning({ action, days }: { action: Sanction['action']; days: string }) {
  if (action === 'warn') return <Trans>The member is notified. Nothing else changes.</Trans>
  if (action === 'end') return <Trans>The member is notified, can use everything again, and their listings are public as before.</Trans>
  const until = days && formatDate(Date.now() / 1000 + Number(days) * 86_400, 'dayTime')
  return (
    <p>
      {until ? <Trans>It ends by itself on {until}.</Trans> : <Trans>It lasts until an admin ends it.</Trans>}{' '}
      <Trans>
        The member cannot publish, buy, or write to people without an order, and their listings are hidden. Running orders continue, and
        money can be withdrawn.
      </Trans>
    </p>
  )
}
