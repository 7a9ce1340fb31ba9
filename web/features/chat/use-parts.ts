import { useRef, useState } from 'react'
import { errorText } from '../../lib/errors.ts'
import { toast } from '../../ui/toast.ts'
import { isEarlier } from './room-state.ts'
import type { OpenRoom } from './use-room.ts'

/** How long added messages are not read out by screen readers (ms). */
export const QUIET_MS = 200
/** Within this distance of the first or last message of the list (pixels), the next page is loaded. */
const AHEAD = 800

/** The distance of the visible part from the end of the list (pixels). */
export const restBelow = (box: HTMLElement): number => box.scrollHeight - box.scrollTop - box.clientHeight

/** Loads other parts of a room while the reader scrolls, and shows the errors. */
export function useParts(room: OpenRoom) {
  const [isLoading, setLoading] = useState(false)
  const isPageLoading = useRef(false)
  const load = async (loadPart: () => Promise<unknown>) => {
    setLoading(true)
    await loadPart().catch((error: unknown) => toast(errorText(error), 'bad'))
    // Later than the messages, so that a screen reader does not read them out.
    setTimeout(setLoading, QUIET_MS, false)
  }
  /** Loads the page before or after the list, one at a time. */
  const loadPage = async (loadPart: () => Promise<void>) => {
    if (isPageLoading.current) return
    isPageLoading.current = true
    await load(loadPart)
    isPageLoading.current = false
  }
  return {
    isLoading,
    loadOlder: () => loadPage(room.loadOlder),
    /** Loads the next page if the reader is near an end of the list. */
    loadNear(box: HTMLElement) {
      if (room.state.more && box.scrollTop < AHEAD) void loadPage(room.loadOlder)
      else if (isEarlier(room.state) && restBelow(box) < AHEAD) void loadPage(room.loadNewer)
    },
    /** Shows the end of the room instead of an earlier part. */
    showEnd: () => load(() => room.showPart({})),
  }
}
