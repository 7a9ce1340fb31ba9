import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { email as emailRule } from '../../../workers/auth/credentials.schema.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { useRequestPasswordReset } from '../../queries/password.ts'
import { Button } from '../../ui/Button.tsx'
import { typedEmail } from './address-state.ts'
import { EmailField } from './EmailField.tsx'
import css from './email.module.css'
import { Failure, useWait } from './Failure.tsx'
import { MailSent } from './MailSent.tsx'

/**
 * Requests a mail with a link to choose a new password. The text shown afterwards is the same whether or not the address has an account,
 * so that it does not reveal who has one. `back` is a button.
 */
export function ResetRequest({ back }: { back?: ReactNode }) {
  const { t } = useLingui()
  const email = typedEmail.use()
  const [seen, setSeen] = useState(false)
  const sent = useRequestPasswordReset(email)
  const again = useRequestPasswordReset(email)
  const wait = useWait(sent.error)
  const fault = brokenRule(emailRule, email)

  if (sent.isSuccess) {
    return (
      <MailSent
        title={<Trans>Check your e-mail</Trans>}
        text={
          <Trans>
            If <b>{email}</b> belongs to an account, we have sent it a link to choose a new password. The link works for one hour.
          </Trans>
        }
        again={again}
      >
        {back}
      </MailSent>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSeen(true)
    if (!fault && !wait && !sent.isPending) sent.mutate()
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <p className={css.lead}>
        <Trans>Enter the e-mail address of your account. We will send you a link to choose a new password.</Trans>
      </p>
      <EmailField
        autoComplete="username"
        value={email}
        onChange={(event) => {
          typedEmail.set(event.target.value)
          sent.reset()
        }}
        error={seen && fault ? t(RULE_TEXTS[fault]!) : null}
      />
      {sent.error && <Failure error={sent.error} wait={wait} />}
      <div className={css.actions}>
        {back}
        <Button type="submit" look="primary" wide busy={sent.isPending} aria-disabled={wait > 0}>
          <Trans>Send the link</Trans>
        </Button>
      </div>
    </form>
  )
}
