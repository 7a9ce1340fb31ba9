import { useEffect, useEffectEvent } from 'react'

/** Calls `onClose` once `done` has held for `ms`, however often what shows it is drawn meanwhile. */
export function useCloseAfter(done: boolean, ms: number, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(close, ms)
    return () => clearTimeout(timer)
  }, [done, ms])
}
