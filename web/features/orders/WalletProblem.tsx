import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { needsFreshSignIn } from '../../lib/api-error.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { refreshViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { findWallet } from '../../wallet/config.ts'
import { chooseWallet, remoteWallets, useWallets } from '../../wallet/discovery.ts'
import { type Proof, type RefusedProof, signProof, submitProof } from '../../wallet/sign-in.ts'
import { transactionText } from '../../wallet/texts.ts'
import { NetworkFeeError, WalletError } from '../../wallet/wallet-error.ts'
import { needsSupport, Support } from './Support.tsx'
import css from './WalletProblem.module.css'

const NoEthDialog = lazyComponent(() => import('./NoEthDialog.tsx'), ['orders', 'wallet'])
const SignInAgain = lazyComponent(() => import('../auth/SignInAgain.tsx'), ['auth', 'wallet'])

/**
 * Says why a wallet or transaction failed, with what may help: a button (link this wallet, choose another), or the dialog that says how to
 * get ETH. `onReady` runs once a wallet was linked or chosen, or ETH has arrived. For an error without a better next step it says what
 * failed (`what`), and how to reach the team.
 */
export function WalletProblem({ error, what, onReady }: { error: unknown; what?: ReactNode; onReady: () => void }) {
  const { i18n } = useLingui()
  const [linkError, setLinkError] = useState<unknown>(null)
  const [refused, setRefused] = useState<RefusedProof | null>(null)
  const [busy, setBusy] = useState(false)
  const [isAskingForEth, setAskingForEth] = useState(error instanceof NetworkFeeError)
  const found = useWallets()
  const shown = linkError ?? error
  const reason = error instanceof WalletError ? error.reason : null
  usePrefetch(reason === 'account', SignInAgain)
  const others = reason === 'choose' || reason === 'account' || reason === 'wallet' ? [...found, ...remoteWallets()] : []

  const link = async (signed?: Proof) => {
    setBusy(true)
    setRefused(null)
    let proof = signed
    try {
      proof ??= await signWithLastWallet()
      await submitProof('addAccount', proof)
      await refreshViewer()
      onReady()
    } catch (failure) {
      if (proof && needsFreshSignIn(failure)) setRefused({ proof, error: failure })
      else setLinkError(failure)
    } finally {
      setBusy(false)
    }
  }

  if (refused) {
    return (
      <Suspense fallback={<Skeleton width="100%" height={180} />}>
        <SignInAgain refusal={refused.error} onConfirmed={() => link(refused.proof)} />
      </Suspense>
    )
  }
  return (
    <div className={css.problem} role="alert">
      <Icon name="warning" />
      <p>
        {what && needsSupport(shown) && <>{what} </>}
        {transactionText(shown, i18n)}
      </p>
      {needsSupport(shown) && (
        <div className={css.actions}>
          <Support error={shown} />
        </div>
      )}
      {(reason === 'account' || others.length > 0) && (
        <div className={css.actions}>
          {reason === 'account' && (
            <Button icon="wallet" onClick={() => link()} busy={busy}>
              <Trans>Link this wallet</Trans>
            </Button>
          )}
          {others.map((wallet) => (
            <Button
              key={wallet.rdns}
              onClick={() => {
                chooseWallet(wallet.rdns)
                onReady()
              }}
            >
              {wallet.name}
            </Button>
          ))}
        </div>
      )}
      {error instanceof NetworkFeeError && (
        <div className={css.actions}>
          <Button onClick={() => setAskingForEth(true)}>
            <Trans>How to get ETH</Trans>
          </Button>
          {isAskingForEth && (
            <Suspense fallback={null}>
              <NoEthDialog need={error.need} onFunded={onReady} onClose={() => setAskingForEth(false)} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}

async function signWithLastWallet(): Promise<Proof> {
  const wallet = await findWallet()
  if (!wallet) throw new WalletError('choose')
  return signProof(wallet, new AbortController().signal)
}
