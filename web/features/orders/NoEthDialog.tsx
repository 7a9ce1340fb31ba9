import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { zeroAddress } from 'viem'
import { base } from 'viem/chains'
import { Link } from 'wouter'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { formatToken } from '../../lib/token-format.ts'
import { ethPriceQuery } from '../../queries/orders.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { balancesQuery, networkFeeQuery } from '../../wallet/account-queries.ts'
import { chain } from '../../wallet/config.ts'
import type { NetworkFeeError } from '../../wallet/wallet-error.ts'
import actions from './ActionDialog.module.css'
import { formatEthValue, roundDownEth, roundUpEth } from './eth-value.ts'
import css from './NoEthDialog.module.css'

/** How often to look for ETH that has arrived (ms). */
const POLL_MS = 5000

const BUY = 'https://www.coinbase.com/how-to-buy/ethereum'
/** One of the bridges that Base names; Base's own bridge has been closed. */
const BRIDGE = 'https://superbridge.app/?fromChainId=1&toChainId=8453'

/** Significant digits of the amounts: all 18 decimals would be hard to read. */
const DIGITS = 4

const eth = (wei: bigint) => formatToken(wei, 18, 'ETH')

interface NoEthProps {
  need: NetworkFeeError['need']
  onFunded: () => void
  onClose: () => void
}

/**
 * Says how much ETH a step needs for the network fee, and how to get it. As soon as more ETH has arrived, `onFunded` runs, which also
 * closes the dialog.
 */
export default function NoEthDialog({ need, onFunded, onClose }: NoEthProps) {
  const { t } = useLingui()
  const { account } = need
  const balance = useBalance(account)
  const needed = useNeeded(need)
  const { name: network, id } = chain()
  const { has, checked, isChecking, check } = useArrival(balance, needed, () => {
    toast(t`The ETH has arrived. You can continue.`)
    onFunded()
  })
  const at = checked && formatDate(checked.at, 'time')
  return (
    <Dialog
      title={has ? <Trans>Your wallet has too little ETH</Trans> : <Trans>Your wallet has no ETH</Trans>}
      subtitle={<Trans>Nothing was sent. Your input is kept.</Trans>}
      onClose={onClose}
      foot={
        <>
          <p className={css.status} role="status">
            {checked?.isFailed ? (
              <Trans>The balance could not be read at {at}. Try again.</Trans>
            ) : (
              at && <Trans>Checked at {at}: nothing has arrived yet.</Trans>
            )}
          </p>
          <div className={actions.buttons}>
            <Button onClick={onClose}>
              <Trans>Not now</Trans>
            </Button>
            <Button look="primary" onClick={check} busy={isChecking}>
              <Trans>Check again</Trans>
            </Button>
          </div>
        </>
      }
    >
      <p>
        <Trans>
          Every step of an order is a transaction, and {network} charges a small network fee for it in ETH, even if you pay in another
          token.
        </Trans>
      </p>
      <Facts needed={needed} has={has} account={account} />
      <Ways />
      {id !== base.id && (
        <Notice tone="sky">
          <Trans>This is a test network. ETH that you buy or bridge with these links goes to Base and does not arrive here.</Trans>
        </Notice>
      )}
    </Dialog>
  )
}

/** What the step needs and what the account has (wei), and the address to send ETH to. */
function Facts({ needed, has, account }: { needed: bigint | undefined; has: bigint | undefined; account: `0x${string}` }) {
  const { t } = useLingui()
  const { name: network } = chain()
  return (
    <>
      <dl className={css.facts}>
        <dt>
          <Trans>You need about</Trans>
        </dt>
        <dd className="num">
          <Needed wei={needed} />
        </dd>
        <dt>
          <Trans>In your wallet</Trans>
        </dt>
        <dd className="num">{has === undefined ? <Skeleton width={64} /> : eth(roundDownEth(has, DIGITS))}</dd>
        <dt>
          <Trans>Network</Trans>
        </dt>
        <dd>{network}</dd>
      </dl>
      <div className={css.address}>
        <span className="small mute">
          <Trans>Send ETH on {network} to your address</Trans>
        </span>
        <code>{account}</code>
        <CopyButton text={account} label={t`Copy the address`} bare />
      </div>
    </>
  )
}

/** Links to places that sell or bridge ETH. */
const Ways = () => (
  <div>
    <h3 className={css.title}>
      <Trans>How to get ETH</Trans>
    </h3>
    <ul className={css.ways}>
      <Way href={BUY}>
        <Trans>Buy ETH at Coinbase and withdraw it on Base to your address</Trans>
      </Way>
      <Way href={BRIDGE}>
        <Trans>Bridge ETH from Ethereum to Base with Superbridge</Trans>
      </Way>
      <li>
        <Icon name="help" size={18} />
        <Link href={paths.faq('no-gas')} target="_blank">
          <Trans>Read more about network fees</Trans>
        </Link>
      </li>
    </ul>
  </div>
)

/** What the step needs at most (wei); undefined until the network's fee is known. */
function useNeeded({ gas, value }: NoEthProps['need']): bigint | undefined {
  const { data: fee } = useQuery(networkFeeQuery(gas))
  return fee === undefined ? undefined : roundUpEth(roundUpEth(fee) + value, DIGITS)
}

/** An amount in ETH and in the reader's money. */
function Needed({ wei }: { wei: bigint | undefined }) {
  const { data: rate } = useQuery(ethPriceQuery)
  if (wei === undefined) return <Skeleton width={120} />
  return rate ? `${eth(wei)} (${formatEthValue(wei, rate)})` : eth(wei)
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <Icon name="link" size={18} />
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    </li>
  )
}

/** The account's ETH (wei), read again every few seconds. */
const useBalance = (account: `0x${string}`) =>
  useQuery({ ...balancesQuery(account), select: (all) => all[zeroAddress] ?? 0n, staleTime: 0, refetchInterval: POLL_MS })

/**
 * Runs `onArrived` once the balance is higher than at first, or is enough. `check` reads the balance at once; `checked` is the time of its
 * last read (UTC seconds) and whether that failed. `has` is the balance at first.
 */
function useArrival({ data, refetch }: ReturnType<typeof useBalance>, needed: bigint | undefined, onArrived: () => void) {
  const first = useRef<bigint>(undefined)
  const [checked, setChecked] = useState<{ at: number; isFailed: boolean } | null>(null)
  const [isChecking, setChecking] = useState(false)
  if (data !== undefined) first.current ??= data
  // The ETH may have arrived before the first read, which then finds enough.
  const isEnough = data !== undefined && needed !== undefined && data >= needed
  const hasArrived = isEnough || (data !== undefined && data > first.current!)
  const arrived = useRef(onArrived)
  arrived.current = onArrived
  useEffect(() => {
    if (hasArrived) arrived.current()
  }, [hasArrived])
  const check = async () => {
    setChecking(true)
    const { isError } = await refetch()
    setChecking(false)
    setChecked({ at: Math.floor(Date.now() / 1000), isFailed: isError })
  }
  return { has: first.current, checked, isChecking, check: () => void check() }
}
