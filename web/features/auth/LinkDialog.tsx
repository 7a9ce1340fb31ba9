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
import { type RefusedProof, submitProof } from '../../wallet/sign-in.ts'
import SignInAgain from './SignInAgain.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** Links one more wallet, which is not among `known`; then `onLinked`. If the server wants a fresh sign-in first, it is asked for here. */
export default function LinkDialog({ known, onLinked, onClose }: { known: readonly string[]; onLinked?: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const [refused, setRefused] = useState<RefusedProof | null>(null)
  const linked = async () => {
    await Promise.all([refreshViewer(), queryClient.invalidateQueries({ queryKey: keys.wallets })])
    toast(t`The wallet is linked.`)
    onClose()
    onLinked?.()
  }
  const send = useMutation({
    networkMode: 'always',
    mutationFn: async ({ proof }: RefusedProof) => {
      await submitProof('addAccount', proof)
      await linked()
    },
    onError: () => setRefused(null),
  })
  return (
    <Dialog
      title={<Trans>Link a wallet</Trans>}
      subtitle={<Trans>From now on you can log in, pay and get paid with it.</Trans>}
      onClose={onClose}
    >
      {refused ? (
        <SignInAgain refusal={refused.error} onConfirmed={() => send.mutateAsync(refused).catch(() => {})} />
      ) : (
        <>
          {send.error && <FieldError>{errorText(send.error)}</FieldError>}
          <WalletChoices purpose="addAccount" linked={known} onProved={linked} onRefused={setRefused} />
        </>
      )}
    </Dialog>
  )
}
