import { deployment } from '../../workers/shared/chain.ts'
import { checkEnv, origins } from '../../workers/shared/env.ts'
import type { ErrorBody, ErrorCode } from '../../workers/shared/errors.schema.ts'
import { acceptedTags, findLocale, type Locale, negotiateLocale } from '../../workers/shared/locales.schema.ts'
import { describeError, log } from '../../workers/shared/log.ts'
import { answerFile, crawlerFileAt } from './crawler-files.ts'
import { serveDocs, serveDocument } from './docs/serve.ts'
import { AREAS, type EdgeEnv } from './env.ts'
import { pageHeaders, sealed } from './headers.ts'
import { health } from './health.ts'
import { headTags, inlineJson } from './page.ts'
import { type Ask, pageAt } from './pages.ts'
import { answerPicture } from './pictures.ts'
import { type Built, preloadTags } from './preload.ts'

/** The files of this build. Defined by build.ts. */
declare const BUILT: Built

const EXPLORERS: Record<number, string> = { 8453: 'https://basescan.org', 84532: 'https://sepolia.basescan.org' }

/** The configuration of pages as JSON. It is fixed for a deployment, so it is built once per isolate. */
let configText: string | undefined
function config(env: EdgeEnv): unknown {
  if (configText === undefined) {
    const { chainId, orderBook, orderBookCodeHash, tokens } = deployment(env)
    const uploadOrigin = env.CONNECT_ORIGINS.split(/\s+/)[0] ?? ''
    const explorer = EXPLORERS[chainId] ?? null
    configText = JSON.stringify({
      env: env.ENV,
      chainId,
      orderBook,
      orderBookCodeHash,
      tokens,
      rpc: '/api/orders/rpc',
      explorer,
      uploadOrigin,
      walletConnect: env.WALLETCONNECT_PROJECT_ID || null,
    })
  }
  return JSON.parse(configText)
}

const cookie = (request: Request, name: string) => request.headers.get('cookie')?.match(`(?:^|; *)${name}=([^;]*)`)?.[1]

const localeOf = (request: Request, url: URL): Locale =>
  negotiateLocale(url.searchParams.get('hl'), cookie(request, 'hl'), ...acceptedTags(request.headers.get('accept-language')))

/**
 * Headers for the areas: the request id, and the client's country, city and address. None of them is taken from the request's own headers:
 * the address counts only together with `cf`, which only the platform sets. In the local world, where anybody can send the platform's
 * header, a test may name an address in `x-address`.
 */
function clientHeaders(request: Request, id: string, env: Pick<EdgeEnv, 'ENV'>): Record<string, string> {
  const { country, city } = (request.cf ?? {}) as { country?: string; city?: string }
  const address = env.ENV === 'local' ? request.headers.get('x-address') : request.cf && request.headers.get('cf-connecting-ip')
  return { 'x-request-id': id, 'x-country': country ?? '', 'x-city': encodeURIComponent(city ?? ''), 'x-address': address ?? '' }
}

async function toArea(area: Fetcher, request: Request, id: string, env: EdgeEnv): Promise<Response> {
  const headers = new Headers(request.headers)
  for (const [name, value] of Object.entries(clientHeaders(request, id, env))) headers.set(name, value)
  return sealed(await area.fetch(new Request(request, { headers })))
}

/** An error of the edge itself, in the format of the areas. */
function refusal(status: 404 | 405 | 500, id: string): Response {
  const code = ({ 404: 'not_found', 405: 'method_not_allowed', 500: 'internal' } as const satisfies Record<number, ErrorCode>)[status]
  const body: ErrorBody = { error: { code, message: code.replaceAll('_', ' '), requestId: id } }
  const allow: Record<string, string> = status === 405 ? { allow: 'GET, HEAD' } : {}
  return sealed(Response.json(body, { status, headers: { 'cache-control': 'no-store', ...allow } }))
}

/** The colour of the browser's own interface for a chosen theme. Without a choice, index.html has both colours. */
const PAPER = { light: '#fffdfa', dark: '#12100e' }

/** Source files that every page needs if the visitor is signed in. */
const MEMBER_SOURCES = [
  'locales/catalogs.{lang}.ts',
  'shell/lazy/MemberBar.tsx',
  'shell/lazy/PhoneBar.tsx',
  'shell/lazy/locales/{lang}.po',
  'features/carrots/locales/{lang}.po',
]

