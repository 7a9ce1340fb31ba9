import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Refused } from './Refused.tsx'
import css from './settings.module.css'

/**
 * The form that replaces a section's button. `check` returns the name of the first wrong field, which then gets the focus, or null. The
 * form takes the focus when it opens. When it closes, the section's last button gets the focus, which is the one that opened it.
 */
export function SectionForm({
  children,
  save,
  busy,
  refused,
  check,
  onSave,
  onCancel,
}: {
  children: ReactNode
  /** The label of the submit button. */
  save: ReactNode
  busy: boolean
  /** The server's error; null if a field shows it. */
  refused: unknown
  check: () => string | null
  onSave: () => void
  onCancel: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    const section = form.current?.closest('section')
    return () => {
      if (document.activeElement === document.body) [...(section?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    }
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = check()
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    else onSave()
  }
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      {children}
      {refused != null && <Refused error={refused} onConfirmed={onSave} />}
      <div className={css.buttons}>
        <Button type="submit" look="primary" busy={busy}>
          {save}
        </Button>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
