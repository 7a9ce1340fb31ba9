import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MIN_PASSWORD, newPassword } from '../../../workers/auth/credentials.schema.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { useChangePassword } from '../../queries/password.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toast.ts'
import { Section } from './Section.tsx'
import { SectionForm } from './SectionForm.tsx'

/** Sets or changes the password. A password requires an e-mail address. */
export function Password({ viewer }: { viewer: Viewer }) {
  const [editing, setEditing] = useState(false)
  return (
    <Section
      title={<Trans>Password</Trans>}
      text={
        <Trans>With a password and your e-mail address you can log in without a wallet. A new password logs you out everywhere else.</Trans>
      }
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
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ current?: string; password?: string }>({})
  const save = useChangePassword(() => {
    toast(t`Your password has been changed.`)
    onDone()
  })
  const check = () => {
    const rule = brokenRule(newPassword, password)
    const found = {
      ...(viewer.hasPassword && !current && { current: t`Please enter your password.` }),
      ...(rule && { password: i18n._(RULE_TEXTS[rule]!) }),
    }
    setFaults(found)
    return Object.keys(found)[0] ?? null
  }
  return (
    <SectionForm
      save={<Trans>Save the password</Trans>}
      busy={save.isPending}
      refused={save.error}
      check={check}
      onSave={() => save.mutate({ password, current: viewer.hasPassword ? current : undefined })}
      onCancel={onDone}
    >
      {/* Tells password managers which account the password is for. */}
      <input type="email" autoComplete="username" value={viewer.email ?? ''} readOnly hidden />
      {viewer.hasPassword && (
        <PasswordField
          label={<Trans>Current password</Trans>}
          name="current"
          autoComplete="current-password"
          maxLength={512}
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
        maxLength={512}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setFaults({})
        }}
        hint={!faults.password && <Trans>At least {MIN_PASSWORD} characters. A few unrelated words are best.</Trans>}
        error={faults.password}
      />
    </SectionForm>
  )
}