/** index.html with the page's tags, its first data and the security headers. */
async function html(request: Request, url: URL, env: EdgeEnv, id: string): Promise<Response> {
  const locale = localeOf(request, url)
  const visitorHeaders = ['cookie', 'accept-language'].map((name) => [name, request.headers.get(name) ?? ''])
  const headers = { ...Object.fromEntries(visitorHeaders), ...clientHeaders(request, id, env) }
  // The same for every requested host, so that a listing has one canonical address.
  const origin = origins(env)[0]!
  const get: Ask['get'] = (area, path) => env[area].fetch(new Request(url.origin + path, { headers }))
  const signedIn = cookie(request, '__Host-session') !== undefined
  const [shell, page, user] = await Promise.all([
    env.ASSETS.fetch(new Request(new URL('/', url), { headers: { accept: 'text/html' } })),
    pageAt(url.pathname, { env, locale, origin, get }),
    get('AUTH', '/api/auth/getUserInfo')
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ authorized: boolean }>) : undefined))
      .catch(() => undefined),
  ])
  // Without index.html there is no page; an empty response with 200 would look like the app.
  if (!shell.ok) throw new Error(`index.html answered ${shell.status}`)
  const data = inlineJson({ config: config(env), user, first: page.first })
  const theme = cookie(request, 'theme')
  const sources = ['locales/base.{lang}.ts', ...page.sources, ...(user?.authorized ? MEMBER_SOURCES : [])]
  const preloads = preloadTags(
    BUILT,
    sources.map((source) => source.replace('{lang}', locale)),
  )
  return new HTMLRewriter()
    .on('html', {
      element(element) {
        element.setAttribute('lang', locale)
        if (theme === 'light' || theme === 'dark') element.setAttribute('data-theme', theme)
      },
    })
    .on('meta[name=theme-color]', {
      element(element) {
        if (theme === 'light' || theme === 'dark') element.setAttribute('content', PAPER[theme])
      },
    })
    .on('title', { element: (element) => void element.setInnerContent(page.title) })
    .on('meta[name=description]', { element: (element) => void element.remove() })
    .on('head', {
      element: (element) =>
        void element.append(headTags(page, origin, locale, findLocale(url.searchParams.get('hl'))) + preloads, { html: true }),
    })
    .on('body', {
      element: (element) => void element.prepend(`<script type="application/json" id="warren-data">${data}</script>`, { html: true }),
    })
    .transform(
      new Response(shell.body, {
        status: page.status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-language': locale,
          'cache-control': signedIn ? 'private, no-store' : 'private, no-cache',
          ...pageHeaders(env),
        },
      }),
    )
}

/** A file for crawlers, or a picture of a link preview. They are the same for everybody, so the areas get no cookie. */
async function publicFile({ request, url, env, id, context }: Visit): Promise<Response> {
  const headers = clientHeaders(request, id, env)
  const get: Ask['get'] = (area, path) => env[area].fetch(new Request(url.origin + path, { headers }))
  const ask = { env, origin: origins(env)[0]!, get, url, context }
  const file = crawlerFileAt(url.pathname)
  const found = await (file ? answerFile(file, ask) : answerPicture(ask))
  return found ? sealed(found) : refusal(404, id)
}

/** A request with what every answer needs. */
interface Visit {
  request: Request
  url: URL
  env: EdgeEnv
  id: string
  context: Pick<ExecutionContext, 'waitUntil'>
}

function answer(request: Request, env: EdgeEnv, id: string, context: Visit['context']): Promise<Response> | Response {
  checkEnv(env, ['ENV', 'APP_ORIGINS', 'CHAIN_ID', 'CONNECT_ORIGINS'])
  const url = new URL(request.url)
  const [, root, area = ''] = url.pathname.split('/')
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (root === 'media') return toArea(env.UPLOADS, request, id, env)
  if (root === 'api') {
    if (url.pathname === '/api/health')
      return reads ? health(env, url.origin, clientHeaders(request, id, env)).then(sealed) : refusal(405, id)
    if (url.pathname === '/api/openapi.json') return reads ? serveDocument(request, env) : refusal(405, id)
    if (url.pathname === '/api/docs') return reads ? serveDocs(request, env, cookie(request, 'theme')) : refusal(405, id)
    const binding = Object.hasOwn(AREAS, area) ? AREAS[area as keyof typeof AREAS] : undefined
    return binding ? toArea(env[binding], request, id, env) : refusal(404, id)
  }
  if (!reads) return refusal(405, id)
  return root === 'og' || crawlerFileAt(url.pathname) ? publicFile({ request, url, env, id, context }) : html(request, url, env, id)
}

/** The Pages worker: passes calls to their areas, and adds meta tags, first data and headers to pages. */
export default {
  async fetch(request, env, context) {
    const id = crypto.randomUUID()
    try {
      return await answer(request, env, id, context)
    } catch (error) {
      // The answer to an uncaught error is Cloudflare's own page, which clients cannot parse and which lacks our headers.
      log('error', 'unhandled', { area: 'edge', requestId: id, error: describeError(error) })
      return refusal(500, id)
    }
  },
} satisfies ExportedHandler<EdgeEnv>
