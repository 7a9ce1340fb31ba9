import { Trans, useLingui } from '@lingui/react/macro'
import type { FocusEvent, FormEvent, KeyboardEvent } from 'react'
import { MIN_PASSWORD } from '../../../workers/auth/credentials.schema.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { errorText } from '../../lib/errors.ts'
import type { EmailAction } from '../../queries/sessions.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { typedEmail } from './address-state.ts'
import { EmailField } from './EmailField.tsx'
import css from './email.module.css'
import type { AddressState } from './email-actions.ts'
import { Failure } from './Failure.tsx'
import { useEmailForm } from './use-email-form.ts'

interface EmailFormProps {
  /** Whether the sign-in has succeeded; the form then sends nothing more. */
  isDone: boolean
  onSignedIn: (action: EmailAction) => void
  onForgot: () => void
}

/**
 * Whether a field loses the focus to a button that sends the form. The press shows the errors itself: one that appeared before would move
 * the button away from under the pointer.
 */
const isPressing = ({ relatedTarget }: FocusEvent) => relatedTarget?.closest(`.${css.actions}`) != null

/** Login and sign-up by e-mail in the same two fields. Which buttons are offered depends on the server's answer about the address. */
export function EmailForm({ isDone, onSignedIn, onForgot }: EmailFormProps) {
  const { t } = useLingui()
  const { form, email, password, setPassword, state, faults, leave, error, passwordError, reset, wait, send, ...buttons } = useEmailForm(
    isDone,
    onSignedIn,
  )
  const textOf = (rule: string | null) => (rule ? t(RULE_TEXTS[rule]!) : null)
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send('logIn')
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        send(null)
      }}
    >
      <EmailField
        autoComplete="username"
        value={email}
        onChange={(event) => {
          typedEmail.set(event.target.value)
          reset()
        }}
        onBlur={(event) => email && !isPressing(event) && leave('email')}
        error={textOf(faults.email)}
        hint={!faults.email && <AddressHint state={state} />}
      />
      <div className={css.password}>
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete={state === 'available' ? 'new-password' : 'current-password'}
          maxLength={512}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            if (passwordError) reset()
          }}
          onBlur={(event) => password && !isPressing(event) && leave('password')}
          error={passwordError ? errorText(passwordError) : textOf(faults.password)}
        />
        <button type="button" className={css.link} onClick={onForgot}>
          <Trans>Forgot your password?</Trans>
        </button>
      </div>
      {error && !passwordError && <Failure error={error} wait={wait} />}
      <Buttons {...buttons} isDone={isDone} onSignUp={() => send('signUp')} />
    </form>
  )
}

interface ButtonsProps extends Pick<ReturnType<typeof useEmailForm>, 'actions' | 'running' | 'busy'> {
  isDone: boolean
  onSignUp: () => void
}

function Buttons({ actions, running, busy, isDone, onSignUp }: ButtonsProps) {
  const look = (action: EmailAction) => (actions[0] === action ? 'primary' : 'quiet')
  return (
    <div className={css.actions}>
      <Button look={look('signUp')} wide busy={running === 'signUp'} aria-disabled={busy || !actions.includes('signUp')} onClick={onSignUp}>
        <Trans>Sign up</Trans>
      </Button>
      <Button
        type="submit"
        look={look('logIn')}
        icon={isDone ? 'check' : undefined}
        wide
        busy={running === 'logIn'}
        aria-disabled={busy || !actions.includes('logIn')}
      >
        {isDone ? <Trans>Welcome back</Trans> : <Trans>Log in</Trans>}
      </Button>
    </div>
  )
}

/** Says whether the address can be used to log in or to sign up. */
function AddressHint({ state }: { state: AddressState }) {
  const { t } = useLingui()
  const texts: Record<AddressState, string> = {
    invalid: t`New or returning? Start with your e-mail.`,
    checking: t`One moment…`,
    available: t`This address is available: choose a password of at least ${MIN_PASSWORD} characters and sign up.`,
    registered: t`This address is already registered: log in with its password.`,
    pending: t`This address has not been confirmed yet. Log in if you registered it, or sign up again.`,
    unknown: t`Log in, or sign up if you are new here.`,
  }
  return (
    <span role="status" className={css.about} data-known={state}>
      {texts[state]}
    </span>
  )
}
