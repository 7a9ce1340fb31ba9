import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { ServiceOption } from '../../../workers/listings/services.schema.ts'
import { amountIn, MAX_HOURS, type Quote, split } from '../../../workers/orders/orders.schema.ts'
import { FEE_BPS } from '../../lib/fee.ts'
import { formatUsd } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { config } from '../../lib/page-data.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { formatBps } from '../../lib/token-format.ts'
import { quoteQuery, ethPriceQuery } from '../../queries/orders.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/toast.ts'
import { balancesQuery, payerQuery } from '../../wallet/account-queries.ts'
import css from './PurchaseDialog.module.css'
import { Safety } from './Safety.tsx'
import { Sums } from './Sums.tsx'
import { tokenAmount } from './token-amount.ts'
import { usePurchase } from './use-purchase.ts'
import { Trouble } from './Wallet.tsx'

const LinkDialog = lazyComponent(() => import('../auth/LinkDialog.tsx'), ['auth', 'wallet'])

/** How often the dialog looks at what the wallet holds: who is told to add money does so beside it (ms). */
const LOOK_MS = 5000

interface PurchaseProps {
  serviceId: number
  /** Who is paid. */
  seller: string
  /** Title of the plan, or of the job a bid was for. */
  plan: string
  /** What it asks for, until the quote tells. */
  option: Pick<ServiceOption, 'price' | 'delivery' | 'hourly'>
  /** Of an accepted bid, whose terms count instead of the plan's. */
  applicationId?: string
  onClose: () => void
}

/** The last step of a purchase. A guest is asked to log in first; this opens again afterwards by itself. */
export default function PurchaseDialog(props: PurchaseProps) {
  const viewer = useViewer()
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])
  return viewer ? <Purchase {...props} viewer={viewer} /> : null
}

