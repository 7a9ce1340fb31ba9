import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadCatalog } from './i18n.ts'

/** What fails for lack of a network is tried again when there is one; any other failure is one. */
async function patiently<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
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
