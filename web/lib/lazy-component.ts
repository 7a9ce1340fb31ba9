import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react'
import { createStore } from '../ui/store.ts'
import { lookForServer, onReturn, useOnline } from './connection.ts'
import { loadCatalog } from './i18n.ts'

/** Loads that failed and wait; each is run to try again. */
const failed = createStore<readonly (() => void)[]>([])

/** Whether something on this page waits for code that could not be loaded. */
export const useUnloaded = (): boolean => failed.use().length > 0

/** Tries everything again that could not be loaded. */
export function loadAgain(): void {
  const waiting = failed.get()
  failed.set([])
  for (const run of waiting) run()
}
onReturn(loadAgain)

/**
 * A failed load is not an error of the page: what was to be shown waits, everything else stays, and `Unloaded` says so and offers to
 * try again.
 */
async function patiently<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    // Whether it is the network; if so it is tried again by itself when there is one.
    await lookForServer()
    await new Promise<void>((resolve) => failed.set([...failed.get(), resolve]))
    return patiently(load)
  }
}

export type Later<P> = LazyExoticComponent<ComponentType<P>> & { fetch: () => Promise<unknown> }

/** A component whose code, and the texts of these catalogs, are loaded when it is first drawn, or with `fetch()` before. */
export function soon<P>(load: () => Promise<{ default: ComponentType<P> }>, catalogs: string[]): Later<P> {
  const fetch = () => Promise.all([load(), ...catalogs.map(loadCatalog)]).then(([module]) => module)
  return Object.assign(
    lazy(() => patiently(fetch)),
    { fetch },
  )
}

/** The same with the texts of the controls: for everything but the first page, which has none of those. */
export const later = <P>(load: () => Promise<{ default: ComponentType<P> }>, features: string[] = []): Later<P> =>
  soon(load, ['ui', ...features])

/** A deploy may have replaced the files of an open page: loads it anew, but not twice in a minute. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem('reloaded'))
  if (Date.now() - last < 60_000) return
  sessionStorage.setItem('reloaded', String(Date.now()))
  location.reload()
}

/** Does so where nothing can be lost: `leaving` an old page, or before there is a first one. */
export function useFreshFiles(leaving: boolean): void {
  const [unloaded, online] = [useUnloaded(), useOnline()]
  const stuck = leaving && unloaded && online
  useEffect(() => {
    if (stuck) reloadOnce()
  }, [stuck])
}