function Purchase({ serviceId, seller, plan, option, applicationId, viewer, onClose }: PurchaseProps & { viewer: Viewer }) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const [token, chooseToken] = useState(config().tokens[0]!.address)
  const [hours, setHours] = useState(1)
  const [attempt, setAttempt] = useState(() => crypto.randomUUID())
  const [linking, setLinking] = useState(false)
  usePrefetch(true, LinkDialog)
  const payer = useQuery(payerQuery(viewer.accounts))
  const account = payer.data
  const bought = applicationId ? { applicationId } : { plan }
  const request = { serviceId, ...bought, token, account: account ?? token, hours: option.hourly ? hours : 1 }
  const quote = useQuery({ ...quoteQuery(request, attempt), enabled: Boolean(account), placeholderData: (before) => before })
  const held = useQuery({ ...balancesQuery(account), enabled: Boolean(account), refetchInterval: LOOK_MS })
  const anew = () => setAttempt(crypto.randomUUID())
  /** The quote the contract refused because the fees had risen. */
  const [refused, setRefused] = useState<Quote | null>(null)
  const purchase = usePurchase(
    ({ orderId, roomId }) => {
      toast(t`Order request made successfully`)
      navigate(paths.order(orderId, roomId))
      onClose()
    },
    (stale) => {
      setRefused(stale)
      anew()
    },
  )

  const { stage, busy, error, late } = purchase
  const terms = quote.isPlaceholderData ? undefined : quote.data
  // Without a wallet there is no quote; what it would say is no secret.
  const estimate = useEstimate(option.price * request.hours, token, account === null)
  const price = terms ? tokenAmount(terms.amount, terms.token) : formatUsd(option.price * request.hours)
  const short = terms && held.data && (held.data[terms.token] ?? 0n) < BigInt(terms.amount)
  const pay = () => {
    if (!terms) return
    if (terms.validUntil < Date.now() / 1000 + 60) return anew()
    void purchase.pay(terms, account!)
  }
  // A wallet that is to be linked, or terms that ran out, want a new quote.
  const again = () => {
    purchase.clear()
    void payer.refetch()
    anew()
  }

  if (late) return <Late onClose={onClose} />
  return (
    <Dialog
      title={<Trans>Pay {price} into escrow</Trans>}
      subtitle={<Plural value={option.delivery} one={`${plan} by ${seller}, due in # day`} other={`${plan} by ${seller}, due in # days`} />}
      onClose={onClose}
      locked={busy}
    >
      <fieldset className={css.tokens} disabled={busy}>
        <legend className="unseen">
          <Trans>Pay with</Trans>
        </legend>
        {config().tokens.map(({ symbol, address }) => (
          <label key={address} className={css.token}>
            <input type="radio" name="token" checked={token === address} onChange={() => chooseToken(address)} />
            <b>{symbol}</b>
            <span className="small mute num">
              {held.data ? balanceText(held.data[address] ?? 0n, address) : account !== null ? <Skeleton width={64} /> : null}
            </span>
          </label>
        ))}
      </fieldset>
      {option.hourly && <Stepper label={t`Hours`} max={MAX_HOURS} value={hours} onChange={setHours} disabled={busy} />}
      {account === null && estimate.amount !== null ? (
        <Sums {...estimateSums(estimate.amount)} token={token} fixed="later" />
      ) : (
        <Terms
          quote={quote.data}
          fresh={!quote.isPlaceholderData}
          error={account === null ? estimate.error : quote.error}
          onRetry={() => (account === null ? estimate.refetch() : quote.refetch())}
        />
      )}
      <Safety delivery={option.delivery} rate={terms?.rate ?? (account === null ? estimate.rate : null)} />
      <Steps
        label={t`Progress of the payment`}
        steps={purchase.steps(token)}
        now={terms || stage > 0 ? Math.max(stage, 1) : 0}
        failed={error !== null}
      />
      {error !== null && <Trouble error={error} onReady={again} />}
      {error !== null && refused && terms && terms.ref !== refused.ref && <RaisedFees before={refused} now={terms} />}
      {account === null && (
        <p className={css.note} role="status">
          <Icon name="wallet" />
          <Trans>
            Connect the wallet you want to pay with. It is first linked to your account with one signature; then the price is fixed and you
            pay.
          </Trans>
        </p>
      )}
      {short && !busy && error === null && (
        <p className={css.short} role="status">
          <Icon name="warning" />
          <Trans>Insufficient balance. Choose another token, or add funds first.</Trans>
        </p>
      )}
      {account !== null ? (
        <Button look="primary" wide onClick={pay} busy={busy} disabled={!terms || short}>
          <Trans>Pay {price}</Trans>
        </Button>
      ) : (
        <Button look="primary" wide onClick={() => setLinking(true)} icon="wallet">
          <Trans>Connect and link a wallet</Trans>
        </Button>
      )}
      {linking && (
        <Suspense fallback={null}>
          <LinkDialog known={viewer.accounts} onLinked={again} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}

/** What a price in micro-USD comes to in a token, by the rate of now. `amount` is in the token's smallest units; null while there is no rate. */
function useEstimate(priceUsd: number, token: string, wanted: boolean) {
  const known = config().tokens.find(({ address }) => address === token)!
  const byRate = known.decimals === 18
  const { data, error, refetch } = useQuery({ ...ethPriceQuery, enabled: wanted && byRate })
  const rate = byRate ? (data ?? null) : null
  return { amount: byRate && !rate ? null : amountIn(known, priceUsd, rate), rate, error, refetch }
}

/** An estimate's parts, at the fee the contract takes as a rule. */
function estimateSums(amount: bigint) {
  const { fee, sellerGets } = split(amount, FEE_BPS)
  return { price: String(amount), fee: String(fee), sellerGets: String(sellerGets), feeBps: FEE_BPS }
}

/** Which fee rose from what to what, between a quote and the next one. */
function RaisedFees({ before, now }: { before: Quote; now: Quote }) {
  const [old, fresh] = [formatBps(before.feeBps), formatBps(now.feeBps)]
  const [oldArbitration, freshArbitration] = [formatBps(before.arbitrationFeeBps), formatBps(now.arbitrationFeeBps)]
  return (
    <p className={css.note} role="status">
      <Icon name="info" />
      <span>
        {old !== fresh && (
          <Trans>
            The platform fee was {old} and is {fresh} now.
          </Trans>
        )}{' '}
        {oldArbitration !== freshArbitration && (
          <Trans>
            The arbitration fee, due only if an arbitrator decides a dispute, was {oldArbitration} and is {freshArbitration} now.
          </Trans>
        )}
      </span>
    </p>
  )
}

/** What an account holds, short enough for its box. */
const balanceText = (amount: bigint, token: string) => {
  const known = config().tokens.find(({ address }) => address === token)!
  const cut = 10n ** BigInt(known.decimals > 6 ? known.decimals - 4 : 4)
  return tokenAmount(amount - (amount % cut), token).replace(` ${known.symbol}`, '')
}

/** The sums of the quote; until it is there, their shape. */
function Terms({ quote, fresh, error, onRetry }: { quote: Quote | undefined; fresh: boolean; error: unknown; onRetry: () => void }) {
  if (error) {
    return (
      <>
        <Trouble error={error} onReady={onRetry} />
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </>
    )
  }
  if (quote) {
    return (
      <div className={fresh ? undefined : css.stale}>
        <Sums {...quote} price={quote.amount} fixed="quoted" />
      </div>
    )
  }
  return (
    <div className={css.waiting} aria-hidden="true">
      <Skeleton width="100%" />
      <Skeleton width="100%" />
      <Skeleton width="100%" />
    </div>
  )
}

/** Paid, and the chain takes longer than usual. */
function Late({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={<Trans>Processing your payment</Trans>} onClose={onClose}>
      <p>
        <Trans>
          Your wallet has sent the transaction, and the network is processing it. The order will appear in your orders automatically, even
          if you close this page.
        </Trans>
      </p>
      <ButtonLink look="primary" wide href={paths.orders()} onClick={onClose}>
        <Trans>See my orders</Trans>
      </ButtonLink>
    </Dialog>
  )
}
