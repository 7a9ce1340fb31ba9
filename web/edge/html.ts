import { guestInfo, type UserInfo } from '../../workers/auth/users.schema.ts'
import { deployment } from '../../workers/shared/chain.ts'
import { origins } from '../../workers/shared/env.ts'
import { DEFAULT_LOCALE, findLocale, type Locale } from '../../workers/shared/locales.schema.ts'
import { describeError, log } from '../../workers/shared/log.ts'
import { paths } from '../lib/paths.ts'
import type { Config, PageRequest, Reader, RenderedPage, RenderPage } from '../page-request.ts'
import { matchPage } from '../pages.ts'
import type { EdgeEnv } from './env.ts'
import { pageHeaders, sealed } from './headers.ts'
import { headTags, inlineJson, pageJson } from './page.ts'
import { joinBytes, keptPage, type MadePage } from './page-cache.ts'
import { PAGE_SEARCH } from './page-search.ts'
import { type Ask, pageAt } from './pages.ts'
import { replacePlaceNames } from './place-in-address.ts'
import { type Built, preloadTags } from './preload.ts'
import { fillShell, type Shell } from './shell.ts'
import { clientHeaders, geoIpOf, hasSession, localeOf, readerOf, sideOf, themeOf } from './visitor.ts'

/** The files of this build, and the parts of its index.html. Defined by build.ts. */
declare const BUILT: Built
declare const SHELL: Shell
/** A hash of this build. */
declare const BUILD: string

/** Loads the code that renders pages, with the first page. */
export type LoadRenderer = () => Promise<{ renderPage: RenderPage }>

/** A request with what every answer needs. */
export interface Visit {
  request: Request
  url: URL
  env: EdgeEnv
  id: string
  context: Pick<ExecutionContext, 'waitUntil'>
  loadRenderer: LoadRenderer
}

/** The longest text that the search field takes (UTF-16 units). */
const MAX_SEARCH = 100

const EXPLORERS: Record<number, string> = { 8453: 'https://basescan.org', 84532: 'https://sepolia.basescan.org' }

/** The configuration of pages. It is fixed for a deployment, so it is built once per isolate. */
let known: Config | undefined
function config(env: EdgeEnv): Config {
  const { chainId, orderBook, orderBookCodeHash, tokens } = deployment(env)
  known ??= {
    env: env.ENV,
    chainId,
    orderBook,
    orderBookCodeHash,
    tokens,
    rpc: '/api/orders/rpc',
    explorer: EXPLORERS[chainId] ?? null,
    uploadOrigin: env.CONNECT_ORIGINS.split(/\s+/)[0] ?? '',
    walletConnect: env.WALLETCONNECT_PROJECT_ID || null,
  }
  return known
}

/** Source files that every page needs if the visitor is signed in. */
const MEMBER_SOURCES = [
  'personal-pages.ts',
  'locales/catalogs.{lang}.ts',
  'shell/lazy/MemberBar.tsx',
  'shell/lazy/PhoneBar.tsx',
  'shell/lazy/locales/{lang}.po',
  'features/carrots/locales/{lang}.po',
]

/** Sends a GET to an area as the visitor; for a guest without a cookie or a place, so that all guests get the same. */
function asVisitor({ request, url, env, id }: Visit, isGuest: boolean, language: string): Ask['get'] {
  const { 'x-request-id': requestId, 'x-address': address, ...place } = clientHeaders(request, id, env)
  const headers = {
    'x-request-id': requestId!,
    'x-address': address!,
    'accept-language': isGuest ? language : (request.headers.get('accept-language') ?? ''),
    ...(!isGuest && { ...place, cookie: request.headers.get('cookie') ?? '' }),
  }
  return (area, path) => env[area].fetch(new Request(url.origin + path, { headers }))
}

const infoOfMember = (get: Ask['get']): Promise<UserInfo | undefined> =>
  get('AUTH', '/api/auth/getUserInfo')
    .then((answer) => (answer.ok ? (answer.json() as Promise<UserInfo>) : undefined))
    .catch(() => undefined)

