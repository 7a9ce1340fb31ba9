import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cleanText } from '../../../workers/chat/messages.schema.ts'
import type { Order, PartyVerb, Role } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { forgetReason, rememberReason, sendReason } from '../../queries/dispute-reasons.ts'

/** The bounds of a reason (characters). With the text before it, the longest reason still fits into one message and one statement. */
export const MIN_REASON = 10
export const MAX_REASON = 1000

/**
 * The reason for a dispute (`isRequired`). The contract stores none, so it is sent as the buyer's first evidence and, if the order has a
 * room, as a message there. `fault` is the bound that the text breaks. `remember` stores it before the wallet is asked, so that the next
 * visit can send it if the page is reloaded meanwhile; `forget` removes it if the person declines.
 */
export function useDisputeReason(order: Order, role: Role, verb: PartyVerb) {
  const { t } = useLingui()
  const roomId = order.room ?? ''
  const [reason, setReason] = useState('')
  /** Every attempt has the same id, so that a repeated reason is stored once. */
  const [clientId] = useState(() => crypto.randomUUID())
  const said = cleanText(reason)
  const isRequired = verb === 'dispute'
  const fault: 'long' | 'short' | null = !isRequired
    ? null
    : reason.length > MAX_REASON
      ? 'long'
      : said.length < MIN_REASON
        ? 'short'
        : null

  /** The text, with the refund that is asked for (basis points). */
  const textOf = (refund: number) => {
    const share = formatBps(refund)
    return t`I opened a dispute and ask for a refund of ${share}.\n\n${said}`
  }
  const remember = (refund: number) => {
    const userId = role === 'buyer' ? order.buyer_id : order.seller_id
    if (isRequired && userId !== null) {
      rememberReason({ userId, orderId: order.id, roomId, clientId, text: textOf(refund), refund })
    }
  }
  const forget = () => {
    if (isRequired) forgetReason(clientId)
  }
  const post = async (refund: number) => {
    if (isRequired) await sendReason({ orderId: order.id, roomId, clientId, text: textOf(refund) })
  }

  return { isRequired, reason, setReason, fault, remember, forget, post }
}
