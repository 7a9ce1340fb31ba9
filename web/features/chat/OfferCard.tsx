import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { type OfferAnswer, type OfferStep, offerState, offerSteps } from '../../../workers/chat/offers.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatUsd } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import css from './OfferCard.module.css'
import type { OfferActions } from './use-offers.ts'

type State = ReturnType<typeof offerState>

const STATES: Record<State, { text: ReactNode; icon: IconName }> = {
  sent: { text: <Trans context="an offer">Open</Trans>, icon: 'clock' },
  accepted: { text: <Trans context="an offer">Accepted, not paid yet</Trans>, icon: 'check' },
  ordered: { text: <Trans context="an offer">Accepted</Trans>, icon: 'check' },
  declined: { text: <Trans context="an offer">Declined</Trans>, icon: 'close' },
  countered: { text: <Trans context="an offer">Replaced by a counter-offer</Trans>, icon: 'reply' },
  withdrawn: { text: <Trans context="an offer">Withdrawn</Trans>, icon: 'close' },
  expired: { text: <Trans context="an offer">Expired</Trans>, icon: 'clock' },
}

interface OfferCardProps {
  message: Message
  me: number
  /** null if the viewer can no longer answer in this room. */
  actions: OfferActions | null
  /** Shows a message of the room by its seq. */
  onShow: (seq: number) => void
}

/** An offer in a conversation: its service and terms, its state, and what the viewer can do with it now. */
export function OfferCard({ message, me, actions, onShow }: OfferCardProps) {
  const offer = message.offer!
  const now = useNow()
  const state = offerState(offer, now)
  const isOpen = state === 'sent' || state === 'accepted'
  const { orderId, counteredBy } = offer
  const steps = actions ? offerSteps(offer, message.user_id, { userId: me, at: now }) : []
  return (
    <div className={css.card} data-state={state}>
      <p className={css.head}>
        <b>{message.replyTo ? <Trans>Counter-offer</Trans> : <Trans>Custom offer</Trans>}</b>
        <span className={css.state}>
          <Icon name={STATES[state].icon} size={16} />
          {STATES[state].text}
        </span>
      </p>
      <Link className={css.service} href={paths.listing(offer.service, offer.title)}>
        <span className={css.picture}>
          <Picture media={offer.picture} alt="" sizes="64px" ratio="4 / 3" />
        </span>
        <b className={css.title} lang={offer.lang}>
          {offer.title}
        </b>
      </Link>
      {offer.text && (
        <p className={css.text} dir="auto">
          {offer.text}
        </p>
      )}
      <dl className={css.terms}>
        <div>
          <dt>
            <Trans>Price</Trans>
          </dt>
          <dd className="num">{formatUsd(offer.price)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Delivery time</Trans>
          </dt>
          <dd>
            <Plural value={offer.delivery} one="# day" other="# days" />
          </dd>
        </div>
        {isOpen && (
          <div>
            <dt>
              <Trans>Valid until</Trans>
            </dt>
            <dd>
              <time dateTime={new Date(offer.expiresAt * 1000).toISOString()}>{formatDate(offer.expiresAt, 'dayTime')}</time>
            </dd>
          </div>
        )}
      </dl>
      {message.edits !== undefined && isOpen && (
        <p className="small mute">
          <Plural value={message.edits} one="Changed once" other="Changed # times" />
        </p>
      )}
      {state === 'accepted' && (
        <p className="small">
          {offer.sellerId === me ? (
            <Trans>You have accepted. The order starts when the buyer has paid; you are notified then.</Trans>
          ) : (
            <Trans>The seller has accepted. Pay to start the order; your money is held in escrow.</Trans>
          )}
        </p>
      )}
      {state === 'ordered' && (
        <p className="small">
          {offer.sellerId === me ? (
            <Trans>The buyer has paid into escrow. Everything else happens in the order.</Trans>
          ) : (
            <Trans>You have paid into escrow. Everything else happens in the order.</Trans>
          )}
        </p>
      )}
      {orderId !== null ? (
        <ButtonLink look="primary" wide icon="box" href={paths.order(orderId)}>
          <Trans>Go to order</Trans>
        </ButtonLink>
      ) : counteredBy !== null ? (
        <Button wide onClick={() => onShow(counteredBy)}>
          <Trans>Show the counter-offer</Trans>
        </Button>
      ) : (
        steps.length > 0 && <Steps message={message} steps={steps} actions={actions!} />
      )}
    </div>
  )
}

/** The buttons of the steps, the main one first. */
function Steps({ message, steps, actions }: { message: Message; steps: OfferStep[]; actions: OfferActions }) {
  const [running, setRunning] = useState<OfferAnswer | null>(null)
  const { price, state } = message.offer!
  const answer = async (given: OfferAnswer) => {
    setRunning(given)
    await actions.answer(message, given)
    setRunning(null)
  }
  const can = (step: OfferStep) => steps.includes(step)
  const busy = (given: OfferAnswer) => ({ busy: running === given, disabled: running !== null && running !== given })
  return (
    <div className={css.steps}>
      {can('pay') && (
        <Button look="primary" wide onClick={() => actions.open({ type: 'pay', message })}>
          {state === 'accepted' ? <Trans>Pay {formatUsd(price)}</Trans> : <Trans>Accept and pay</Trans>}
        </Button>
      )}
      {can('accept') && (
        <Button look="primary" wide onClick={() => answer('accept')} {...busy('accept')}>
          <Trans context="an offer">Accept</Trans>
        </Button>
      )}
      {can('counter') && (
        <Button small onClick={() => actions.open({ type: 'counter', message })}>
          <Trans>Counter-offer</Trans>
        </Button>
      )}
      {can('change') && (
        <Button small onClick={() => actions.open({ type: 'change', message })}>
          <Trans context="an offer">Change</Trans>
        </Button>
      )}
      {can('decline') && (
        <Button small look="ghost" onClick={() => answer('decline')} {...busy('decline')}>
          <Trans context="an offer">Decline</Trans>
        </Button>
      )}
      {can('withdraw') && (
        <Button small look="ghost" onClick={() => answer('withdraw')} {...busy('withdraw')}>
          <Trans context="an offer">Withdraw</Trans>
        </Button>
      )}
    </div>
  )
}
