import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { config } from '../../lib/page-data.ts'
import type { DialogProps } from '../../session/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { lastWallet, listWallets } from '../../wallet/discovery.ts'
import { NETWORK_NAMES, networkOf, switchNetwork } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import css from './ChainDialog.module.css'

/** Well-known networks. All except the one of this page are shown as not supported. */
const ASKED_FOR = [8453, 1, 137]

/** The network of payments, with a button that switches the wallet to it. */
export default function ChainDialog({ onClose }: DialogProps) {
  const { t } = useLingui()
  const { chainId } = config()
  const { wallet, on, look } = useWalletNetwork()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const name = (id: number) => NETWORK_NAMES[id] ?? t`Network ${id}`

  const change = async () => {
    if (!wallet) return
    setBusy(true)
    setFailed(false)
    await switchNetwork(wallet.provider, chainId).catch(() => setFailed(true))
    await look()
    setBusy(false)
  }

  return (
    <Dialog title={<Trans>Network</Trans>} subtitle={<Trans>Orders are paid and recorded on one network only.</Trans>} onClose={onClose}>
      <ul className={css.networks}>
        {[chainId, ...ASKED_FOR.filter((id) => id !== chainId)].map((id) => (
          <li key={id} data-active={id === chainId}>
            <span className={css.mark} aria-hidden="true">
              {name(id).slice(0, 1)}
            </span>
            <b>{name(id)}</b>
            {id === chainId ? (
              <Chip tone="leaf" icon="check">
                <Trans>In use here</Trans>
              </Chip>
            ) : (
              <Chip>
                <Trans>Not supported</Trans>
              </Chip>
            )}
          </li>
        ))}
      </ul>
      {wallet && on !== null && (
        <Notice tone={on === chainId ? 'leaf' : 'amber'}>
          {on === chainId ? (
            <Trans>
              {wallet.name} is on {name(on)}, the right network.
            </Trans>
          ) : (
            <Trans>
              {wallet.name} is on {name(on)}. Switch it to {name(chainId)} to pay or to act on an order.
            </Trans>
          )}
        </Notice>
      )}
      {wallet === null && (
        <Notice>
          <Trans>No wallet was found in this browser, so there is no network to switch.</Trans>
        </Notice>
      )}
      {failed && (
        <Notice tone="rose">
          <Trans>Your wallet did not switch. Choose {name(chainId)} in the wallet itself. Nothing was sent.</Trans>
        </Notice>
      )}
      {wallet && on !== null && on !== chainId && (
        <Button look="primary" wide busy={busy} onClick={change}>
          <Trans>Switch to {name(chainId)}</Trans>
        </Button>
      )}
    </Dialog>
  )
}

/** The wallet used last, or the first one, and its network: undefined and null until they are known. */
function useWalletNetwork() {
  const [wallet, setWallet] = useState<Wallet | null>()
  const [on, setOn] = useState<number | null>(null)
  useEffect(() => {
    void lastWallet().then(async (last) => setWallet(last ?? (await listWallets())[0] ?? null))
  }, [])
  const look = () => (wallet ? networkOf(wallet.provider).then(setOn, () => setOn(null)) : undefined)
  useEffect(() => {
    const provider = wallet?.provider
    if (!provider) return
    const ask = () => networkOf(provider).then(setOn, () => setOn(null))
    void ask()
    provider.on?.('chainChanged', ask)
    return () => provider.removeListener?.('chainChanged', ask)
  }, [wallet])
  return { wallet, on, look }
}
