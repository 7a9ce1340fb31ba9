import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { HistoryPart, Message } from '../../../workers/chat/messages.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { toast } from '../../ui/toast.ts'
import { QUIET_MS } from './use-parts.ts'
import type { OpenRoom } from './use-room.ts'

/** How long the message is highlighted (ms). */
const HIGHLIGHT_MS = 4000

/** Shows a message, wherever in the room it is: loads its part if necessary, scrolls to it, focuses it and highlights it for a moment. */
export function useShownMessage(room: OpenRoom, scroller: RefObject<HTMLDivElement | null>) {
  const [wanted, setWanted] = useState<number | null>(null)
  const [isLoading, setLoading] = useState(false)
  const { messages } = room.state

  /** Loads another part of the room. Returns its messages, or null after an error, which is shown. */
  const load = async (part: HistoryPart): Promise<Message[] | null> => {
    setLoading(true)
    try {
      return (await room.showPart(part)).messages
    } catch (error) {
      toast(errorText(error), 'bad')
      setWanted(null)
      return null
    } finally {
      // Later than the messages, so that a screen reader does not read them out.
      setTimeout(setLoading, QUIET_MS, false)
    }
  }

  const loadIfMissing = useEffectEvent((seq: number) => {
    if (!messages.some((message) => message.seq === seq)) void load({ around: seq })
  })
  useEffect(() => {
    if (wanted !== null) loadIfMissing(wanted)
  }, [wanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the message appears when its part is rendered
  useEffect(() => {
    const row = wanted === null ? null : scroller.current?.querySelector<HTMLElement>(`[data-seq="${wanted}"]`)
    if (!row) return
    setWanted(null)
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center' })
    const marked = { background: 'var(--amber-wash)', boxShadow: '0 0 0 6px var(--amber-wash), 0 0 0 8px var(--amber)' }
    // Only colours fade, at the end, so this is also for readers who want less motion.
    row.animate([marked, { ...marked, offset: 0.8 }, {}], { duration: HIGHLIGHT_MS })
  }, [wanted, messages])

  return {
    isLoading,
    /** Shows the message with this seq. */
    show: setWanted,
    /** Shows the first message from a time on (UTC seconds), or the newest. */
    async showFrom(from: number) {
      const found = await load({ from })
      setWanted((found?.find(({ at }) => at >= from) ?? found?.at(-1))?.seq ?? null)
    },
  }
}
