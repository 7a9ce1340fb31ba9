import { CACHES, OFFLINE_PATH } from './cache-names.ts'

/** A page of which the service worker has stored a copy. */
export interface StoredPage {
  path: string
  title: string
}

/** The pages that open without a connection, newest first. Empty where the browser has no such storage. */
export async function storedPages(): Promise<StoredPage[]> {
  try {
    const cache = await caches.open(CACHES.pages)
    const pages: StoredPage[] = []
    for (const key of await cache.keys()) {
      const path = new URL(key.url).pathname
      const html = await (await cache.match(key))?.text()
      if (path === OFFLINE_PATH || html === undefined) continue
      const { title } = new DOMParser().parseFromString(html, 'text/html')
      // The name of the product follows the title.
      pages.unshift({ path, title: title.split(' · ').slice(0, -1).join(' · ') || title || path })
    }
    return pages
  } catch {
    return []
  }
}

/** Deletes the copies of pages, because their list says what was read here. The offline page stays. */
export async function forgetPages(): Promise<void> {
  try {
    const cache = await caches.open(CACHES.pages)
    const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== OFFLINE_PATH)
    await Promise.all(pages.map((key) => cache.delete(key)))
  } catch {
    // A browser without such storage has no copies.
  }
}

/** The address in the fragment of the offline page: a path of this site with its query, or the home page if it is anything else. */
export function samePage(fragment: string): string {
  const path = fragment.slice(1)
  // `//host` and `/\host` would be another site.
  return /^\/(?![/\\])[^\s\\]*$/.test(path) && !path.startsWith(OFFLINE_PATH) ? path : '/'
}
