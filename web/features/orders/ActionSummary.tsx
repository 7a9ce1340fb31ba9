import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Order, type PartyVerb, type Role, refundOf } from '../../../workers/orders/orders.schema.ts'
import { brand } from '../../brand.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatBps } from '../../lib/token-format.ts'
import { otherName } from './order-labels.ts'
import type { RefundVerb } from './RefundField.tsx'
import { Split } from './Split.tsx'
import { tokenAmount } from './token-amount.ts'

/** What a step of an order means: who gets what and when, in exact amounts. */
export function ActionSummary({ order, role, verb }: { order: Order; role: Role; verb: Exclude<PartyVerb, RefundVerb> }): ReactNode {
  const price = tokenAmount(order.price, order.token)
  const gets = tokenAmount(order.sellerGets, order.token)
  const fee = tokenAmount(order.fee, order.token)
  const percent = formatBps(order.feeBps)
  const brandName = brand.name
  const days = order.delivery
  const grace = days + 2
  const other = otherName(order, role)
  if (order.event && (verb === 'accept' || verb === 'deliver')) return <PlaceSummary order={order} end={order.event.end} verb={verb} />
  switch (verb) {
    case 'accept':
      return (
        <>
          <p>
            <Plural
              value={days}
              one={`You have # day from now to deliver. ${gets} for you stays in escrow until ${other} releases it; from 14 days after your delivery, anyone may release it to you.`}
              other={`You have # days from now to deliver. ${gets} for you stays in escrow until ${other} releases it; from 14 days after your delivery, anyone may release it to you.`}
            />
          </p>
          <p className="mute">
            <Plural
              value={grace}
              one={`Not delivered after # day? ${other} can then cancel and get a full refund.`}
              other={`Not delivered after # days? ${other} can then cancel and get a full refund.`}
            />
          </p>
        </>
      )
    case 'reject':
      return (
        <p>
          <Trans>
            {other} gets a full refund of {price} at once. You receive nothing, and no fee is taken. This ends the order.
          </Trans>
        </p>
      )
    case 'cancel':
      return (
        <p>
          <Trans>
            You get a full refund of {price} at once. {other} receives nothing, and no fee is taken. This ends the order.
          </Trans>
        </p>
      )
    case 'deliver':
      return (
        <p>
          <Trans>
            {other} then sees your message and files, and has 14 days to check your work and release {gets} to you. After that, anyone,
            including you, may release it.
          </Trans>
        </p>
      )
    case 'complete':
      return (
        <>
          <p>
            <Trans>
              {other} receives {gets} at once; the platform fee of {fee} ({percent}) goes to {brandName}.
            </Trans>
          </p>
          <FinalNote />
        </>
      )
    case 'release':
      return (
        <p>
          <Trans>
            More than 14 days have passed since the delivery. You receive {gets} at once; the platform fee of {fee} ({percent}) is taken.
            This ends the order.
          </Trans>
        </p>
      )
    default:
      return <DisputeEnd order={order} role={role} verb={verb} />
  }
}

/** What the steps of the host of an event mean. */
function PlaceSummary({ order, end, verb }: { order: Order; end: number; verb: 'accept' | 'deliver' }) {
  const gets = tokenAmount(order.sellerGets, order.token)
  const other = otherName(order, 'seller')
  const day = formatDate(end, 'dayTime')
  const grace = order.delivery + 2
  if (verb === 'deliver') {
    return (
      <p>
        <Trans>
          You confirm that the event has taken place. {other} then has 14 days to release {gets} to you or to open a dispute. After that,
          anyone, including you, may release it.
        </Trans>
      </p>
    )
  }
  return (
    <>
      <p>
        <Trans>
          You deliver once the event is over, on {day}. {gets} for you stays in escrow until {other} releases it; from 14 days after your
          delivery, anyone may release it to you.
        </Trans>
      </p>
      <p className="mute">
        <Plural
          value={grace}
          one={`Not delivered after # day? ${other} can then cancel and get a full refund.`}
          other={`Not delivered after # days? ${other} can then cancel and get a full refund.`}
        />
      </p>
    </>
  )
}

/** What a step that ends a dispute means, with the payout. */
function DisputeEnd({ order, role, verb }: { order: Order; role: Role; verb: 'agree' | 'concede' | 'settle' }) {
  const other = otherName(order, role)
  const { dispute } = order
  const bps = { agree: dispute?.counterAmount, concede: dispute?.amount, settle: dispute?.settleAmount }[verb] ?? 0
  const texts = {
    agree: dispute?.counterAmount ? (
      <Trans>You accept the offer of {other}, and get the refund at once.</Trans>
    ) : (
      <Trans>You withdraw your refund request, and {other} is paid at once.</Trans>
    ),
    concede: <Trans>You refund what {other} asks for, and receive the rest at once.</Trans>,
    settle:
      dispute?.counterAmount == null ? (
        role === 'buyer' ? (
          <Trans>{other} made no offer for 60 days, so you get the refund you asked for.</Trans>
        ) : (
          <Trans>You made no offer for 60 days, so {other} gets the refund asked for.</Trans>
        )
      ) : (
        <Trans>You did not agree within 60 days of the first offer, so the refund is halfway between both amounts.</Trans>
      ),
  }
  return (
    <>
      <p>{texts[verb]}</p>
      <Split order={order} role={role} refund={refundOf(BigInt(order.price), bps)} />
      <FinalNote />
    </>
  )
}

function FinalNote() {
  return (
    <p className="mute">
      <Trans>This ends the order and cannot be undone.</Trans>
    </p>
  )
}
