import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { MAX_HOURS, type Quote } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/toast.ts'
import { AmountField } from './AmountField.tsx'
import { EscrowNotes } from './EscrowNotes.tsx'
import css from './PurchaseDialog.module.css'
import { RaisedFees, TermsSums } from './TermsSums.tsx'
import { TokenField } from './TokenField.tsx'
import { type PaidState, usePurchase } from './use-purchase.ts'
import { type Purchase, useTerms } from './use-terms.ts'
import { WalletProblem } from './WalletProblem.tsx'

const LinkDialog = lazyComponent(() => import('../auth/LinkDialog.tsx'), ['auth', 'wallet'])

/** If the quote expires sooner than this (seconds), the button renews it instead of paying. */
const MIN_VALIDITY = 60

interface PurchaseProps extends Purchase {
  /** The name of the seller. */
  seller: string
  /** For a place at an event: its end (UTC seconds). `plan` is then the event's title. */
  eventEnd?: number
  onClose: () => void
}

/** Shows the terms of a purchase and pays. A guest logs in first; then the dialog continues by itself. */
export default function PurchaseDialog(props: PurchaseProps) {
  const viewer = useViewer()
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])
  return viewer ? <PurchaseForm {...props} viewer={viewer} /> : null
}

function PurchaseForm({ seller, eventEnd, viewer, onClose, ...purchase }: PurchaseProps & { viewer: Viewer }) {
  const { t } = useLingui()
  const { plan, option } = purchase
  const [linking, setLinking] = useState(false)
  usePrefetch(true, LinkDialog)
  const terms = useTerms(purchase, viewer)
  const { account, price } = terms
  const { payment, refused } = usePayment(terms, onClose)
  const { stage, busy, error, late } = payment

  const pay = () => {
    const quote = terms.terms
    if (!quote) return
    if (quote.validUntil < Date.now() / 1000 + MIN_VALIDITY) terms.renew()
    else void payment.pay(quote, account!)
  }
  const restart = () => {
    payment.clear()
    terms.restart()
  }

  if (late) return <PaymentPending onClose={onClose} />
  return (
    <Dialog
      title={<Trans>Pay {price} into escrow</Trans>}
      subtitle={
        eventEnd ? (
          <PlaceTitle event={plan} host={seller} end={eventEnd} />
        ) : (
          <Plural value={option.delivery} one={`${plan} by ${seller}, due in # day`} other={`${plan} by ${seller}, due in # days`} />
        )
      }
      onClose={onClose}
      locked={busy}
    >
      <TokenField terms={terms} disabled={busy} />
      {option.hourly && <Stepper label={t`Hours`} max={MAX_HOURS} value={terms.hours} onChange={terms.setHours} disabled={busy} />}
      <TermsSums terms={terms} />
      {!eventEnd && <AmountField custom={terms.custom} disabled={busy} />}
      <EscrowNotes delivery={option.delivery} rate={terms.terms?.rate ?? (account === null ? terms.estimate.rate : null)} />
      <Steps
        label={t`Progress of the payment`}
        steps={payment.steps}
        now={terms.terms || stage > 0 ? Math.max(stage, 1) : 0}
        failed={error !== null}
      />
      {error !== null && <WalletProblem error={error} onReady={restart} />}
      {error !== null && refused && terms.terms && terms.terms.ref !== refused.ref && <RaisedFees before={refused} now={terms.terms} />}
      {terms.isBalanceTooLow && !busy && error === null && (
        <p className={css.short} role="status">
          <Icon name="warning" />
          <Trans>Insufficient balance. Choose another token, or add funds first.</Trans>
        </p>
      )}
      {account !== null ? (
        <Button look="primary" wide onClick={pay} busy={busy} disabled={!terms.terms || terms.isBalanceTooLow}>
          <Trans>Pay {price}</Trans>
        </Button>
      ) : (
        <LinkFirst onLink={() => setLinking(true)} />
      )}
      {linking && (
        <Suspense fallback={null}>
          <LinkDialog known={viewer.accounts} onLinked={restart} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}

function PlaceTitle({ event, host, end }: { event: string; host: string; end: number }) {
  const day = formatDate(end, 'dayTime')
  return (
    <Trans>
      Your place at {event} by {host}, which ends on {day}
    </Trans>
  )
}

/**
 * {@link usePurchase}, then opens the order's page, which shows the receipt. `refused` is the quote that the contract refused because the
 * fees had risen.
 */
function usePayment({ method, renew }: Pick<ReturnType<typeof useTerms>, 'method' | 'renew'>, onClose: () => void) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const [refused, setRefused] = useState<Quote | null>(null)
  const payment = usePurchase(
    method,
    ({ orderId, roomId }) => {
      toast(t`Order request made successfully`)
      navigate(paths.order(orderId, roomId), { state: { paid: orderId } satisfies PaidState })
      onClose()
    },
    (quote) => {
      setRefused(quote)
      renew()
    },
  )
  return { payment, refused }
}

/** For a member without a linked wallet. */
function LinkFirst({ onLink }: { onLink: () => void }) {
  return (
    <>
      <p className={css.note} role="status">
        <Icon name="wallet" />
        <Trans>
          Connect the wallet you want to pay with. It is first linked to your account with one signature; then the price is fixed and you
          pay.
        </Trans>
      </p>
      <Button look="primary" wide onClick={onLink} icon="wallet">
        <Trans>Connect and link a wallet</Trans>
      </Button>
    </>
  )
}

/** Shown if the payment is not in a block yet after the usual time. */
function PaymentPending({ onClose }: { onClose: () => void }) {
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
