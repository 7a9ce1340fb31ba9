import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { MAX_HOURS, type Quote } from '../../../workers/orders/orders.schema.ts'
import { brand } from '../../brand.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { acceptCustomOrder } from '../../queries/offers.ts'
import { purchaseSubject, useIsResuming } from '../../queries/pending-transactions.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import { findRequest, listRequests, type OpenRequest, useOpenRequest } from '../../wallet/open-requests.ts'
import { AmountField } from './AmountField.tsx'
import { ChangedTermsDialog } from './ChangedTermsDialog.tsx'
import { EscrowNotes } from './EscrowNotes.tsx'
import { useLatePayment } from './late-payments.ts'
import { OpenPaymentDialog } from './OpenPaymentDialog.tsx'
import { Overdue } from './Overdue.tsx'
import css from './PurchaseDialog.module.css'
import { PurchaseFacts } from './PurchaseFacts.tsx'
import type { PaidOrder } from './pay.ts'
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
  /** The account that will be paid, on which the fee of the estimate depends; without it, the default fee applies. */
  sellerAccount?: string
  /** Whether the page does not show what the plan includes, so that the dialog shows it at once. */
  isPlanUnseen?: boolean
  /** Another value once the offer that is paid has changed, so that its terms are read again. */
  offerNow?: string
  onClose: () => void
}

/**
 * Shows the terms of a purchase and pays. A guest logs in first; then the dialog continues by itself. The purchase stays as it was when the
 * dialog opened, also if the page loads its listing again. Its terms change only after the buyer has seen and accepted the new ones.
 */
export default function PurchaseDialog({ onClose, ...current }: PurchaseProps) {
  const viewer = useViewer()
  const [purchase] = useState(current)
  useEffect(() => {
    if (viewer === null) openDialog('login')
  }, [viewer])
  return viewer ? <PurchaseSteps {...purchase} offerNow={current.offerNow} viewer={viewer} onClose={onClose} /> : null
}

interface FormProps extends PurchaseProps {
  viewer: Viewer
  subject: string
  /** The id of the open request that the member was warned about before. */
  accepted: string | undefined
  /** The order of an earlier payment that is recorded now. */
  arrived: PaidOrder | null
  onPaid: (order: PaidOrder) => void
}

/** The form, after a warning if an earlier payment for the same thing may still arrive. */
function PurchaseSteps(props: PurchaseProps & { viewer: Viewer }) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const { serviceId, plan, applicationId, offer, viewer, onClose } = props
  const subject = purchaseSubject(serviceId, plan, applicationId ?? offer?.messageId)
  const isResuming = useIsResuming(subject)
  const open = useOpenRequest(subject, viewer.accounts)
  // Only the first values count. Else a payment in this form would replace the form, and the end of the earlier payment the warning.
  const [earlier] = useState(open)
  const [wasResuming] = useState(isResuming)
  const [accepted, setAccepted] = useState<string>()
  const onPaid = ({ orderId, roomId }: PaidOrder) => {
    if (offer) void acceptCustomOrder(orderId, offer).catch(() => {})
    toast(t`Order request made successfully`)
    navigate(paths.order(orderId, roomId), { state: { paid: orderId } satisfies PaidState })
    onClose()
  }
  const isPending = wasResuming && isResuming
  const isWarned = earlier !== undefined && accepted === undefined
  const [arrived, setArrived] = useState<PaidOrder | null>(null)
  useLatePayment(subject, setArrived)
  const leave = useEffectEvent(onPaid)
  const isForm = !isPending && !isWarned
  useEffect(() => {
    if (arrived && !isForm) leave(arrived)
  }, [arrived, isForm])
  if (isPending) return <PaymentPending onClose={onClose} />
  if (isWarned) {
    const request = open ?? earlier
    return <OpenPaymentDialog request={request} isOpen={open !== undefined} onAgain={() => setAccepted(request.id)} onClose={onClose} />
  }
  return <PurchaseForm {...props} subject={subject} accepted={accepted} arrived={arrived} onPaid={onPaid} />
}

