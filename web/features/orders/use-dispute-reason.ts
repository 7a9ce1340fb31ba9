import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cleanText } from '../../../workers/chat/messages.schema.ts'
import type { Order, PartyVerb, Role } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { postMessage } from '../../queries/chat.ts'
import { forgetReason, forgetReasons, rememberReason } from '../../queries/dispute-reasons.ts'

/** The bounds of a reason (characters). With the text before it, the longest reason still fits into one message. */
export const MIN_REASON = 10
export const MAX_REASON = 1000

/**
 * The reason for a dispute. It is sent as a message in the order's room, because the contract stores no reason; without a room, none is
 * required (`isRequired`). `fault` is the bound that the text breaks. `remember` stores it before the wallet is asked, so that the next visit
 * can send it if the page is reloaded meanwhile; `forget` removes it if the person declines.
 */
export function useDisputeReason(order: Order, role: Role, verb: PartyVerb) {
  const { t } = useLingui()
  const { room } = order
  const [reason, setReason] = useState('')
  /** Every attempt has the same id, so that a repeated message is stored once. */
  const [clientId] = useState(() => crypto.randomUUID())
  const said = cleanText(reason)
  const isRequired = verb === 'dispute' && room !== null
  const fault: 'long' | 'short' | null = !isRequired
    ? null
    : reason.length > MAX_REASON
      ? 'long'
      : said.length < MIN_REASON
        ? 'short'
        : null

  /** The message, with the refund that is asked for (basis points). */
  const textOf = (refund: number) => {
    const share = formatBps(refund)
    return t`I opened a dispute and ask for a refund of ${share}.\n\n${said}`
  }
  const remember = (refund: number) => {
    const userId = role === 'buyer' ? order.buyer_id : order.seller_id
    if (isRequired && userId !== null) {
      rememberReason({ userId, orderId: order.id, roomId: room, clientId, text: textOf(refund), refund })
    }
  }
  const forget = () => {
    if (isRequired) forgetReason(clientId)
  }
  const post = async (refund: number) => {
    if (!isRequired) return
    await postMessage(room, clientId, textOf(refund))
    forgetReasons(order.id)
  }

  return { isRequired, reason, setReason, fault, remember, forget, post }
}
