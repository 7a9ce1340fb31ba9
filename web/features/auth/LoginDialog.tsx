import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useResendConfirmation } from '../../queries/email.ts'
import { type EmailAction, useRefreshViewer } from '../../queries/sessions.ts'
import { type DialogProps, dismissEmailPrompt } from '../../session/dialogs.ts'
import { refreshViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCloseAfter } from '../../ui/use-close-after.ts'
import { typedEmail } from './address-state.ts'
import { EmailForm } from './EmailForm.tsx'
import css from './email.module.css'
import { Failure, useWait } from './Failure.tsx'
import { MailSent } from './MailSent.tsx'
import { ResetRequest } from './ResetRequest.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** How long it is shown that a login worked (ms). */
const SHOWN_MS = 500

/** Login and sign-up. Once it is known who is signed in the dialog host closes it and leads on. */
export default function LoginDialog({ onClose }: DialogProps) {
  const [forgot, setForgot] = useState(false)
  const [entered, setEntered] = useState<EmailAction | null>(null)
  const goOn = useRefreshViewer()
  const again = useResendConfirmation()
  const wait = useWait(goOn.error)
  const { mutate } = goOn

  // After a sign-up there is something to read, so that waits for a press.
  useCloseAfter(entered === 'logIn', SHOWN_MS, mutate)

  // The button that led from one face to the other is gone, and the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the change
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('dialog[open] input')?.focus()
  }, [forgot])

  const onIn = (how: EmailAction) => {
    if (how === 'signUp') dismissEmailPrompt()
    setEntered(how)
  }
  // Signed in is signed in, however the dialog is left.
  const close = entered && !goOn.isError ? () => mutate() : onClose

  if (entered === 'signUp') {
    const email = typedEmail.get()
    return (
      <Dialog title={<Trans>Welcome</Trans>} onClose={close}>
        <MailSent
          title={<Trans>Check your e-mail</Trans>}
          text={
            <Trans>
              We sent a link to <b>{email}</b>. Open it within three days to confirm that the address is yours.
            </Trans>
          }
          again={again}
        >
          <Button look="primary" wide busy={goOn.isPending} onClick={() => mutate()}>
            <Trans>Continue</Trans>
          </Button>
        </MailSent>
        {goOn.error && <Failure error={goOn.error} wait={wait} />}
      </Dialog>
    )
  }
  if (forgot) {
    return (
      <Dialog title={<Trans>Choose a new password</Trans>} onClose={close}>
        <ResetRequest
          back={
            <Button wide onClick={() => setForgot(false)}>
              <Trans>Back</Trans>
            </Button>
          }
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={<Trans>Log in or sign up</Trans>} subtitle={<Trans>Use your e-mail or a wallet.</Trans>} onClose={close} wide>
      <div className={css.ways}>
        <section>
          <h3>
            <Trans>By e-mail</Trans>
          </h3>
          <EmailForm entered={entered !== null} onIn={onIn} onForgot={() => setForgot(true)} />
          {goOn.error && <Failure error={goOn.error} wait={wait} />}
        </section>
        <section>
          <h3>
            <Trans>With a wallet</Trans>
          </h3>
          <WalletChoices purpose="signIn" onProved={refreshViewer} />
        </section>
      </div>
    </Dialog>
  )
}