function PurchaseForm({
  seller,
  sellerAccount,
  isPlanUnseen,
  offerNow,
  viewer,
  subject,
  accepted,
  arrived,
  onPaid,
  onClose,
  ...purchase
}: FormProps) {
  const { t } = useLingui()
  const [linking, setLinking] = useState(false)
  usePrefetch(true, LinkDialog)
  const terms = useTerms(purchase, viewer)
  const { account, price, facts } = terms
  const { payment, refused } = usePayment(subject, terms, onPaid)
  const { stage, busy, error, late } = payment
  // Paying again needs a new quote, because a second order from the same quote has no terms. A payment by authorization keeps its quote: the
  // token accepts the same authorization only once, so nobody pays twice.
  const warning = usePaymentWarning(subject, viewer.accounts, accepted, payment.method === 'authorization' ? () => {} : terms.renew)

  // While the wallet may show a second payment, the page must not say that all is done.
  const leave = useEffectEvent(onPaid)
  useEffect(() => {
    if (arrived && !busy) leave(arrived)
  }, [arrived, busy])

  const [offerBefore, setOfferBefore] = useState(offerNow)
  // The offer was changed or withdrawn meanwhile. A payment that the wallet was asked for is for the terms that the buyer has seen.
  if (offerNow !== offerBefore && !busy) {
    setOfferBefore(offerNow)
    terms.renew()
  }

  const pay = () => {
    const quote = terms.terms
    // Another tab, or an attempt in this one that ended without an answer, may have paid meanwhile.
    if (!quote || warning.isShown()) return
    if (quote.validUntil < Date.now() / 1000 + MIN_VALIDITY) terms.renew()
    else void payment.pay(quote, account!)
  }
  const restart = () => {
    payment.clear()
    terms.restart()
  }

  if (late) return <PaymentPending onClose={onClose} />
  if (terms.change)
    return <ChangedTermsDialog {...terms.change} isOffer={purchase.offer !== undefined} onAccept={terms.acceptChange} onClose={onClose} />
  return (
    <Dialog
      title={price === null ? <Trans>Pay into escrow</Trans> : <Trans>Pay {price} into escrow</Trans>}
      subtitle={<UserText text={facts.title} />}
      onClose={onClose}
      locked={busy && !payment.isOverdue}
      wide
      foot={
        <>
          <Steps label={t`Progress of the payment`} steps={payment.steps} now={stage} failed={error !== null} />
          {arrived && busy && (
            <Notice tone="amber">
              {payment.step !== 'wait' && payment.step !== 'record' ? (
                <Trans>Your earlier payment has arrived. Decline the request in your wallet now, or you will pay twice.</Trans>
              ) : facts.event ? (
                <Trans>
                  Your earlier payment has arrived too. If both succeed, you have two orders. Ask the host to decline one of them: you get
                  its full amount back.
                </Trans>
              ) : (
                <Trans>
                  Your earlier payment has arrived too. If both succeed, you have two orders. Ask the seller to decline one of them: you get
                  its full amount back.
                </Trans>
              )}
            </Notice>
          )}
          {payment.isOverdue && <OverduePayment step={payment.step} onClose={onClose} />}
          {error !== null && <WalletProblem error={error} what={<Trans>The order could not be placed.</Trans>} onReady={restart} />}
          {error !== null && refused && terms.terms && terms.terms.ref !== refused.ref && <RaisedFees before={refused} now={terms.terms} />}
          {terms.isBalanceTooLow && !busy && error === null && (
            <p className={css.short} role="status">
              <Icon name="warning" />
              <Trans>Insufficient balance. Choose another token, or add funds first.</Trans>
            </p>
          )}
          {account !== null ? (
            <Button look="primary" wide onClick={pay} busy={busy} disabled={!terms.terms || terms.isBalanceTooLow}>
              {price === null ? <Trans>Pay</Trans> : <Trans>Pay {price}</Trans>}
            </Button>
          ) : (
            <LinkFirst onLink={() => setLinking(true)} />
          )}
        </>
      }
    >
      <div className={css.columns}>
        <div className={css.column}>
          <PurchaseFacts
            facts={facts}
            isBid={purchase.applicationId !== undefined}
            isOffer={purchase.offer !== undefined}
            seller={seller}
            isOpen={isPlanUnseen}
          />
        </div>
        <div className={`${css.column} ${css.amounts}`}>
          <TokenField terms={terms} disabled={busy} />
          {terms.isHourly && <Stepper label={t`Hours`} max={MAX_HOURS} value={terms.hours} onChange={terms.setHours} disabled={busy} />}
          <TermsSums terms={terms} seller={sellerAccount} />
          {!facts.event && !purchase.offer && <AmountField custom={terms.custom} disabled={busy} />}
        </div>
        <EscrowNotes
          delivery={facts.delivery}
          rate={terms.terms?.rate ?? (account === null ? terms.estimate.rate : null)}
          eventEnd={facts.event?.end}
        />
      </div>
      {warning.dialog}
      {linking && (
        <Suspense fallback={null}>
          <LinkDialog known={viewer.accounts} onLinked={restart} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}

/**
 * The warning about an open request that the member was not warned about yet. `isShown` looks for one, and returns whether it shows the
 * warning. `onPass` is called if the member wants to pay again.
 */
function usePaymentWarning(subject: string, accounts: readonly string[], accepted: string | undefined, onPass: () => void) {
  const open = useOpenRequest(subject, accounts)
  const [passed, setPassed] = useState([accepted])
  const [request, setRequest] = useState<OpenRequest | null>(null)
  const close = () => setRequest(null)
  const isShown = () => {
    const found = findRequest(listRequests(), subject, accounts)
    const isNew = found !== undefined && !passed.includes(found.id)
    if (isNew) setRequest(found)
    return isNew
  }
  const onAgain = () => {
    setPassed([...passed, request?.id])
    onPass()
    close()
  }
  const dialog = request && <OpenPaymentDialog request={request} isOpen={open?.id === request.id} onAgain={onAgain} onClose={close} />
  return { isShown, dialog }
}

/** {@link usePurchase}. `refused` is the quote that the contract refused because the fees had risen. */
function usePayment(
  subject: string,
  { method, renew }: Pick<ReturnType<typeof useTerms>, 'method' | 'renew'>,
  onPaid: (order: PaidOrder) => void,
) {
  const [refused, setRefused] = useState<Quote | null>(null)
  const payment = usePurchase(subject, method, onPaid, (quote) => {
    setRefused(quote)
    renew()
  })
  return { payment, refused }
}

/** For a step that takes longer than a minute: what happens if the person closes the dialog now. */
function OverduePayment({ step, onClose }: { step: ReturnType<typeof usePurchase>['step']; onClose: () => void }) {
  const waitsFor = step === 'wait' || step === 'record' ? 'network' : 'wallet'
  return (
    <Overdue waitsFor={waitsFor} onClose={onClose}>
      {waitsFor === 'network' ? (
        <Trans>You can close this dialog: the order appears in your orders as soon as the payment is confirmed. Do not pay again.</Trans>
      ) : step === 'confirm' ? (
        <Trans>
          You can close this dialog. If you confirm the request later, the order appears in your orders. To pay in another way, decline it
          in the wallet first.
        </Trans>
      ) : (
        <Trans>You can close this dialog. Then nothing is paid, even if you confirm the request later.</Trans>
      )}
    </Overdue>
  )
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

/** Shown if the payment is not in a block yet after the usual time, or not yet recorded after a reload. */
function PaymentPending({ onClose }: { onClose: () => void }) {
  const address = `mailto:${brand.contact}`
  return (
    <Dialog title={<Trans>Processing your payment</Trans>} onClose={onClose}>
      <p>
        <Trans>
          Your wallet has sent the transaction, and the network is processing it. The order will appear in your orders automatically, even
          if you close this page.
        </Trans>
      </p>
      <p className="small mute">
        <Trans>
          Is it not there after ten minutes? Check the transaction in your wallet, and <a href={address}>contact support</a>.
        </Trans>
      </p>
      <ButtonLink look="primary" wide href={paths.orders()} onClick={onClose}>
        <Trans>See my orders</Trans>
      </ButtonLink>
    </Dialog>
  )
}
