import { useRef, useState } from 'react'
import { email as emailRule, newPassword } from '../../../workers/auth/credentials.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { onEmailTaken } from '../../queries/email.ts'
import { type EmailAction, useEmailSignIn } from '../../queries/sessions.ts'
import { fetchAddressState, typedEmail, useAddressState } from './address-state.ts'
import { actionsFor } from './email-actions.ts'
import { useWait } from './Failure.tsx'

/**
 * The state of the login form; if `isDone`, it sends nothing. `faults` are the broken rules of the fields that have lost the focus, or of
 * all fields after the first attempt to send. The Enter key runs the first of `actions`; `running` is the action being sent.
 */
export function useEmailForm(isDone: boolean, onSignedIn: (action: EmailAction) => void) {
  const email = typedEmail.use()
  const [password, setPassword] = useState('')
  const [left, setLeft] = useState({ email: false, password: false })
  const form = useRef<HTMLFormElement>(null)
  const state = useAddressState(email)
  const signIn = useEmailSignIn({ onSuccess: onSignedIn, onError: onEmailTaken })
  const wait = useWait(signIn.error)

  const emailFault = brokenRule(emailRule, email)
  const passwordFault = brokenRule(newPassword, password)
  // A password that was set under an earlier limit may be longer than today's limit.
  const shownPasswordFault = passwordFault === 'long' && state === 'registered' ? null : passwordFault
  const actions = wait ? [] : actionsFor(state)
  const sent = signIn.variables?.action
  const busy = signIn.isPending || isDone

  const firstAction = async () => {
    const [action] = actionsFor(await fetchAddressState(email))
    if (!action) throw new Error('no action for this address')
    return action
  }

  /** Sends the form, or shows what is wrong. For the Enter key (`null`), the state of the address decides the action. */
  const send = (action: EmailAction | null) => {
    if (busy || wait) return
    const isPasswordWrong = passwordFault === 'short' || (action === 'signUp' && passwordFault)
    const wrong = emailFault ? 'email' : isPasswordWrong ? 'password' : null
    setLeft({ email: true, password: true })
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    else if (action === null || actions.includes(action)) signIn.mutate({ email, password, action: action ?? firstAction })
  }

  const { error } = signIn
  return {
    form,
    email,
    password,
    setPassword,
    state,
    faults: { email: left.email ? emailFault : null, password: left.password ? shownPasswordFault : null },
    leave: (field: 'email' | 'password') => setLeft((before) => ({ ...before, [field]: true })),
    error,
    /** An error that the password field shows. */
    passwordError: error instanceof ApiError && error.code === 'password_common' ? error : null,
    reset: signIn.reset,
    wait,
    busy,
    actions,
    running: signIn.isPending ? (typeof sent === 'string' ? sent : (actions[0] ?? 'logIn')) : null,
    send,
  }
}