/** What the HTML of a page depends on. */
interface Asked {
  path: string
  /** The part of the query that changes the page, with its `?`. */
  search: string
  /**
   * The path without what does not change the page: the title in the address of a listing, a slash at its end, and capital letters in the
   * name of a creator.
   */
  shortPath: string
  /** Whether other spellings of its path are redirected. */
  hasOnePath: boolean
  isPersonal: boolean
  locale: Locale
  /** The language that the address names. */
  hl: Locale | undefined
  theme: 'light' | 'dark' | undefined
  side: '1' | '2' | undefined
  reader: Reader
}

/** Reads what a page depends on. A guest's page ignores parameters of the query that do not change it. */
function askedBy({ request, url }: Visit, isGuest: boolean): Asked {
  const locale = localeOf(request, url)
  const { page, params = {} } = matchPage(url.pathname) ?? {}
  const known = ((page && PAGE_SEARCH[page.source]) ?? []).flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  const shortPath = url.pathname.replace(params.slug === undefined ? /\/$/ : /\/[^/]+\/?$/, '')
  const isOfCreator = page?.source === 'creator-page/CreatorPage'
  return {
    path: url.pathname,
    hasOnePath: isOfCreator || page?.source === 'posts/PostPage',
    // Under an address that no page has: `/News` is the name of a creator for the matcher, and must not share what is kept of `/news`.
    shortPath: isOfCreator ? shortPath.toLowerCase().replace('/', '/@') : shortPath,
    search: !isGuest ? url.search : known.length ? `?${new URLSearchParams(known)}` : '',
    isPersonal: page?.isPersonal ?? false,
    locale,
    hl: findLocale(url.searchParams.get('hl')),
    theme: themeOf(request),
    side: sideOf(request),
    reader: readerOf(request, locale),
  }
}

/** The content of `#root`; empty if the page is for its visitor only or cannot be rendered, so that the browser renders it. */
async function renderRoot(
  { id, loadRenderer }: Visit,
  { path, search, isPersonal, locale }: Asked,
  data: PageRequest['data'],
): Promise<RenderedPage> {
  const nothing = { html: '', sources: [], styles: [], formatted: {} }
  if (isPersonal) return nothing
  try {
    const { renderPage } = await loadRenderer()
    return await renderPage({ path, search, locale, data })
  } catch (error) {
    log('error', 'page_not_rendered', { area: 'edge', path, requestId: id, error: describeError(error) })
    return nothing
  }
}

const encoder = new TextEncoder()

/** Makes a page: its tags, its first data and, if it is public, its content. `user` is undefined if it could not be loaded. */
async function makePage(visit: Visit, asked: Asked, get: Ask['get'], user: Promise<UserInfo | undefined>): Promise<MadePage> {
  const { env } = visit
  const { locale, hl, theme, side, reader, path, search, hasOnePath } = asked
  // The same for every requested host, so that a listing has one canonical address.
  const origin = origins(env)[0]!
  let isComplete = true
  const watched: Ask['get'] = async (area, call) => {
    const answer = await get(area, call).catch(() => null)
    if (!answer?.ok && answer?.status !== 404) isComplete = false
    if (!answer) throw new Error(`${area} does not answer`)
    return answer
  }
  const [page, viewer] = await Promise.all([pageAt(path, { env, locale, origin, search, get: watched }), user])
  const data = { config: config(env), theme, reader, random: Math.random() }
  const root = await renderRoot(visit, asked, { ...data, age: 0, user: viewer, first: page.first })
  const inLanguage = (source: string) => source.replace('{lang}', locale)
  const known = ['locales/base.{lang}.ts', ...page.sources, ...(viewer?.authorized ? MEMBER_SOURCES : [])].map(inLanguage)
  const built = (sources: string[]) => sources.map(inLanguage).filter((source) => Object.hasOwn(BUILT, source))
  const preloads = preloadTags(BUILT, [...known, ...built(root.sources)], built(root.styles))
  const { start, end } = fillShell(SHELL, {
    locale,
    theme,
    side,
    title: page.title,
    head: headTags(page, origin, locale, hl) + preloads,
    root: root.html,
    data: pageJson({ ...data, formatted: root.formatted }, page.first),
  })
  // What search engines must not index is not for everybody, or not for long: results of a search, hidden listings, lists shared by a link.
  return {
    start: encoder.encode(start),
    end: encoder.encode(end),
    status: page.status,
    path: hasOnePath ? page.canonical : null,
    isKeepable: isComplete && root.html !== '' && page.canonical !== null,
    isWithdrawn: isComplete && page.canonical === null,
  }
}

