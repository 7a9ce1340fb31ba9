import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { LinkedWallet } from '../../../workers/auth/users.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { LoadError } from '../../lib/LoadError.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { walletsQuery } from '../../queries/wallets.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { discover, remoteWallets, useWallets } from '../../wallet/discovery.ts'
import { Section } from './Section.tsx'
import css from './settings.module.css'

const LinkDialog = lazyComponent(() => import('../auth/LinkDialog.tsx'), ['auth', 'wallet'])
const UnlinkDialog = lazyComponent(() => import('./UnlinkDialog.tsx'), ['settings'])

/** The linked wallets. Each of them signs in to the account, and one is the payout wallet. */
export function Wallets({ viewer }: { viewer: Viewer }) {
  const [open, setOpen] = useState<'link' | LinkedWallet | null>(null)
  usePrefetch(true, LinkDialog, UnlinkDialog)
  const list = useQuery(walletsQuery)
  useEffect(discover, [])
  const { accounts: linked, payout } = list.data ?? { accounts: [], payout: null }
  // The server refuses to remove the last sign-in method, so the button is not offered.
  const hasOtherMethod = linked.length > 1 || (viewer.hasPassword && viewer.emailVerified)
  return (
    <Section
      title={<Trans>Wallets</Trans>}
      text={<Trans>You can log in and pay with each of them. One of them is your payout wallet.</Trans>}
    >
      {list.isPending ? (
        <Skeleton width="100%" height={64} />
      ) : list.error ? (
        <LoadError query={list} />
      ) : linked.length > 0 ? (
        <ul className={css.devices}>
          {linked.map((wallet) => (
            <Linked
              key={wallet.address}
              wallet={wallet}
              payout={wallet.address === payout}
              onUnlink={hasOtherMethod ? () => setOpen(wallet) : undefined}
            />
          ))}
        </ul>
      ) : (
        <p>
          <Trans>No wallet yet. You need one to buy, and to be paid for what you sell.</Trans>
        </p>
      )}
      {linked.length > 0 && !hasOtherMethod && (
        <p className="small mute">
          {viewer.hasPassword ? (
            <Trans>Confirm your e-mail address first, or link another wallet. Then you can unlink this one.</Trans>
          ) : (
            <Trans>It is your only way to log in. To unlink it, link another wallet first, or add an e-mail address and a password.</Trans>
          )}
        </p>
      )}
      {list.data && (
        <Button icon="wallet" onClick={() => setOpen('link')}>
          {linked.length > 0 ? <Trans>Link another wallet</Trans> : <Trans>Link a wallet</Trans>}
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'link' ? (
          <LinkDialog known={linked.map(({ address }) => address)} onClose={() => setOpen(null)} />
        ) : (
          open && (
            <UnlinkDialog wallet={open} payout={open.address === payout} next={nextPaid(linked, open)} onClose={() => setOpen(null)} />
          )
        )}
      </Suspense>
    </Section>
  )
}

/** The payout wallet once `gone` is unlinked: the first that may already be paid, else the first; undefined if no wallet is left. */
const nextPaid = (linked: LinkedWallet[], gone: LinkedWallet) => {
  const others = linked.filter(({ address }) => address !== gone.address)
  const at = Date.now() / 1000
  return others.find(({ paidFrom }) => paidFrom <= at) ?? others[0]
}

/** The names of wallets, by reverse domain name, for those that are not in this browser. */
const NAMES: Record<string, string> = { 'io.metamask': 'MetaMask', 'app.phantom': 'Phantom', 'com.walletconnect': 'WalletConnect' }

function Linked({ wallet, payout, onUnlink }: { wallet: LinkedWallet; payout: boolean; onUnlink?: () => void }) {
  const { t } = useLingui()
  const { address, provider, linkedAt, trustedFrom } = wallet
  const program = [...remoteWallets(), ...useWallets()].find(({ rdns }) => rdns === provider)
  const name = program?.name ?? NAMES[provider] ?? t`Wallet`
  const short = shortAddress(address)
  const since = formatDate(linkedAt)
  const until = trustedFrom > Date.now() / 1000 ? formatDate(trustedFrom, 'dayTime') : null
  return (
    <li>
      <Mark image={program?.icon} icon="wallet" />
      <div>
        <p className={css.device}>
          <b className={css.address} title={address}>
            {short}
          </b>
          <CopyButton bare text={address} label={t`Copy ${short}`} />
          {payout && (
            <Chip tone="leaf">
              <Trans>Payout wallet</Trans>
            </Chip>
          )}
        </p>
        <p className="small mute">
          {name} · <Trans>since {since}</Trans>
        </p>
        {until && (
          <p className="small mute">
            {payout ? (
              <Trans>New: until {until} it cannot change your other ways to log in.</Trans>
            ) : (
              <Trans>New: until {until} it cannot change your other ways to log in, and it cannot receive payments.</Trans>
            )}
          </p>
        )}
      </div>
      {onUnlink && (
        <Button small aria-label={t`Unlink ${short}`} onClick={onUnlink}>
          <Trans>Unlink</Trans>
        </Button>
      )}
    </li>
  )
}
