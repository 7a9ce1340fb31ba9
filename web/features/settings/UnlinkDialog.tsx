import { Trans, useLingui } from '@lingui/react/macro'
import type { LinkedWallet } from '../../../workers/auth/users.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { useUnlinkWallet } from '../../queries/wallets.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { toast } from '../../ui/toast.ts'
import { Refused } from './Refused.tsx'

interface UnlinkProps {
  wallet: LinkedWallet
  /** Whether this is the payout wallet. `next` is the payout wallet once this one is unlinked. */
  payout: boolean
  next: LinkedWallet | undefined
  onClose: () => void
}

/** Explains what unlinking a wallet means, and unlinks it. */
export default function UnlinkDialog({ wallet, payout, next, onClose }: UnlinkProps) {
  const { t } = useLingui()
  const short = shortAddress(wallet.address)
  const until = next && next.paidFrom > Date.now() / 1000 ? formatDate(next.paidFrom, 'dayTime') : null
  const unlink = useUnlinkWallet(() => {
    toast(t`The wallet is unlinked.`)
    onClose()
  })
  return (
    <Dialog title={<Trans>Unlink {short}?</Trans>} onClose={onClose} locked={unlink.isPending}>
      <p>
        <Trans>
          You can no longer log in with it, and you are logged out where you used it. The contents of the wallet do not change, and you can
          link it again at any time.
        </Trans>
      </p>
      {payout && (
        <p>
          {until ? (
            <Trans>
              This is your payout wallet. If you unlink it, nobody can buy from you until {until}, because your next wallet is new.
            </Trans>
          ) : (
            <Trans>
              This is your payout wallet. After you unlink it, new orders are paid out to the next wallet on your list; without one, nobody
              can buy from you.
            </Trans>
          )}
        </p>
      )}
      <Button look="danger" wide busy={unlink.isPending} onClick={() => unlink.mutate(wallet.address)}>
        <Trans>Unlink this wallet</Trans>
      </Button>
      {unlink.error && <Refused error={unlink.error} onConfirmed={() => unlink.mutate(wallet.address)} />}
    </Dialog>
  )
}
