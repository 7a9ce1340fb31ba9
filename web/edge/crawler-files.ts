import { RESERVED_NAMES } from '../../workers/auth/credentials.schema.ts'
import type { Locale } from '../../workers/shared/locales.schema.ts'
import { DEFAULT_LOCALE, findLocale } from '../../workers/shared/locales.schema.ts'
import type { ListType } from '../lib/paths.ts'
import { cacheControl, cached, type Lifetime } from './edge-cache.ts'
import { feed } from './feeds.ts'
import type { Ask } from './pages.ts'
import { type FileAtPath, postsAsJson, postsAsRss } from './post-feeds.ts'
import { llmsText, openSearch } from './site-texts.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'

/** The files that machines read: what they contain does not depend on the visitor. */

const MINUTES = 60
const HOURS = 60 * MINUTES

/** As long as a page: a post that was deleted or hidden can so be seen in a feed for up to six minutes. */
const FEED_OF_CREATOR: Lifetime = { fresh: MINUTES, shared: 5 * MINUTES }

/** What a file is made of. `name` and `part` are the parts of its path that the pattern captures. */
interface FileAsk extends Ask {
  name: string
  part: string
}

interface CrawlerFile {
  /** Its path, with the part that differs between files of a kind in a group. */
  path: RegExp
  type: string
  lifetime: Lifetime
  /** Whether `?hl=` chooses its language. Without it the file is in the default language, as it must not depend on the visitor. */
  hasLanguage?: boolean
  /** Whether the name in its path is that of a creator, which no address of the app is. Other spellings of its path are redirected. */
  isOfCreator?: boolean
  /** The content, with its only path if it has one, or null if there is no such file. */
  make: (ask: FileAsk) => Promise<string | FileAtPath | null> | string | null
}

/** The header with the only path of a kept file. */
const PATH = 'x-path'

/** Paths that are for their visitor only, or that have no end, such as searches. */
const PRIVATE = ['/api', '/search', '/list', '/orders', '/invoices', '/messenger', '/notifications', '/settings', '/admin']
/** A rule covers all paths that begin with it, so each names what follows: the page of the creator `ordersAiko` is public. */
const PRIVATE_RULES = PRIVATE.flatMap((path) => ['/', '?', '$'].map((end) => `Disallow: ${path}${end}\n`)).join('')

/** Allows crawlers everything that is public. A preview is not for search engines at all. */
const robots = ({ env, origin }: FileAsk): string =>
  env.ENV === 'preview'
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nAllow: /api/docs\nAllow: /api/openapi.json\n${PRIVATE_RULES}\nSitemap: ${origin}/sitemap.xml\n`

const FILES: readonly CrawlerFile[] = [
  { path: /^\/(robots)\.txt$/, type: 'text/plain', lifetime: { fresh: HOURS, shared: HOURS }, make: robots },
  { path: /^\/(sitemap)\.xml$/, type: 'application/xml', lifetime: { fresh: 0, shared: 10 * MINUTES }, make: sitemapIndex },
  {
    path: /^\/sitemaps\/([a-z]+(?:-\d+)?)\.xml$/,
    type: 'application/xml',
    lifetime: { fresh: 0, shared: HOURS },
    make: (ask) => sitemapFile(ask.name, ask),
  },
  {
    path: /^\/(services|jobs|events)(?:\/c\/([a-z0-9-]{1,60}))?\/feed\.xml$/,
    type: 'application/rss+xml',
    lifetime: { fresh: 5 * MINUTES, shared: 15 * MINUTES },
    hasLanguage: true,
    make: (ask) => feed(ask.name as ListType, ask.part, ask),
  },
  {
    path: /^\/([a-zA-Z0-9]{2,20})\/feed\.xml$/,
    type: 'application/rss+xml',
    lifetime: FEED_OF_CREATOR,
    isOfCreator: true,
    make: (ask) => postsAsRss(ask.name, ask),
  },
  {
    path: /^\/([a-zA-Z0-9]{2,20})\/feed\.json$/,
    type: 'application/feed+json',
    lifetime: FEED_OF_CREATOR,
    isOfCreator: true,
    make: (ask) => postsAsJson(ask.name, ask),
  },
  {
    path: /^\/(?!robots|llms)([A-Za-z0-9-]{8,128})\.txt$/,
    type: 'text/plain',
    lifetime: { fresh: 0, shared: HOURS },
    make: ({ env, name }) => (name === env.INDEXNOW_KEY ? name : null),
  },
  { path: /^\/(llms)\.txt$/, type: 'text/plain', lifetime: { fresh: HOURS, shared: HOURS }, make: ({ origin }) => llmsText(origin) },
  {
    path: /^\/(opensearch)\.xml$/,
    type: 'application/opensearchdescription+xml',
    lifetime: { fresh: 24 * HOURS, shared: HOURS },
    hasLanguage: true,
    make: ({ origin, locale }) => openSearch(origin, locale),
  },
]

/** The request for a file. */
export interface FileRequest extends Pick<Ask, 'env' | 'origin' | 'get'> {
  url: URL
  context: Pick<ExecutionContext, 'waitUntil'>
}

/** Finds the file at a path; null if the path belongs to no file. */
export const crawlerFileAt = (path: string): CrawlerFile | null =>
  FILES.find((file) => {
    const [, name] = file.path.exec(path) ?? []
    return name !== undefined && !(file.isOfCreator && RESERVED_NAMES.has(name.toLowerCase()))
  }) ?? null

/**
 * The content of a file from the edge cache, or made now; null if there is no such file. Another spelling of its only path is redirected.
 * Throws if an area does not answer.
 */
export async function answerFile(file: CrawlerFile, { env, origin, get, url, context }: FileRequest): Promise<Response | null> {
  const [, name = '', part = ''] = file.path.exec(url.pathname) ?? []
  const locale: Locale = (file.hasLanguage && findLocale(url.searchParams.get('hl'))) || DEFAULT_LOCALE
  // All spellings of a creator's name have one entry in the cache.
  const path = file.isOfCreator ? url.pathname.toLowerCase() : url.pathname
  const address = `${url.origin}${path}${file.hasLanguage ? `?hl=${locale}` : ''}`
  const answer = await cached(address, context, async () => {
    const made = await file.make({ env, origin, locale, get, name, part })
    if (made === null) return new Response(null, { status: 404 })
    const { content, path: only } = typeof made === 'string' ? { content: made, path: null } : made
    const headers = { 'content-type': `${file.type}; charset=utf-8`, 'cache-control': cacheControl(env, file.lifetime) }
    return new Response(content, { headers: { ...headers, ...(only !== null && { [PATH]: only }) } })
  })
  if (answer.status === 404) return null
  const only = answer.headers.get(PATH)
  if (only === null) return answer
  // Not kept: a name that is free again may be taken with other capital letters.
  if (only !== url.pathname) return new Response(null, { status: 308, headers: { location: only, 'cache-control': 'no-store' } })
  const shown = new Response(answer.body, answer)
  shown.headers.delete(PATH)
  return shown
}
