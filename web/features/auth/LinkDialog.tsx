import { Trans, useLingui } from '@lingui/react/macro'
import { queryClient } from '../../api.ts'
import { refreshViewer } from '../../shell/viewer.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** Links one more wallet, which none of `known` is; then `onLinked`. */
export default function LinkDialog({ known, onLinked, onClose }: { known: readonly string[]; onLinked?: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const linked = async () => {
    await Promise.all([refreshViewer(), queryClient.invalidateQueries({ queryKey: ['accounts'] })])
    toast(t`The wallet is linked.`)
    onClose()
    onLinked?.()
  }
  return (
    <Dialog
      title={<Trans>Link a wallet</Trans>}
      subtitle={<Trans>It logs you in here from now on, and pays and is paid as you.</Trans>}
      onClose={onClose}
    >
      <WalletChoices how="addAccount" known={known} onProved={linked} />
    </Dialog>
  )
}
