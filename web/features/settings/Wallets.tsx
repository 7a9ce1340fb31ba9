import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { LinkedWallet } from '../../../workers/auth/users.schema.ts'
import { auth } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { formatDate } from '../../format.ts'
import { later, useAhead } from '../../later.ts'
import type { Viewer } from '../../shell/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { discover, remoteWallets, useWallets } from '../../wallet/discovery.ts'
import { Section } from './Section.tsx'
import css from './settings.module.css'

const LinkDialog = later(() => import('../auth/LinkDialog.tsx'), ['auth', 'wallet'])
const UnlinkDialog = later(() => import('./UnlinkDialog.tsx'), ['settings'])

/** `0x7099…79C8`, as wallets show it. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** The wallets somebody signs in and is paid with. */
export function Wallets({ viewer }: { viewer: Viewer }) {
  const [open, setOpen] = useState<'link' | LinkedWallet | null>(null)
  useAhead(true, LinkDialog, UnlinkDialog)
  const list = useQuery({
    queryKey: ['accounts'],
    queryFn: async ({ signal }) => (await (await auth.getAccounts.$get({}, { init: { signal } })).json()).accounts as LinkedWallet[],
    staleTime: 0,
  })
  useEffect(discover, [])
  const linked = list.data ?? []
  // The last way in stays: the server holds this, and here nothing is offered that it would refuse.
  const otherWay = linked.length > 1 || (viewer.hasPassword && viewer.emailVerified)
  return (
    <Section
      title={<Trans>Wallets</Trans>}
      text={<Trans>Each of them logs you in here. Buyers pay into the first one; you can pay from any.</Trans>}
    >
      {list.isPending ? (
        <Skeleton width="100%" height={64} />
      ) : list.error ? (
        <>
          <FieldError>{errorText(list.error)}</FieldError>
          <Button onClick={() => list.refetch()} busy={list.isFetching}>
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : linked.length > 0 ? (
        <ul className={css.devices}>
          {linked.map((wallet, i) => (
            <Linked key={wallet.address} wallet={wallet} first={i === 0} onUnlink={otherWay ? () => setOpen(wallet) : undefined} />
          ))}
        </ul>
      ) : (
        <p>
          <Trans>No wallet yet. You need one to buy, and to be paid for what you sell.</Trans>
        </p>
      )}
      {linked.length > 0 && !otherWay && (
        <p className="small mute">
          <Trans>It is your only way in. To unlink it, link another wallet first, or add an e-mail address and a password.</Trans>
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
          open && <UnlinkDialog wallet={open} payout={open === linked[0]} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Section>
  )
}

/** What people call wallets, by their reverse domain names; one that is in this browser says it itself. */
const NAMES: Record<string, string> = { 'io.metamask': 'MetaMask', 'app.phantom': 'Phantom', 'com.walletconnect': 'WalletConnect' }

function Linked({ wallet, first, onUnlink }: { wallet: LinkedWallet; first: boolean; onUnlink?: () => void }) {
  const { t } = useLingui()
  const { address, provider, linkedAt } = wallet
  const program = [...remoteWallets(), ...useWallets()].find(({ rdns }) => rdns === provider)
  const name = program?.name ?? NAMES[provider] ?? provider
  const short = shortAddress(address)
  const since = formatDate(linkedAt)
  return (
    <li>
      <Mark image={program?.icon} icon="wallet" />
      <div>
        <p className={css.device}>
          <b className={css.address} title={address}>
            {short}
          </b>
          <CopyButton bare text={address} label={t`Copy ${short}`} />
          {first && (
            <Chip tone="leaf">
              <Trans>You are paid here</Trans>
            </Chip>
          )}
        </p>
        <p className="small mute">
          {name} · <Trans>since {since}</Trans>
        </p>
      </div>
      {onUnlink && (
        <Button small aria-label={t`Unlink ${short}`} onClick={onUnlink}>
          <Trans>Unlink</Trans>
        </Button>
      )}
    </li>
  )
}
