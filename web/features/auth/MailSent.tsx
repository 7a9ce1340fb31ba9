import { Trans } from '@lingui/react/macro'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useResendConfirmation } from '../../queries/email.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './email.module.css'
import { Failure, useWait } from './Failure.tsx'

/** Moves the focus here, because the element that had it is gone. */
const focus = (element: HTMLElement | null) => element?.focus()

/** How long the button says "Sent again" before another mail can be requested (ms). */
const MAIL_MS = 30_000

/** Says that a mail was sent, and sends another one with `again`. `children` are more buttons. */
export function MailSent({
  title,
  text,
  again,
  onAgain,
  children,
}: {
  title: ReactNode
  text: ReactNode
  again: UseMutationResult<unknown, Error, void>
  /** Called when the person asks for another mail. */
  onAgain?: (() => void) | undefined
  children?: ReactNode
}) {
  const wait = useWait(again.error)
  const { isSuccess, reset } = again
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(reset, MAIL_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])
  return (
    <div className={css.form}>
      <div className={css.sent}>
        <i className={css.disc}>
          <Icon name="mail" size={30} />
        </i>
        <h3 ref={focus} tabIndex={-1} className={css.said}>
          {title}
        </h3>
        <p>{text}</p>
      </div>
      {again.error && <Failure error={again.error} wait={wait} />}
      <div className={css.actions}>
        <Button
          wide
          icon={isSuccess ? 'check' : undefined}
          busy={again.isPending}
          aria-disabled={isSuccess || wait > 0}
          onClick={() => {
            onAgain?.()
            if (!isSuccess && !wait) again.mutate()
          }}
        >
          {isSuccess ? <Trans>Sent again</Trans> : <Trans>Send it again</Trans>}
        </Button>
        {children}
      </div>
    </div>
  )
}

/** Says that the link to confirm an address was sent, and sends another. */
export function ConfirmationSent({
  email,
  onAgain,
  children,
}: {
  email: string | null
  /** Called when the person asks for another mail. */
  onAgain?: () => void
  children?: ReactNode
}) {
  const again = useResendConfirmation()
  return (
    <MailSent
      title={<Trans>Check your e-mail</Trans>}
      text={
        <Trans>
          We sent a link to <b>{email}</b>. Open it within three days to confirm that the address is yours.
        </Trans>
      }
      again={again}
      onAgain={onAgain}
    >
      {children}
    </MailSent>
  )
}
