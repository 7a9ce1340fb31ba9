import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cleanText } from '../../../workers/chat/messages.schema.ts'
import type { Order, PartyVerb } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { postMessage } from '../../queries/chat.ts'

/** The bounds of a reason (characters). With the text before it, the longest reason still fits into one message. */
export const MIN_REASON = 10
export const MAX_REASON = 1000

/**
 * The reason for a dispute. It is sent as a message in the order's room, because the contract stores no reason; without a room, none is
 * required (`isRequired`). `fault` is the bound that the text breaks.
 */
export function useDisputeReason({ room }: Order, verb: PartyVerb) {
  const { t } = useLingui()
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

  /** Sends the reason and the refund that the buyer asks for (basis points). */
  const post = async (refund: number) => {
    if (!isRequired) return
    const share = formatBps(refund)
    await postMessage(room, clientId, t`I opened a dispute and ask for a refund of ${share}.\n\n${said}`)
  }

  return { isRequired, reason, setReason, fault, post }
}
