import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { LinkedWallet } from '../../../workers/auth/users.schema.ts'
import { auth, queryClient } from '../../api.ts'
import { refreshViewer } from '../../shell/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { Refused } from './Refused.tsx'
import { shortAddress } from './Wallets.tsx'

/** Says what unlinking means and does it. `payout`: it is where buyers pay now. */
export default function UnlinkDialog({ wallet, payout, onClose }: { wallet: LinkedWallet; payout: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const short = shortAddress(wallet.address)
  const unlink = useMutation({
    mutationFn: async () => (await auth.removeAccount.$post({ json: { account: wallet.address } })).json(),
    onSuccess: async () => {
      await Promise.all([refreshViewer(), queryClient.invalidateQueries({ queryKey: ['accounts'] })])
      toast(t`The wallet is unlinked.`)
      onClose()
    },
  })
  return (
    <Dialog title={<Trans>Unlink {short}?</Trans>} onClose={onClose} locked={unlink.isPending}>
      <p>
        <Trans>It no longer logs you in. What is in the wallet stays yours, and it can be linked again at any time.</Trans>
      </p>
      {payout && (
        <p>
          <Trans>
            Buyers pay into it now. From then on they pay into the next wallet of your list; without one, nobody can buy from you.
          </Trans>
        </p>
      )}
      <Button look="danger" wide busy={unlink.isPending} onClick={() => unlink.mutate()}>
        <Trans>Unlink this wallet</Trans>
      </Button>
      {unlink.error && <Refused error={unlink.error} />}
    </Dialog>
  )
}
