import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeliveryStep } from '../../../workers/orders/deliveries.schema.ts'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { labelHistory } from './order-labels.ts'

interface TimelineEntry {
  key: string
  label: MessageDescriptor
  /** UTC seconds. */
  at: number
  /** The event on chain; null for a step that is only on this site. */
  event: Order['history'][number] | null
}

/**
 * The entries of an order's timeline, oldest first: its events on chain and, after the event of the delivery, the change requests and later
 * deliveries. The first delivery has no entry of its own, because it is part of its event.
 */
export function timelineOf(order: Order, steps: readonly DeliveryStep[]): TimelineEntry[] {
  const { revisions } = order
  const later = steps.slice(steps[0]?.kind === 'delivery' ? 1 : 0)
  const entries = later.map(({ id, kind, at }, i): TimelineEntry => {
    const number = later.slice(0, i + 1).filter((step) => step.kind === 'changes').length
    const label =
      kind === 'changes'
        ? { ...msg({ message: 'Changes requested ({number} of {revisions})' }), values: { number, revisions } }
        : msg`Delivered again`
    return { key: id, label, at, event: null }
  })
  return labelHistory(order).flatMap((event) => {
    const { label, at, name, transactionHash } = event
    return [{ key: transactionHash + name, label, at, event }, ...(name === 'DeliverOrder' ? entries : [])]
  })
}
