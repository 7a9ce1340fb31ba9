import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { MAIL_PATHS } from '../../../workers/auth/credentials.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { errorText } from '../../lib/errors.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { confirmationQuery, useConfirmEmail, useResendConfirmation } from '../../queries/email.ts'
import { useLeaveAccount } from '../../queries/sessions.ts'
import { openDialog, useGate } from '../../session/dialogs.ts'
import { dismissEmailPrompt } from '../../session/email-prompt.ts'
import { useTitle } from '../../session/title.ts'
import { refreshViewer, useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './email.module.css'
import { Failure, useWait } from './Failure.tsx'
import { ConfirmationSent } from './MailSent.tsx'
import { dropToken, useMailToken } from './mail-token.ts'

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null)

/**
 * `/confirm-email/#token`, the link of a mail: confirms the address for the account that asked for the mail. If the browser is not signed
 * in to that account, the page asks for its password.
 */
export default function ConfirmEmailPage(_: PageProps) {
  const { t } = useLingui()
  useTitle(t`Confirm your e-mail address`)
  const { token, times } = useMailToken()
  return <ConfirmationLink key={times} token={token} times={times} />
}

function ConfirmationLink({ token, times }: { token: string | null; times: number }) {
  const viewer = useViewer()
  const [done, setDone] = useState<string | null>(null)

  const onConfirmed = async (email: string) => {
    dropToken()
    setDone(email)
    await refreshViewer().catch(() => {})
  }
  const link = useQuery({
    ...confirmationQuery(times, token ?? '', viewer?.user_id ?? null, onConfirmed),
    enabled: token !== null && viewer !== undefined && done === null,
  })

  // This page confirms an address, so the dialog that asks for one must not open.
  useEffect(() => dismissEmailPrompt(), [])

  const code = token === null ? 'link_invalid' : codeOf(link.error)
  const wanted = viewer && (viewer.newEmail ?? (viewer.emailVerified ? null : viewer.email))
  const confirmed = done ?? (viewer && code === 'link_invalid' && wanted === null ? viewer.email : null)
  if (confirmed) return <Confirmed email={confirmed} />
  const waiting = viewer === undefined || (token !== null && link.isPending)
  if (waiting) return <Confirming />
  if (code === 'link_needs_login') return <NeedsLogin token={token!} onConfirmed={onConfirmed} />
  if (code === 'link_invalid' || code === 'invalid_body') return viewer ? <NewLink email={wanted ?? null} /> : <LinkExpired />
  if (code === 'email_taken') return <AddressTaken error={link.error} />
  return (
    <div className="wrap">
      <h1 className="unseen">
        <Trans>Confirm your e-mail address</Trans>
      </h1>
      <ErrorState error={link.error} safe={<Trans>The link still works.</Trans>} onRetry={() => link.refetch()} busy={link.isFetching} />
    </div>
  )
}

function Confirming() {
  return (
    <div className={css.page} role="status" aria-busy="true">
      <h1>
        <Trans>Confirming your address</Trans>
      </h1>
      <Skeleton width="100%" height={20} />
      <Skeleton width="70%" height={20} />
      <Skeleton width="100%" height={44} />
    </div>
  )
}

function Confirmed({ email }: { email: string }) {
  const viewer = useViewer()
  const gate = useGate()
  const [, navigate] = useLocation()
  return (
    <div className="wrap">
      <EmptyState
        drawing="mail"
        heading="h1"
        title={<Trans>Your address is confirmed</Trans>}
        text={
          viewer && !viewer.creator ? (
            <Trans>{email} now belongs to your account, and you can log in with it. Next, please read eight short rules.</Trans>
          ) : (
            <Trans>{email} now belongs to your account, and you can log in with it.</Trans>
          )
        }
      >
        <Button look="primary" onClick={() => gate(() => navigate(paths.home()))}>
          <Trans>Continue</Trans>
        </Button>
      </EmptyState>
    </div>
  )
}

/** This browser is signed in to another account than the link's, or to none. */
function NeedsLogin({ token, onConfirmed }: { token: string; onConfirmed: (email: string) => Promise<void> }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [password, setPassword] = useState('')
  const [empty, setEmpty] = useState(false)
  const confirm = useConfirmEmail(token, onConfirmed)
  const leave = useLeaveAccount(() => location.reload())
  const wait = useWait(confirm.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!password) setEmpty(true)
    else if (!wait && !confirm.isPending) confirm.mutate(password)
  }
  return (
    <div className={css.page}>
      <h1>
        <Trans>Is this account yours?</Trans>
      </h1>
      <p className={css.lead}>
        {viewer ? (
          <Trans>
            The link belongs to a different account from the one you are logged in to. Enter the password of that account to confirm the
            address and switch to that account.
          </Trans>
        ) : (
          <Trans>You are not logged in on this browser. Enter the password of the account this address was added to.</Trans>
        )}
      </p>
      <form className={css.form} noValidate onSubmit={submit}>
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          maxLength={512}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setEmpty(false)
          }}
          error={empty ? t`Please enter your password.` : null}
        />
        {confirm.error && <Failure error={confirm.error} wait={wait} />}
        {leave.error && <Failure error={leave.error} wait={0} />}
        <div className={css.actions}>
          {viewer ? (
            <Button wide busy={leave.isPending} onClick={() => leave.mutate()}>
              <Trans>Log out here</Trans>
            </Button>
          ) : (
            <Button wide onClick={() => openDialog('login')}>
              <Trans>Use a wallet</Trans>
            </Button>
          )}
          <Button type="submit" look="primary" wide busy={confirm.isPending} aria-disabled={wait > 0}>
            <Trans>Confirm</Trans>
          </Button>
        </div>
      </form>
    </div>
  )
}

/** The link no longer works, and the viewer can get a new one. */
function NewLink({ email }: { email: string | null }) {
  const [sent, setSent] = useState(false)
  const send = useResendConfirmation(() => setSent(true))
  const wait = useWait(send.error)
  if (sent) {
    return (
      <div className={css.page}>
        <h1 className="unseen">
          <Trans>Confirm your e-mail address</Trans>
        </h1>
        <ConfirmationSent email={email} />
      </div>
    )
  }
  return (
    <div className="wrap">
      <EmptyState
        drawing="lost"
        heading="h1"
        title={<Trans>This link is no longer valid</Trans>}
        text={<Trans>The link was already used, is older than three days, was replaced by a newer one, or is not complete.</Trans>}
      >
        {email && (
          <Button look="primary" busy={send.isPending} aria-disabled={wait > 0} onClick={() => wait || send.mutate()}>
            <Trans>Send a new link</Trans>
          </Button>
        )}
        {send.error && <Failure error={send.error} wait={wait} />}
      </EmptyState>
    </div>
  )
}

/** Another account confirmed the address first. */
function AddressTaken({ error }: { error: unknown }) {
  return (
    <div className="wrap">
      <EmptyState drawing="lost" heading="h1" title={<Trans>This address belongs to another account</Trans>} text={errorText(error)}>
        <ButtonLink look="primary" href={MAIL_PATHS.reset}>
          <Trans>Choose a new password</Trans>
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

function LinkExpired() {
  return (
    <div className="wrap">
      <EmptyState
        drawing="lost"
        heading="h1"
        title={<Trans>This link is no longer valid</Trans>}
        text={
          <Trans>
            The link was already used, is older than three days, was replaced by a newer one, or is not complete. Log in to get a new one if
            you need it.
          </Trans>
        }
      >
        <Button look="primary" onClick={() => openDialog('login')}>
          <Trans>Log in</Trans>
        </Button>
      </EmptyState>
    </div>
  )
}
