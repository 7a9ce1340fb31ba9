import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../lib/errors.ts'
import { refreshWallets } from '../../queries/wallets.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { type RefusedProof, submitProof } from '../../wallet/sign-in.ts'
import SignInAgain from './SignInAgain.tsx'
import { WalletChoices } from './WalletChoices.tsx'

/** Links a wallet that is not among `known`, then calls `onLinked`. Asks for a fresh sign-in first if the server requires one. */
export default function LinkDialog({ known, onLinked, onClose }: { known: readonly string[]; onLinked?: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const [refused, setRefused] = useState<RefusedProof | null>(null)
  const [error, setError] = useState<unknown>(null)
  const linked = async () => {
    await refreshWallets()
    toast(t`The wallet is linked.`)
    onClose()
    onLinked?.()
  }
  const submitAgain = async ({ proof }: RefusedProof) => {
    try {
      await submitProof('addAccount', proof)
      await linked()
    } catch (failure) {
      setRefused(null)
      setError(failure)
    }
  }
  return (
    <Dialog title={<Trans>Link a wallet</Trans>} subtitle={<Trans>You can then log in and pay with it.</Trans>} onClose={onClose}>
      {refused ? (
        <SignInAgain refusal={refused.error} onConfirmed={() => submitAgain(refused)} />
      ) : (
        <>
          {error !== null && <FieldError>{errorText(error)}</FieldError>}
          <WalletChoices purpose="addAccount" linked={known} onProved={linked} onRefused={setRefused} />
        </>
      )}
    </Dialog>
  )
}
