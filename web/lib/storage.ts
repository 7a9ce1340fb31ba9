/** Browser storage that never throws: a browser may keep nothing, or be full. */

/** The text stored under a key, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text under a key; null removes it. Answers whether the browser did so. */
export function store(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** The JSON value stored under a key; null where there is none or it cannot be read. Anybody can have written it. */
export function readJson<Value>(key: string): Value | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}
