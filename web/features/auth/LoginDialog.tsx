import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { type EmailAction, useRefreshViewer } from '../../queries/sessions.ts'
import type { DialogProps } from '../../session/dialogs.ts'
import { dismissEmailPrompt } from '../../session/email-prompt.ts'
import { refreshViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCloseAfter } from '../../ui/use-close-after.ts'
import { typedEmail } from './address-state.ts'
import { EmailForm } from './EmailForm.tsx'
import css from './email.module.css'
import { Failure, useWait } from './Failure.tsx'
import { ConfirmationSent } from './MailSent.tsx'
import { ResetRequest } from './ResetRequest.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** How long to show that the login succeeded (ms). */
const SHOWN_MS = 500

/** Login and sign-up. Once the viewer is loaded, the dialog host closes it and continues. */
export default function LoginDialog({ title = <Trans>Log in or sign up</Trans>, onClose }: DialogProps & { title?: ReactNode }) {
  const [forgot, setForgot] = useState(false)
  const [signedIn, setSignedIn] = useState<EmailAction | null>(null)
  const goOn = useRefreshViewer()
  const wait = useWait(goOn.error)
  const { mutate } = goOn

  // Only a login closes the dialog by itself. A sign-up shows a message and waits for its button.
  useCloseAfter(signedIn === 'logIn', SHOWN_MS, mutate)

  // The button that switched between login and reset had the focus, and it is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the content changes
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('dialog[open] input')?.focus()
  }, [forgot])

  const onSignedIn = (action: EmailAction) => {
    if (action === 'signUp') dismissEmailPrompt()
    setSignedIn(action)
  }
  // After a sign-in, closing the dialog does the same as its button "Continue".
  const close = signedIn && !goOn.isError ? () => mutate() : onClose

  if (signedIn === 'signUp') {
    return (
      <Dialog title={<Trans>Welcome</Trans>} onClose={close}>
        <ConfirmationSent email={typedEmail.get()}>
          <Button look="primary" wide busy={goOn.isPending} onClick={() => mutate()}>
            <Trans>Continue</Trans>
          </Button>
        </ConfirmationSent>
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
    <Dialog title={title} subtitle={<Trans>Use your e-mail or a wallet.</Trans>} onClose={close} wide>
      <div className={css.ways}>
        <section>
          <h3>
            <Trans>By e-mail</Trans>
          </h3>
          <EmailForm isDone={signedIn !== null} onSignedIn={onSignedIn} onForgot={() => setForgot(true)} />
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
