/** Browser storage that never throws: it may be disabled or full. */

/** The text stored under a key, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text under a key; null removes it. Returns whether the browser did so. */
export function store(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** The JSON value stored under a key; null if there is none or it is invalid. Check it before use: it may have been changed by others. */
export function readJson<Value>(key: string): Value | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}
