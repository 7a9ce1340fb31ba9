/** Browser storage that never throws: it may be disabled or full. */

/** The storage of the browser, or that of one tab. */
export type Area = 'localStorage' | 'sessionStorage'

/** The text stored under a key, or null. */
export function readStored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text under a key; null removes it. Returns whether the browser did so. */
export function store(key: string, text: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}
