import { useEffect, useEffectEvent } from 'react'

/** Calls `onClose` when `done` has been true for `ms` milliseconds. Renders in between do not restart the timer. */
export function useCloseAfter(done: boolean, ms: number, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(close, ms)
    return () => clearTimeout(timer)
  }, [done, ms])
}
