import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { email as emailRule, username as usernameRule } from '../../../workers/auth/credentials.schema.ts'
import { ApiError, needsFreshSignIn } from '../../lib/api-error.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { useAddEmail, useResendConfirmation } from '../../queries/email.ts'
import { useLeaveAccount } from '../../queries/sessions.ts'
import { type DialogProps, dismissEmailPrompt } from '../../session/dialogs.ts'
import { refreshViewer, useViewer, type Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCloseAfter } from '../../ui/use-close-after.ts'
import { useAddressState } from './address-state.ts'
import { EmailField } from './EmailField.tsx'
import css from './email.module.css'
import { Failure, useWait } from './Failure.tsx'
import { MailSent } from './MailSent.tsx'
import SignInAgain from './SignInAgain.tsx'
import { UsernameField } from './UsernameField.tsx'

/** How long it is shown that the sign-up is complete (ms). */
const SHOWN_MS = 2000

/**
 * What is left after signing in: an address for who came with a wallet and has none, the confirmation for who gave one. Both can
 * wait, and are not asked for again in this browser then.
 */
export default function SetEmailDialog({ onClose }: DialogProps) {
  const viewer = useViewer()
  const [saved, setSaved] = useState<string | null>(null)
  const [held, setHeld] = useState(false)
  const again = useResendConfirmation()

  useCloseAfter(saved !== null && !held, SHOWN_MS, onClose)
  // The mail is opened in another tab, as a rule.
  useEffect(() => {
    const look = () => void refreshViewer().catch(() => {})
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [])

  const later = () => {
    dismissEmailPrompt(viewer?.user_id)
    onClose()
  }
  if (!viewer) return null
  const email = saved ?? viewer.email
  if (viewer.emailVerified) {
    return (
      <Dialog title={<Trans>Your e-mail address</Trans>} onClose={onClose}>
        <Notice tone="leaf">
          <Trans>{email} is confirmed.</Trans>
        </Notice>
        <Button look="primary" wide onClick={onClose}>
          <Trans>Continue</Trans>
        </Button>
      </Dialog>
    )
  }
  if (email === null) {
    return (
      <Dialog
        title={<Trans>How can we reach you?</Trans>}
        subtitle={<Trans>In case you lose access to your wallet.</Trans>}
        onClose={later}
      >
        <Form viewer={viewer} onLater={later} onSaved={setSaved} />
      </Dialog>
    )
  }
  return (
    <Dialog title={saved ? <Trans>Sign-up complete</Trans> : <Trans>Confirm your e-mail address</Trans>} onClose={later}>
      <MailSent
        title={<Trans>Check your e-mail</Trans>}
        text={
          <Trans>
            We sent a link to <b>{email}</b>. Open it within three days to confirm that the address is yours.
          </Trans>
        }
        again={again}
        onAgain={() => setHeld(true)}
      >
        <Button look="primary" wide onClick={later}>
          {saved ? <Trans>Continue</Trans> : <Trans>Later</Trans>}
        </Button>
      </MailSent>
    </Dialog>
  )
}

/** Whose text stands at the name itself. */
const OF_NAME = new Set(['username_taken', 'name_reserved'])

function Form({ viewer, onLater, onSaved }: { viewer: Viewer; onLater: () => void; onSaved: (email: string) => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [name, setName] = useState(viewer.username ?? '')
  const [seen, setSeen] = useState({ email: false, name: false })
  const form = useRef<HTMLFormElement>(null)
  const known = useAddressState(email)

  const save = useAddEmail((address) => {
    dismissEmailPrompt(viewer.user_id)
    onSaved(address)
  })
  const wait = useWait(save.error)
  // Another account cannot stay open beside the one it is left for, so the page is loaded anew.
  const change = useLeaveAccount(() => location.assign(paths.login()))
  const nameError = save.error instanceof ApiError && OF_NAME.has(save.error.code) ? save.error : null
  const faults = { email: brokenRule(emailRule, email), name: brokenRule(usernameRule, name) }
  const textOf = (rule: string | null) => (rule ? t(RULE_TEXTS[rule]!) : null)
  const refused = known === 'registered' || wait > 0
  const ready = !faults.email && !faults.name && known !== 'checking' && !refused

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSeen({ email: true, name: true })
    const lacks = faults.email ? 'email' : faults.name ? 'username' : null
    if (lacks) form.current?.querySelector<HTMLInputElement>(`[name=${lacks}]`)?.focus()
    else if (!refused && !save.isPending) save.mutate({ name, email })
  }
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
        onBlur={() => email && setSeen((before) => ({ ...before, email: true }))}
        error={seen.email ? textOf(faults.email) : null}
        hint={
          known === 'registered' && (
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
        onBlur={() => name && setSeen((before) => ({ ...before, name: true }))}
        error={nameError ? errorText(nameError) : seen.name ? textOf(faults.name) : null}
      />
      {needsFreshSignIn(save.error) ? (
        <SignInAgain refusal={save.error} onConfirmed={() => save.mutate({ name, email })} />
      ) : (
        save.error && !nameError && <Failure error={save.error} wait={wait} />
      )}
      {change.error && <Failure error={change.error} wait={0} />}
      <div className={css.actions}>
        <Button wide onClick={onLater}>
          <Trans>Not now</Trans>
        </Button>
        {known === 'registered' ? (
          <Button look="primary" wide busy={change.isPending} onClick={() => change.mutate()}>
            <Trans>Log in</Trans>
          </Button>
        ) : (
          <Button type="submit" look="primary" wide busy={save.isPending} aria-disabled={!ready}>
            <Trans>Sign up</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}
