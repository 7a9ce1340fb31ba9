import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { refreshViewer } from '../../shell/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { findWallet } from '../../wallet/config.ts'
import { chooseWallet, remoteWallets, useWallets } from '../../wallet/discovery.ts'
import { prove } from '../../wallet/sign-in.ts'
import { transactionText } from '../../wallet/texts.ts'
import { TransactionError } from '../../wallet/transactions.ts'
import css from './Wallet.module.css'

/** What went wrong with the wallet or on chain and, where the way on is a press away, the button for it; then `onReady`. */
export function Trouble({ error, onReady }: { error: unknown; onReady: () => void }) {
  const { i18n } = useLingui()
  const [own, setOwn] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const found = useWallets()
  const shown = own ?? error
  const reason = error instanceof TransactionError ? error.reason : null
  const others = reason === 'choose' || reason === 'account' || reason === 'wallet' ? [...found, ...remoteWallets()] : []

  const link = async () => {
    setBusy(true)
    try {
      const wallet = await findWallet()
      if (!wallet) throw new TransactionError('choose')
      await prove(wallet, 'addAccount', new AbortController().signal)
      await refreshViewer()
      onReady()
    } catch (failure) {
      setOwn(failure)
    } finally {
      setBusy(false)
    }
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
