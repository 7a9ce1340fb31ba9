import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { DialogProps } from '../../session/dialogs.ts'
import { dismissEmailPrompt } from '../../session/email-prompt.ts'
import { refreshViewer, useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCloseAfter } from '../../ui/use-close-after.ts'
import { AddEmailForm } from './AddEmailForm.tsx'
import { ConfirmationSent } from './MailSent.tsx'

/** How long to show that the sign-up is complete (ms). */
const SHOWN_MS = 2000

/**
 * Asks for an e-mail address if the account has none, else for the confirmation of the address. The viewer can dismiss both, and is then
 * not asked again in this browser.
 */
export default function SetEmailDialog({ onClose }: DialogProps) {
  const viewer = useViewer()
  const [saved, setSaved] = useState<string | null>(null)
  const [hasAskedAgain, setAskedAgain] = useState(false)

  useCloseAfter(saved !== null && !hasAskedAgain, SHOWN_MS, onClose)
  // The link of the mail usually opens in another tab, so the viewer is loaded again when this tab gets the focus.
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
        <AddEmailForm viewer={viewer} onLater={later} onSaved={setSaved} />
      </Dialog>
    )
  }
  return (
    <Dialog title={saved ? <Trans>Sign-up complete</Trans> : <Trans>Confirm your e-mail address</Trans>} onClose={later}>
      <ConfirmationSent email={email} onAgain={() => setAskedAgain(true)}>
        <Button look="primary" wide onClick={later}>
          {saved ? <Trans>Continue</Trans> : <Trans>Later</Trans>}
        </Button>
      </ConfirmationSent>
    </Dialog>
  )
}
