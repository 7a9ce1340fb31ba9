import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../lib/errors.ts'
import { toast } from '../../ui/toast.ts'
import type { OpenRoom } from './use-room.ts'

/** How long the message is highlighted (ms). */
const HIGHLIGHT_MS = 1600

/** Shows a message by its seq: loads the messages up to it, scrolls to it, focuses it and highlights it for a moment. */
export function useShownMessage(room: OpenRoom, scroller: RefObject<HTMLDivElement | null>) {
  const { t } = useLingui()
  const [wanted, setWanted] = useState<number | null>(null)
  const [isLoading, setLoading] = useState(false)
  const { messages } = room.state

  const load = useEffectEvent(async (seq: number) => {
    if ((messages[0]?.seq ?? 0) <= seq) return
    setLoading(true)
    try {
      if (await room.loadUntil(seq)) return
      toast(t`This message is too far back. Load earlier messages first.`, 'info')
      setWanted(null)
    } catch (error) {
      toast(errorText(error), 'bad')
      setWanted(null)
    } finally {
      setLoading(false)
    }
  })
  useEffect(() => {
    if (wanted !== null) void load(wanted)
  }, [wanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the message appears when the older messages are rendered
  useEffect(() => {
    const row = wanted === null ? null : scroller.current?.querySelector<HTMLElement>(`[data-seq="${wanted}"]`)
    if (!row) return
    setWanted(null)
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center' })
    row.animate([{ background: 'var(--amber-wash)' }, { background: 'transparent' }], { duration: HIGHLIGHT_MS, easing: 'ease-in' })
  }, [wanted, messages])

  return { show: setWanted, isLoading }
}
