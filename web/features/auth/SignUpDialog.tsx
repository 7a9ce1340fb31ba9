import { Trans } from '@lingui/react/macro'
import type { DialogProps } from '../../session/dialogs.ts'
import LoginDialog from './LoginDialog.tsx'

/** The login dialog as the landing page shows it, to people who have no account yet. */
export default function SignUpDialog({ onClose }: DialogProps) {
  return <LoginDialog title={<Trans>Sign up.</Trans>} onClose={onClose} />
}
