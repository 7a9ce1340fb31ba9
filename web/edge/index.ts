import { checkEnv, origins } from '../../workers/shared/env.ts'
import type { ErrorBody, ErrorCode } from '../../workers/shared/errors.schema.ts'
import { describeError, log } from '../../workers/shared/log.ts'
import { answerFile, crawlerFileAt } from './crawler-files.ts'
import { serveDocs, serveDocument } from './docs/serve.ts'
import { AREAS, type EdgeEnv } from './env.ts'
import { sealed } from './headers.ts'
import { health } from './health.ts'
import { type LoadRenderer, servePage, type Visit } from './html.ts'
import type { Ask } from './pages.ts'
import { answerPicture } from './pictures.ts'
import { clientHeaders, cookie } from './visitor.ts'

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

/** A file for crawlers, or a picture of a link preview. They are the same for everybody, so the areas get no cookie. */
async function publicFile({ request, url, env, id, context }: Visit): Promise<Response> {
  const headers = clientHeaders(request, id, env)
  const get: Ask['get'] = (area, path) => env[area].fetch(new Request(url.origin + path, { headers }))
  const ask = { env, origin: origins(env)[0]!, get, url, context }
  const file = crawlerFileAt(url.pathname)
  const found = await (file ? answerFile(file, ask) : answerPicture(ask))
  return found ? sealed(found) : refusal(404, id)
}

function answer(request: Request, { env, id, context, loadRenderer }: Omit<Visit, 'request' | 'url'>): Promise<Response> | Response {
  checkEnv(env, ['ENV', 'APP_ORIGINS', 'CHAIN_ID', 'CONNECT_ORIGINS'])
  const url = new URL(request.url)
  const [, root, area = ''] = url.pathname.split('/')
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (root === 'media' || url.pathname.startsWith('/public/imgcache/')) return toArea(env.UPLOADS, request, id, env)
  if (root === 'api') {
    if (url.pathname === '/api/health')
      return reads ? health(env, url.origin, clientHeaders(request, id, env)).then(sealed) : refusal(405, id)
    if (url.pathname === '/api/openapi.json') return reads ? serveDocument(request, env) : refusal(405, id)
    if (url.pathname === '/api/docs') return reads ? serveDocs(request, env, cookie(request, 'theme')) : refusal(405, id)
    const binding = Object.hasOwn(AREAS, area) ? AREAS[area as keyof typeof AREAS] : undefined
    return binding ? toArea(env[binding], request, id, env) : refusal(404, id)
  }
  if (!reads) return refusal(405, id)
  const visit = { request, url, env, id, context, loadRenderer }
  return root === 'og' || crawlerFileAt(url.pathname) ? publicFile(visit) : servePage(visit)
}

/** The Pages worker: passes calls to their areas, and answers pages. `loadRenderer` loads the code that renders them. */
export const createEdge = (loadRenderer: LoadRenderer) =>
  ({
    async fetch(request, env, context) {
      const id = crypto.randomUUID()
      try {
        return await answer(request, { env, id, context, loadRenderer })
      } catch (error) {
        // The answer to an uncaught error is Cloudflare's own page, which clients cannot parse and which lacks our headers.
        log('error', 'unhandled', { area: 'edge', requestId: id, error: describeError(error) })
        return refusal(500, id)
      }
    },
  }) satisfies ExportedHandler<EdgeEnv>
