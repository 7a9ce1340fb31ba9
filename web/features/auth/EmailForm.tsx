import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { email as emailRule, MIN_PASSWORD, newPassword } from '../../../workers/auth/credentials.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { errorText } from '../../lib/errors.ts'
import { onEmailTaken } from '../../queries/email.ts'
import { type EmailAction, useEmailSignIn } from '../../queries/sessions.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { fetchAddressState, typedEmail, useAddressState } from './address-state.ts'
import { EmailField } from './EmailField.tsx'
import css from './email.module.css'
import { type AddressState, actionsFor } from './email-actions.ts'
import { Failure, useWait } from './Failure.tsx'

/** Whose text stands at the password itself. */
const OF_PASSWORD = new Set(['password_common'])

/**
 * Login and sign-up by e-mail, in the same two fields: the server says which of the two an address is for. `onIn` is called once
 * somebody is signed in; `entered` keeps the form from being used once more.
 */
export function EmailForm({ entered, onIn, onForgot }: { entered: boolean; onIn: (how: EmailAction) => void; onForgot: () => void }) {
  const { t } = useLingui()
  const email = typedEmail.use()
  const [password, setPassword] = useState('')
  /** Fields that were left, or sent: only these are told what is wrong with them. */
  const [seen, setSeen] = useState({ email: false, password: false })
  const form = useRef<HTMLFormElement>(null)
  const known = useAddressState(email)

  const enter = useEmailSignIn({ onSuccess: onIn, onError: onEmailTaken })
  const wait = useWait(enter.error)
  const busy = enter.isPending || entered

  const faults = { email: brokenRule(emailRule, email), password: brokenRule(newPassword, password) }
  const refused = enter.error instanceof ApiError && OF_PASSWORD.has(enter.error.code) ? enter.error : null
  const ways = wait ? [] : actionsFor(known, faults.password !== 'short')
  const sent = enter.variables?.action
  const running = enter.isPending ? (typeof sent === 'string' ? sent : (ways[0] ?? 'logIn')) : null
  const textOf = (rule: string | null) => (rule ? t(RULE_TEXTS[rule]!) : null)
  // A password of old may be longer than what one may choose today.
  const passwordFault = faults.password === 'long' && known === 'registered' ? null : faults.password

  const firstAction = async () => {
    const [action] = actionsFor(await fetchAddressState(email), true)
    if (!action) throw new Error('no action for this address')
    return action
  }

  /** Sends the form, or says what it lacks; `null`, the Enter key, leaves the way to what is known of the address. */
  const send = (how: EmailAction | null) => {
    if (busy || wait) return
    const lacks = faults.email ? 'email' : faults.password === 'short' || (how === 'signUp' && faults.password) ? 'password' : null
    setSeen({ email: true, password: true })
    if (lacks) form.current?.querySelector<HTMLInputElement>(`[name=${lacks}]`)?.focus()
    else if (how === null || ways.includes(how)) enter.mutate({ email, password, action: how ?? firstAction })
  }

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
          enter.reset()
        }}
        onBlur={() => email && setSeen((before) => ({ ...before, email: true }))}
        error={seen.email ? textOf(faults.email) : null}
        hint={(!seen.email || !faults.email) && <About known={known} />}
      />
      <div className={css.password}>
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete={known === 'available' ? 'new-password' : 'current-password'}
          maxLength={512}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            if (refused) enter.reset()
          }}
          onBlur={() => password && setSeen((before) => ({ ...before, password: true }))}
          error={refused ? errorText(refused) : seen.password ? textOf(passwordFault) : null}
        />
        <button type="button" className={css.link} onClick={onForgot}>
          <Trans>Forgot your password?</Trans>
        </button>
      </div>
      {enter.error && !refused && <Failure error={enter.error} wait={wait} />}
      <div className={css.actions}>
        <Button
          look={ways[0] === 'signUp' ? 'primary' : 'quiet'}
          wide
          busy={running === 'signUp'}
          aria-disabled={busy || !ways.includes('signUp')}
          onClick={() => send('signUp')}
        >
          <Trans>Sign up</Trans>
        </Button>
        <Button
          type="submit"
          look={ways[0] === 'logIn' ? 'primary' : 'quiet'}
          icon={entered ? 'check' : undefined}
          wide
          busy={running === 'logIn'}
          aria-disabled={busy || !ways.includes('logIn')}
        >
          {entered ? <Trans>Welcome back</Trans> : <Trans>Log in</Trans>}
        </Button>
      </div>
    </form>
  )
}

/** What an address is for, said as soon as it is known. */
function About({ known }: { known: AddressState }) {
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
    <span role="status" className={css.about} data-known={known}>
      {texts[known]}
    </span>
  )
}
