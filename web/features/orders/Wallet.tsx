import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { refreshViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { findWallet } from '../../wallet/config.ts'
import { chooseWallet, remoteWallets, useWallets } from '../../wallet/discovery.ts'
import { prove } from '../../wallet/sign-in.ts'
import { transactionText } from '../../wallet/texts.ts'
import { TransactionError } from '../../wallet/transactions.ts'
import { Unconfirmed } from '../../wallet/unconfirmed.ts'
import css from './Wallet.module.css'

const SignInAgain = lazyComponent(() => import('../auth/SignInAgain.tsx'), ['auth', 'wallet'])

/** What went wrong with the wallet or on chain and, where the way on is a press away, the button for it; then `onReady`. */
export function Trouble({ error, onReady }: { error: unknown; onReady: () => void }) {
  const { i18n } = useLingui()
  const [own, setOwn] = useState<unknown>(null)
  const [refusal, setRefusal] = useState<Unconfirmed | null>(null)
  const [busy, setBusy] = useState(false)
  const found = useWallets()
  const shown = own ?? error
  const reason = error instanceof TransactionError ? error.reason : null
  usePrefetch(reason === 'account', SignInAgain)
  const others = reason === 'choose' || reason === 'account' || reason === 'wallet' ? [...found, ...remoteWallets()] : []

  const attempt = async (linking: () => Promise<void>) => {
    setBusy(true)
    try {
      await linking()
      await refreshViewer()
      onReady()
    } catch (failure) {
      if (failure instanceof Unconfirmed) setRefusal(failure)
      else setOwn(failure)
    } finally {
      setBusy(false)
    }
  }

  const link = () =>
    attempt(async () => {
      const wallet = await findWallet()
      if (!wallet) throw new TransactionError('choose')
      await prove(wallet, 'addAccount', new AbortController().signal)
    })

  if (refusal) {
    // What the wallet has signed is sent again.
    const confirmed = () => {
      setRefusal(null)
      return attempt(refusal.send)
    }
    return (
      <Suspense fallback={<Skeleton width="100%" height={180} />}>
        <SignInAgain refusal={refusal.cause} onConfirmed={confirmed} />
      </Suspense>
    )
  }
  return (
    <div className={css.trouble} role="alert">
      <Icon name="warning" />
      <p>{transactionText(shown, i18n)}</p>
      {(reason === 'account' || others.length > 0) && (
        <div className={css.ways}>
          {reason === 'account' && (
            <Button icon="wallet" onClick={link} busy={busy}>
              <Trans>Link this wallet</Trans>
            </Button>
          )}
          {others.map((wallet) => (
            <Button
              key={wallet.rdns}
              onClick={() => {
                chooseWallet(wallet)
                onReady()
              }}
            >
              {wallet.name}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
