import { type ComponentType, createElement, type LazyExoticComponent, lazy, useEffect } from 'react'
import { catalogFolder } from '../page-entry.ts'
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

/** On a server: the loads that renders have started and that have not ended. The server renders the page again after them. */
export const serverLoads = new Set<Promise<unknown>>()

/** On a server: the source files of the code and texts that renders have used. `{lang}` stands for the language. */
export const serverSources = new Set<string>()

/** On a server: the source files of sections whose code is loaded later, so that only their styles are needed at once. */
export const serverStyles = new Set<string>()

/** A module with a component. In the server build it also has its source file. */
type Module<P> = { default: ComponentType<P>; __source?: string }

/** The module with a component that records in `used` that it was rendered. */
function recorded<P>({ default: Component, __source }: Module<P>, catalogs: readonly string[], used: Set<string>): Module<P> {
  const sources = [...(__source ? [__source] : []), ...catalogs.map((name) => `${catalogFolder(name)}/{lang}.po`)]
  return {
    default: (props) => {
      for (const source of sources) used.add(source)
      return createElement(Component as ComponentType<object>, props as object)
    },
  }
}

function remember<T>(load: Promise<T>): Promise<T> {
  serverLoads.add(load)
  // A failed load leaves its place in the HTML empty, which the server notices.
  load.catch(() => {}).finally(() => serverLoads.delete(load))
  return load
}

/**
 * A component whose code and catalogs are loaded when it is first rendered, or before that by `fetch()`. After `fetch()` it is rendered
 * without suspending.
 */
export function lazyPage<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  catalogs: readonly string[],
  used = serverSources,
): LazyComponent<P> {
  let loaded: Module<P> | undefined
  const fetch = () =>
    Promise.all([load(), ...catalogs.map(loadCatalog)]).then(
      ([module]) => (loaded ??= import.meta.env.SSR ? recorded(module, catalogs, used) : module),
    )
  const start = (): PromiseLike<Module<P>> => {
    // React calls `then` at once. With a promise it would show the fallback first.
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be a thenable
    if (loaded) return { then: (done: (module: Module<P>) => unknown) => done(loaded!) } as PromiseLike<Module<P>>
    return import.meta.env.SSR ? remember(fetch()) : loadUntilDone(fetch)
  }
  return Object.assign(lazy(start as () => Promise<Module<P>>), { fetch })
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
