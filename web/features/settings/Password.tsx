import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { safeParse } from 'valibot'
import { MIN_PASSWORD, newPassword } from '../../../workers/auth/credentials.schema.ts'
import { auth } from '../../api.ts'
import { refreshViewer, type Viewer } from '../../shell/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { RULE_TEXTS } from '../auth/rule-texts.ts'
import { Refused } from './Refused.tsx'
import { Section } from './Section.tsx'
import css from './settings.module.css'

/** One's password, or the first one; there is none without an address. */
export function Password({ viewer }: { viewer: Viewer }) {
  const [editing, setEditing] = useState(false)
  return (
    <Section
      title={<Trans>Password</Trans>}
      text={<Trans>With it and your e-mail address you log in without a wallet. A new one logs you out everywhere else.</Trans>}
    >
      {!viewer.email ? (
        <p className="mute">
          <Trans>Add an e-mail address first.</Trans>
        </p>
      ) : editing ? (
        <PasswordForm viewer={viewer} onDone={() => setEditing(false)} />
      ) : (
        <Button icon="lock" onClick={() => setEditing(true)}>
          {viewer.hasPassword ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}
        </Button>
      )}
    </Section>
  )
}

function PasswordForm({ viewer, onDone }: { viewer: Viewer; onDone: () => void }) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ current?: string; password?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const save = useMutation({
    mutationFn: async () => {
      await auth.changePassword.$post({ json: { password, ...(viewer.hasPassword && { current }) } })
      await refreshViewer()
      await client.invalidateQueries({ queryKey: ['sessions'] })
    },
    onSuccess: () => {
      toast(t`Your new password holds from now on.`)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const rule = safeParse(newPassword, password).issues?.[0].message
    const found = {
      ...(viewer.hasPassword && !current && { current: t`Please enter your password.` }),
      ...(rule && { password: i18n._(RULE_TEXTS[rule]!) }),
    }
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else save.mutate()
  }
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={viewer.email ?? ''} readOnly hidden />
      {viewer.hasPassword && (
        <PasswordField
          label={<Trans>Current password</Trans>}
          name="current"
          autoComplete="current-password"
          value={current}
          onChange={(event) => {
            setCurrent(event.target.value)
            setFaults({})
          }}
          error={faults.current}
        />
      )}
      <PasswordField
        label={<Trans>New password</Trans>}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setFaults({})
        }}
        hint={!faults.password && <Trans>At least {MIN_PASSWORD} characters. A few words that do not belong together are best.</Trans>}
        error={faults.password}
      />
      {save.error && <Refused error={save.error} />}
      <div className={css.buttons}>
        <Button type="submit" look="primary" busy={save.isPending}>
          <Trans>Save the password</Trans>
        </Button>
        <Button onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
