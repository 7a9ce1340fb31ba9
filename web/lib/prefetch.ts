import { useEffect } from 'react'
import type { Later } from './lazy-component.ts'

/**
 * Fetches code that a press on this page will need once the browser has nothing better to do, so that the press works without a
 * network. Only for signed-in people (`wanted`), whose presses move money, and never for those who save data.
 */
export function useAhead(wanted: unknown, ...parts: Pick<Later<never>, 'fetch'>[]): void {
  const now = Boolean(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a place never change
  useEffect(() => {
    if (!now || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    // Safari has no idle callback.
    const later = window.requestIdleCallback ?? setTimeout
    later(() => {
      for (const part of parts) part.fetch().catch(() => {})
    })
  }, [now])
}
