import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { email as emailRule, username as usernameRule } from '../../../workers/auth/credentials.schema.ts'
import { isNameError, needsFreshSignIn } from '../../lib/api-error.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { useAddEmail } from '../../queries/email.ts'
import { useLeaveAccount } from '../../queries/sessions.ts'
import { dismissEmailPrompt } from '../../session/email-prompt.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { useAddressState } from './address-state.ts'
import { EmailField } from './EmailField.tsx'
import css from './email.module.css'
import { Failure, useWait } from './Failure.tsx'
import SignInAgain from './SignInAgain.tsx'
import { UsernameField } from './UsernameField.tsx'

/**
 * The state of the form. `faults` are the broken rules of the fields that have lost the focus, or of all fields
 * after the first attempt to send.
 */
function useAddEmailForm(viewer: Viewer, onSaved: (email: string) => void) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState(viewer.username ?? '')
  const [left, setLeft] = useState({ email: false, name: false })
  const form = useRef<HTMLFormElement>(null)
  const state = useAddressState(email)
  const save = useAddEmail((address) => {
    dismissEmailPrompt(viewer.user_id)
    onSaved(address)
  })
  const wait = useWait(save.error)
  const faults = { email: brokenRule(emailRule, email), name: brokenRule(usernameRule, name) }
  const isBlocked = state === 'registered' || wait > 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft({ email: true, name: true })
    const wrong = faults.email ? 'email' : faults.name ? 'username' : null
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    else if (!isBlocked && !save.isPending) save.mutate({ name, email })
  }

  return {
    form,
    email,
    setEmail,
    name,
    setName,
    leave: (field: 'email' | 'name') => setLeft((before) => ({ ...before, [field]: true })),
    faults: { email: left.email ? faults.email : null, name: left.name ? faults.name : null },
    isTaken: state === 'registered',
    isReady: !faults.email && !faults.name && state !== 'checking' && !isBlocked,
    save,
    saveAgain: () => save.mutate({ name, email }),
    wait,
    submit,
  }
}

interface AddEmailProps {
  viewer: Viewer
  onLater: () => void
  onSaved: (email: string) => void
}

/** Adds an e-mail address and a username to an account that was made with a wallet. */
export function AddEmailForm({ viewer, onLater, onSaved }: AddEmailProps) {
  const { t } = useLingui()
  const { form, email, setEmail, name, setName, leave, faults, isTaken, isReady, save, saveAgain, wait, submit } = useAddEmailForm(
    viewer,
    onSaved,
  )
  // The page is loaded again, so that another account does not see data of this one.
  const change = useLeaveAccount(() => location.assign(paths.login()))
  const nameError = isNameError(save.error) ? save.error : null
  const textOf = (rule: string | null) => (rule ? t(RULE_TEXTS[rule]!) : null)
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <p className={css.lead}>
        <Trans>
          With an e-mail address you can log in without your wallet, and we can tell you when your account changes. Only you see the
          address. Your username is shown until your profile has a name.
        </Trans>
      </p>
      <EmailField
        autoComplete="email"
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          save.reset()
        }}
        onBlur={() => email && leave('email')}
        error={textOf(faults.email)}
        hint={
          isTaken && (
            <span role="status">
              <Trans>This address belongs to another account. Log in to that one, or give another address here.</Trans>
            </span>
          )
        }
      />
      <UsernameField
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          if (nameError) save.reset()
        }}
        onBlur={() => name && leave('name')}
        error={nameError ? errorText(nameError) : textOf(faults.name)}
      />
      {needsFreshSignIn(save.error) ? (
        <SignInAgain refusal={save.error} onConfirmed={saveAgain} />
      ) : (
        save.error && !nameError && <Failure error={save.error} wait={wait} />
      )}
      {change.error && <Failure error={change.error} wait={0} />}
      <div className={css.actions}>
        <Button wide onClick={onLater}>
          <Trans>Not now</Trans>
        </Button>
        {isTaken ? (
          <Button look="primary" wide busy={change.isPending} onClick={() => change.mutate()}>
            <Trans>Log in</Trans>
          </Button>
        ) : (
          <Button type="submit" look="primary" wide busy={save.isPending} aria-disabled={!isReady}>
            <Trans>Sign up</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}
