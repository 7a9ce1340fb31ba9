import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Refused } from './Refused.tsx'
import css from './settings.module.css'

/**
 * The form that takes the place of a section's button. `check` answers the name of the first field that will not do, which then gets
 * the focus. The focus comes with the form, and goes back to the section's last button, the one that opened it.
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
  /** What its button says. */
  save: ReactNode
  busy: boolean
  /** Why the server did not take it, unless a field says so. */
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
