import type { DeliveryStep } from '../../workers/orders/deliveries.schema.ts'
import { type Order, VERBS, type Verb } from '../../workers/orders/orders.schema.ts'

type ShownEvent = 'NewOrder' | (typeof VERBS)[Verb]['event']
const SHOWN_EVENTS: ReadonlySet<string> = new Set(['NewOrder', ...Object.values(VERBS).map(({ event }) => event)])

/** A step of an order that has happened: an event on chain, a change request, or a delivery after one. */
export interface TimelineEntry {
  key: string
  name: ShownEvent | 'changes' | 'deliveredAgain'
  /** UTC seconds. */
  at: number
  /** Which change request of the order this is, from 1. */
  number?: number
  /** The event on chain; null for a step that is only on this site. */
  event: Order['history'][number] | null
}

/** Whether an event has an entry. Accepting an offer first lowers the ask to it, in the same transaction; only the acceptance is shown. */
const isShown = ({ name, transactionHash }: Order['history'][number], next: Order['history'][number] | undefined): boolean =>
  SHOWN_EVENTS.has(name) && !(name === 'UpdateDispute' && next?.transactionHash === transactionHash)

/**
 * The entries of an order's timeline, oldest first: its events on chain and, after the event of the delivery, the change requests and later
 * deliveries. The first delivery has no entry of its own, because it is part of its event.
 */
export function timelineOf({ history }: Order, steps: readonly DeliveryStep[]): TimelineEntry[] {
  const later = steps.slice(steps[0]?.kind === 'delivery' ? 1 : 0)
  const entries = later.map(({ id, kind, at }, i): TimelineEntry => {
    const step = { key: id, at, event: null }
    if (kind === 'delivery') return { ...step, name: 'deliveredAgain' }
    return { ...step, name: 'changes', number: later.slice(0, i + 1).filter((one) => one.kind === 'changes').length }
  })
  return history.flatMap((event, i): TimelineEntry[] => {
    if (!isShown(event, history[i + 1])) return []
    const name = event.name as ShownEvent
    return [{ key: event.transactionHash + name, name, at: event.at, event }, ...(name === 'DeliverOrder' ? entries : [])]
  })
}
