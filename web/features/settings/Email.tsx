import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { email as emailRule } from '../../../workers/auth/credentials.schema.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { useResendConfirmation, useSetEmail } from '../../queries/email.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toast.ts'
import { EmailField } from '../auth/EmailField.tsx'
import { Refused } from './Refused.tsx'
import { Section } from './Section.tsx'
import { SectionForm } from './SectionForm.tsx'
import css from './settings.module.css'

/** The viewer's e-mail address and its state. A new address replaces it once the link in the mail to the new address was opened. */
export function Email({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const [editing, setEditing] = useState(false)
  const resend = useResendConfirmation(() => toast(t`We have sent the e-mail.`))
  const keep = useSetEmail()
  const { email, emailVerified, newEmail } = viewer
  const waiting = newEmail ?? (emailVerified ? null : email)
  return (
    <Section
      title={<Trans>E-mail address</Trans>}
      text={<Trans>For logging in with a password, and for news about your account. Nobody else sees it.</Trans>}
    >
      {email && (
        <p className={css.fact}>
          <b>{email}</b>
          {emailVerified ? (
            <Chip tone="leaf" icon="check">
              <Trans>Confirmed</Trans>
            </Chip>
          ) : (
            <Chip tone="amber" icon="clock">
              <Trans>Not confirmed yet</Trans>
            </Chip>
          )}
        </p>
      )}
      {newEmail && (
        <p className={css.fact}>
          <b>{newEmail}</b>
          <Chip tone="amber" icon="clock">
            <Trans>Replaces the current address once confirmed</Trans>
          </Chip>
        </p>
      )}
      {waiting && (
        <p className="mute">
          <Trans>We sent an e-mail with a link to {waiting}. Open it to confirm that the address is yours; it works for three days.</Trans>
        </p>
      )}
      {editing ? (
        <EmailForm viewer={viewer} onDone={() => setEditing(false)} />
      ) : (
        <div className={css.buttons}>
          {waiting && (
            <Button icon="mail" busy={resend.isPending} onClick={() => resend.mutate()}>
              <Trans>Send the e-mail again</Trans>
            </Button>
          )}
          {newEmail && email && (
            <Button busy={keep.isPending} onClick={() => keep.mutate({ email })}>
              <Trans>Keep the old address</Trans>
            </Button>
          )}
          <Button icon={email ? 'pencil' : 'plus'} onClick={() => setEditing(true)}>
            {email ? <Trans>Change address</Trans> : <Trans>Add an e-mail address</Trans>}
          </Button>
        </div>
      )}
      {(resend.error ?? keep.error) && <Refused error={resend.error ?? keep.error} onConfirmed={() => keep.mutate({ email: email! })} />}
    </Section>
  )
}

function EmailForm({ viewer, onDone }: { viewer: Viewer; onDone: () => void }) {
  const { t, i18n } = useLingui()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<'email' | 'password' | null>(null)
  const save = useSetEmail(() => {
    toast(t`We have sent the e-mail.`)
    onDone()
  })
  const check = () => {
    const found = brokenRule(emailRule, email) ? 'email' : viewer.hasPassword && !password ? 'password' : null
    setWrong(found)
    return found
  }
  return (
    <SectionForm
      save={<Trans>Send the link</Trans>}
      busy={save.isPending}
      refused={save.error}
      check={check}
      onSave={() => save.mutate({ email, password: viewer.hasPassword ? password : undefined })}
      onCancel={onDone}
    >
      <EmailField
        label={<Trans>New e-mail address</Trans>}
        autoComplete="email"
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          setWrong(null)
        }}
        error={wrong === 'email' ? i18n._(RULE_TEXTS.email!) : null}
      />
      {viewer.hasPassword && (
        <PasswordField
          label={<Trans>Your password</Trans>}
          name="password"
          autoComplete="current-password"
          maxLength={512}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setWrong(null)
          }}
          error={wrong === 'password' ? t`Please enter your password.` : null}
        />
      )}
    </SectionForm>
  )
}
