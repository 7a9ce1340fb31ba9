import { useEffect } from 'react'
import type { LazyComponent } from './lazy-component.ts'

/**
 * As soon as the browser is idle, loads code that a press on this page needs, so that the press works offline. Does so only if `wanted`,
 * for example for signed-in members, and never in data-saving mode.
 */
export function usePrefetch(wanted: unknown, ...components: Pick<LazyComponent<never>, 'fetch'>[]): void {
  const isWanted = Boolean(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the components of a call never change
  useEffect(() => {
    if (!isWanted || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    // Safari has no idle callback.
    const whenIdle = window.requestIdleCallback ?? setTimeout
    whenIdle(() => {
      for (const component of components) component.fetch().catch(() => {})
    })
  }, [isWanted])
}
