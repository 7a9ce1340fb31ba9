import { useSyncExternalStore } from 'react'

/**
 * A value outside React that components can subscribe to, for state that any code may change, such as toasts. A server renders its initial
 * value, and so does the first render in the browser; with `isShared`, the value that modules have set, which is the same on both.
 */
export function createStore<T>(initial: T, isShared?: boolean) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, isShared ? get : () => initial),
  }
}
