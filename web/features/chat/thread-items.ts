import type { Message } from '../../../workers/chat/messages.schema.ts'
import type { TimelineEntry } from '../../lib/order-timeline.ts'

/** What a thread shows in one place: a message, or a step of the room's order. `at` is in UTC seconds. */
export type ThreadItem = { at: number; message: Message; step?: undefined } | { at: number; message?: undefined; step: TimelineEntry }

/** The part of a room that is loaded: its consecutive messages, and whether the room has others before and after them. */
interface LoadedPart {
  messages: readonly Message[]
  hasEarlier: boolean
  hasLater: boolean
}

/**
 * Puts the steps of an order between the messages, by their times. Both keep their own order, because the times of the chain may differ from
 * those of the server. Steps from before or after a part of the room are left out until that part is loaded.
 */
export function threadItems({ messages, hasEarlier, hasLater }: LoadedPart, steps: readonly TimelineEntry[]): ThreadItem[] {
  const from = (hasEarlier ? messages[0]?.at : undefined) ?? Number.NEGATIVE_INFINITY
  const to = (hasLater ? messages.at(-1)?.at : undefined) ?? Number.POSITIVE_INFINITY
  const shown = steps.filter(({ at }) => at >= from && at < to)
  let next = 0
  const stepsBefore = (time: number): ThreadItem[] => {
    const first = next
    while (next < shown.length && shown[next]!.at < time) next++
    return shown.slice(first, next).map((step) => ({ at: step.at, step }))
  }
  return [
    ...messages.flatMap((message): ThreadItem[] => [...stepsBefore(message.at), { at: message.at, message }]),
    ...stepsBefore(Number.POSITIVE_INFINITY),
  ]
}
