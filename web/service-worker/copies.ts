import { CACHES, OFFLINE_PATH } from '../lib/cache-names.ts'

declare const self: ServiceWorkerGlobalScope

/** At most this many pages and files are stored; the oldest are removed. */
const MAX_PAGES = 30
const MAX_FILES = 400
/** A stored page is loaded again when it is shown after this time (ms). */
const FRESH_MS = 3_600_000

/** Whether a path is a file of the build, a picture or an icon. Their addresses change with their content. */
export const isFile = (path: string): boolean => /^\/(assets|art|media)\/|^\/[\w-]+\.(svg|png|webmanifest)$/.test(path)

/** The paths of the files that a page's HTML names: scripts, styles, fonts and pictures. */
export const filesOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/\b(?:src|href)="(\/[^"?#]+)"/g)].map(([, path]) => path!).filter(isFile)),
]

/** Whether a response may be stored: not an answer for one member, and no error. */
export const isStorable = (response: Response): boolean =>
  response.status === 200 && !response.redirected && !/no-store/.test(response.headers.get('cache-control') ?? '')

async function trim(cache: Cache, max: number): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((key) => cache.delete(key)))
}

async function saveFiles(paths: string[]): Promise<void> {
  const files = await caches.open(CACHES.files)
  for (const path of paths) {
    if (await files.match(path)) continue
    const response = await fetch(path, { credentials: 'omit' }).catch(() => undefined)
    if (response && isStorable(response)) await files.put(path, response)
  }
  await trim(files, MAX_FILES)
}

const ageOf = (copy: Response) => Date.now() - Date.parse(copy.headers.get('date') ?? '')

/**
 * Stores a page as a guest sees it, with its files. The request has no cookies, so no copy contains anything of a member. Pages that search
 * engines may not index are not stored, because a guest sees nothing on them.
 */
export async function savePage(path: string, lang: string): Promise<void> {
  const url = new URL(path, self.location.origin)
  // The path of our page `//host/` is also the address of another site.
  if (url.origin !== self.location.origin) return
  const pages = await caches.open(CACHES.pages)
  const copy = await pages.match(path)
  if (copy && copy.headers.get('content-language') === lang && ageOf(copy) < FRESH_MS) return
  url.searchParams.set('hl', lang)
  const response = await fetch(url, { credentials: 'omit', headers: { accept: 'text/html' } }).catch(() => undefined)
  // What was hidden or deleted is not shown any longer.
  if (response?.status === 404) await pages.delete(path)
  if (!response || !isStorable(response)) return
  const html = await response.clone().text()
  // A page whose data could not be loaded has no canonical address either, so an older copy stays.
  if (path !== OFFLINE_PATH && !html.includes('rel="canonical"')) return
  await pages.delete(path)
  await pages.put(path, response)
  await trim(pages, MAX_PAGES)
  await saveFiles(filesOf(html))
}

/** A page from the network; without a connection its copy, or else the offline page. */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url)
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))
  } catch {
    const pages = await caches.open(CACHES.pages)
    const copy = await pages.match(pathname)
    if (copy) return copy
    // A redirect, because the app shows the page of its address.
    return Response.redirect(`${OFFLINE_PATH}#${pathname}${search}`)
  }
}

/** The copy of a picture in any size, because only one size of each was stored. */
async function findPicture(files: Cache, path: string): Promise<Response | undefined> {
  const folder = /^\/media\/[^/]+\//.exec(path)?.[0]
  const key = folder && (await files.keys()).find(({ url }) => new URL(url).pathname.startsWith(folder))
  return key ? files.match(key) : undefined
}

/** A file from the network, which is then stored; without a connection its copy. */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const { pathname } = new URL(request.url)
  const files = await caches.open(CACHES.files)
  try {
    const response = await fetch(request)
    // Pictures are stored only with their page: a list has too many.
    if (pathname.startsWith('/assets/') && isStorable(response)) {
      const copy = response.clone()
      event.waitUntil(files.match(pathname).then((stored) => (stored ? undefined : files.put(pathname, copy))))
    }
    return response
  } catch (error) {
    const copy = (await files.match(pathname)) ?? (await findPicture(files, pathname))
    if (copy) return copy
    throw error
  }
}

/** Removes the caches of earlier formats. */
export async function removeOldCaches(): Promise<void> {
  const current: string[] = Object.values(CACHES)
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)))
}
