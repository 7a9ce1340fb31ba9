import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../lib/api.ts'
import { errorText } from '../../lib/errors.ts'
import { keys } from '../../lib/query-keys.ts'
import { refreshViewer } from '../../session/viewer.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import type { Unconfirmed } from '../../wallet/unconfirmed.ts'
import SignInAgain from './SignInAgain.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/**
 * Links one more wallet, which none of `known` is; then `onLinked`. Where the login is too long ago, the person confirms here who they
 * are, and what the new wallet has signed is sent again.
 */
export default function LinkDialog({ known, onLinked, onClose }: { known: readonly string[]; onLinked?: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const [refusal, setRefusal] = useState<Unconfirmed | null>(null)
  const linked = async () => {
    await Promise.all([refreshViewer(), queryClient.invalidateQueries({ queryKey: keys.wallets })])
    toast(t`The wallet is linked.`)
    onClose()
    onLinked?.()
  }
  const send = useMutation({
    networkMode: 'always',
    mutationFn: async ({ send }: Unconfirmed) => {
      await send()
      await linked()
    },
    onError: () => setRefusal(null),
  })
  return (
    <Dialog
      title={<Trans>Link a wallet</Trans>}
      subtitle={<Trans>From now on you can log in, pay and get paid with it.</Trans>}
      onClose={onClose}
    >
      {refusal ? (
        <SignInAgain refusal={refusal.cause} onConfirmed={() => send.mutateAsync(refusal).catch(() => {})} />
      ) : (
        <>
          {send.error && <FieldError>{errorText(send.error)}</FieldError>}
          <WalletChoices how="addAccount" known={known} onProved={linked} onUnconfirmed={setRefusal} />
        </>
      )}
    </Dialog>
  )
}
