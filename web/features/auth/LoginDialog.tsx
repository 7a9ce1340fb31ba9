import { Trans } from '@lingui/react/macro'
import type { DialogProps } from '../../shell/dialogs.tsx'
import { refreshViewer } from '../../shell/viewer.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** Sign-in. Once somebody is signed in the dialog host closes it and leads on. */
export default function LoginDialog({ onClose }: DialogProps) {
  return (
    <Dialog
      title={<Trans>Log in or sign up</Trans>}
      subtitle={<Trans>With your wallet: one signature, no password.</Trans>}
      onClose={onClose}
    >
      <WalletChoices how="signIn" onProved={refreshViewer} />
    </Dialog>
  )
}