/** A page as it is sent. */
type FinishedPage = Pick<MadePage, 'status' | 'path'> & { html: Uint8Array }

/** Writes the visitor and the age of the data (ms) into a page. */
function finishPage({ start, end, status, path }: MadePage, age: number, user: UserInfo | undefined): FinishedPage {
  const own = `${inlineJson({ age, user }).slice(1, -1)},`
  return { html: joinBytes([start, encoder.encode(own), end]), status, path }
}

/** A page for a guest. All guests with the same language, theme, sidebar, region and time zone get the same one. */
async function guestPage(visit: Visit): Promise<FinishedPage> {
  const { request, url, env } = visit
  const asked = askedBy(visit, true)
  const { shortPath, search, locale, hl, theme, side, reader } = asked
  const guest = guestInfo(locale, '{}', Number(env.CHAIN_ID))
  const make = () => makePage(visit, asked, asVisitor(visit, true, locale), Promise.resolve(guest))
  const variant = [BUILD, locale, hl ? 'hl' : '', theme ?? '', side ?? '', reader.dates, encodeURIComponent(reader.timeZone)].join('/')
  // With a filter there are too many pages to keep.
  const { age, ...page } = search
    ? { ...(await make()), age: 0 }
    : await keptPage(`${url.origin}/.pages/${variant}${shortPath}`, visit, make)
  return finishPage(page, age, { ...guest, geoIp: geoIpOf(request) })
}

/** A page for somebody with a session. It is never kept. */
async function memberPage(visit: Visit): Promise<FinishedPage> {
  const asked = askedBy(visit, false)
  const get = asVisitor(visit, false, asked.locale)
  const user = infoOfMember(get)
  return finishPage(await makePage(visit, asked, get, user), 0, await user)
}

/** Where a search form leads that a browser sends without the page's code, an empty one home; null for any other request. */
function searchedPage({ pathname, searchParams }: URL): string | null {
  const asked = searchParams.get('q')
  if (pathname !== paths.searchForm() || asked === null) return null
  // Without half of a character that was cut.
  const text = asked
    .trim()
    .slice(0, MAX_SEARCH)
    .replace(/\p{Cs}$/u, '')
  return text ? paths.search(text) : paths.home()
}

/** The address of the same results with the code and the id of a place that is named in it; null if no place is. */
async function pageOfPlace(visit: Visit): Promise<string | null> {
  const { pathname, searchParams } = visit.url
  const page = matchPage(pathname)?.page
  if (!searchParams.has('country') || !page || !PAGE_SEARCH[page.source]?.includes('country')) return null
  const search = await replacePlaceNames(searchParams, asVisitor(visit, true, DEFAULT_LOCALE))
  return search && `${pathname}?${search}`
}

/** A redirect. It is not kept: a name that is free again may be taken with other capital letters. */
const redirect = (status: 302 | 308, location: string) =>
  sealed(new Response(null, { status, headers: { location, 'cache-control': 'no-store' } }))

/** Answers a page in the language of the visitor. */
export async function servePage(visit: Visit): Promise<Response> {
  const searched = searchedPage(visit.url) ?? (await pageOfPlace(visit))
  if (searched) return redirect(302, searched)
  const isGuest = !hasSession(visit.request)
  const { html, status, path } = await (isGuest ? guestPage(visit) : memberPage(visit))
  if (path !== null && path !== visit.url.pathname) return redirect(308, path + visit.url.search)
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': localeOf(visit.request, visit.url),
      'cache-control': isGuest ? 'private, no-cache' : 'private, no-store',
      ...pageHeaders(visit.env),
    },
  })
}
