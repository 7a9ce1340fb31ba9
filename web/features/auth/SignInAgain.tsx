import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SignInOlder } from '../../../workers/auth/fresh-sign-in.schema.ts'
import type { ApiError } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/dates.ts'
import { refreshSession, useSignInAgain } from '../../queries/sessions.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import css from './auth.module.css'
import { Failure, useWait } from './Failure.tsx'
import { WalletChoices } from './WalletChoices.tsx'

export interface Props {
  /** The error of the call that requires it. */
  refusal: ApiError
  /** Repeats the call. */
  onConfirmed: () => unknown
  /** Whether a password is no help, because the call needs the session of a wallet. */
  onlyByWallet?: boolean
}

/**
 * Asks the viewer to sign in again by password or a linked wallet, without leaving the page. It is not a <form>, because it may be inside
 * one.
 */
export default function SignInAgain({ refusal, onConfirmed, onlyByWallet = false }: Props) {
  const viewer = useViewer()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, li button')?.focus(), [])
  const confirmed = async () => {
    await refreshSession()
    await onConfirmed()
  }
  if (!viewer) return null
  const hasPassword = viewer.hasPassword && !onlyByWallet
  const addresses = viewer.accounts.map(shortAddress).join(', ')
  const time = refusal.code === 'sign_in_older' ? formatDate((refusal.details as SignInOlder).until, 'dayTime') : null
  return (
    <div ref={box} className={css.again}>
      <Notice tone="amber">
        <p>
          <b>
            <Trans>Confirm that it is you</Trans>
          </b>
        </p>
        <p>
          {time === null ? (
            <Trans>You logged in a while ago. What you entered is kept, and the action continues after you confirm.</Trans>
          ) : (
            <Trans>
              The wallet or password you logged in with was added less than 72 hours ago. Confirm with an older one, or come back after{' '}
              {time}.
            </Trans>
          )}
        </p>
      </Notice>
      {hasPassword && <ByPassword onConfirmed={confirmed} />}
      {viewer.accounts.length > 0 && (
        <>
          <p className="small mute">
            {hasPassword ? <Trans>Or with a linked wallet: {addresses}</Trans> : <Trans>With a linked wallet: {addresses}</Trans>}
          </p>
          <WalletChoices purpose="signInAgain" onProved={confirmed} />
        </>
      )}
    </div>
  )
}

function ByPassword({ onConfirmed }: { onConfirmed: () => Promise<unknown> }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [empty, setEmpty] = useState(false)
  const confirm = useSignInAgain(onConfirmed)
  const wait = useWait(confirm.error)
  const send = () => {
    if (!password) setEmpty(true)
    else if (!wait && !confirm.isPending) confirm.mutate(password)
  }
  return (
    <div className={css.again}>
      <PasswordField
        label={t`Your password`}
        name="confirm-password"
        autoComplete="current-password"
        maxLength={512}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setEmpty(false)
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // Otherwise Enter would submit a form around this component.
          event.preventDefault()
          send()
        }}
        error={empty ? t`Please enter your password.` : null}
      />
      {confirm.error && <Failure error={confirm.error} wait={wait} />}
      <Button look="primary" wide busy={confirm.isPending} aria-disabled={wait > 0} onClick={send}>
        <Trans>Confirm</Trans>
      </Button>
    </div>
  )
}
