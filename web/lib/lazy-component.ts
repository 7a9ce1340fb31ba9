import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react'
import { createStore } from '../ui/store.ts'
import { checkServer, onReconnect, useOnline } from './connection.ts'
import { loadCatalog } from './i18n.ts'
import { readStored, store } from './storage.ts'

/** Failed loads; each function retries one. */
const failed = createStore<readonly (() => void)[]>([])

/** Whether code that this page needs could not be loaded. */
export const useHasFailedLoads = (): boolean => failed.use().length > 0

/** Retries all failed loads. */
export function retryFailedLoads(): void {
  const waiting = failed.get()
  failed.set([])
  for (const run of waiting) run()
}
onReconnect(retryFailedLoads)

/**
 * Loads code, and waits for a retry if that fails. A failed load is not an error of the page: the rest stays, and ConnectionNotice offers a
 * retry.
 */
export async function loadUntilDone<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    // If the server cannot be reached, the load is retried when it answers again.
    await checkServer()
    await new Promise<void>((resolve) => failed.set([...failed.get(), resolve]))
    return loadUntilDone(load)
  }
}

export type LazyComponent<P> = LazyExoticComponent<ComponentType<P>> & { fetch: () => Promise<unknown> }

/** A component whose code and catalogs are loaded when it is first rendered, or before that by `fetch()`. */
export function lazyPage<P>(load: () => Promise<{ default: ComponentType<P> }>, catalogs: readonly string[]): LazyComponent<P> {
  const fetch = () => Promise.all([load(), ...catalogs.map(loadCatalog)]).then(([module]) => module)
  return Object.assign(
    lazy(() => loadUntilDone(fetch)),
    { fetch },
  )
}

/** As {@link lazyPage}, for a component that is not a page. It also loads the catalog of the controls. */
export const lazyComponent = <P>(load: () => Promise<{ default: ComponentType<P> }>, catalogs: string[] = []): LazyComponent<P> =>
  lazyPage(load, ['ui', ...catalogs])

/** Reloads the page, at most once a minute, because a deploy may have replaced its files. */
export function reloadOnce(): void {
  const last = Number(readStored('reloaded', 'sessionStorage'))
  if (Date.now() - last < 60_000) return
  // Without the stored time the page could reload endlessly.
  if (store('reloaded', String(Date.now()), 'sessionStorage')) location.reload()
}

/** Reloads the page if code cannot be loaded and no input can be lost: when `leaving` a page, or before the first one is shown. */
export function useReloadForNewFiles(leaving: boolean): void {
  const [unloaded, online] = [useHasFailedLoads(), useOnline()]
  const stuck = leaving && unloaded && online
  useEffect(() => {
    if (stuck) reloadOnce()
  }, [stuck])
}
