import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { MIN_PASSWORD, newPassword } from '../../../workers/auth/credentials.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { errorText } from '../../lib/errors.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { useResetPassword } from '../../queries/password.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { refreshViewer, useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { typedEmail } from './address-state.ts'
import css from './email.module.css'
import { Failure, useWait } from './Failure.tsx'
import { doneBefore, dropToken, useMailToken } from './mail-token.ts'
import { ResetRequest } from './ResetRequest.tsx'

/** `/reset-password/`: asks for a mail or, with that mail's token after the `#`, for a new password. */
export default function ResetPasswordPage(_: PageProps) {
  const { t } = useLingui()
  useTitle(t`Choose a new password`)
  const { token, isBroken, times } = useMailToken()
  return <Reset key={times} token={token} isBroken={isBroken} />
}

function Reset({ token, isBroken }: { token: string | null; isBroken: boolean }) {
  /** The token that the server refused as used or too old. */
  const [expired, setExpired] = useState<string | null>(null)
  const [done, setDone] = useState(doneBefore)
  if (done) return <PasswordChanged email={done} />
  return (
    <div className={css.page}>
      <h1>
        <Trans>Choose a new password</Trans>
      </h1>
      {token && token !== expired ? (
        <NewPassword token={token} onExpired={() => setExpired(token)} onDone={setDone} />
      ) : (
        <>
          {(expired || isBroken) && (
            <Notice tone="amber">
              {expired ? (
                <Trans>This link was already used, or is older than an hour. Request a new one.</Trans>
              ) : (
                <Trans>This link is not complete. Open it again from the e-mail, or request a new one.</Trans>
              )}
            </Notice>
          )}
          <ResetRequest />
        </>
      )}
    </div>
  )
}

function NewPassword({ token, onExpired, onDone }: { token: string; onExpired: () => void; onDone: (email: string) => void }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [seen, setSeen] = useState(false)
  const fault = brokenRule(newPassword, password)
  const save = useResetPassword(token, {
    onSuccess: async ({ email }) => {
      dropToken(email!)
      // Every session of the account has ended. If this browser had one, refreshViewer reloads the page.
      await refreshViewer().catch(() => {})
      onDone(email!)
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || (error.code !== 'link_invalid' && error.code !== 'invalid_body')) return
      dropToken()
      onExpired()
    },
  })
  const wait = useWait(save.error)
  const refused = save.error instanceof ApiError && save.error.code === 'password_common' ? save.error : null
  const error = refused ? errorText(refused) : seen && fault ? t(RULE_TEXTS[fault]!) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSeen(true)
    if (!fault && !wait && !save.isPending) save.mutate(password)
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <p className={css.lead}>
        <Trans>You will be logged out in all browsers. Log in again with the new password.</Trans>
      </p>
      <PasswordField
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        maxLength={512}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          save.reset()
        }}
        error={error}
        hint={!error && t`At least ${MIN_PASSWORD} characters`}
      />
      {save.error && !refused && <Failure error={save.error} wait={wait} />}
      <Button type="submit" look="primary" wide busy={save.isPending} aria-disabled={wait > 0}>
        <Trans>Save the password</Trans>
      </Button>
    </form>
  )
}

function PasswordChanged({ email }: { email: string }) {
  const viewer = useViewer()
  const [, navigate] = useLocation()
  const logIn = () => {
    typedEmail.set(email)
    openDialog('login', () => navigate(paths.home()))
  }
  return (
    <div className="wrap">
      <EmptyState
        drawing="mail"
        heading="h1"
        title={<Trans>Your password has been changed</Trans>}
        text={<Trans>The account of {email} is logged out in all browsers. Log in with the new password.</Trans>}
      >
        {viewer ? (
          <Button look="primary" onClick={() => navigate(paths.home())}>
            <Trans>Continue</Trans>
          </Button>
        ) : (
          <Button look="primary" onClick={logIn}>
            <Trans>Log in</Trans>
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
