import type { EdgeEnv } from '../env.ts'
import { pageHeaders, sealed } from '../headers.ts'

/** How long a browser may use the documentation without asking again (seconds). */
const MAX_AGE = 300

/** Answers with a built file and the given headers. The platform adds the ETag and answers 304 and HEAD. */
async function serveFile(request: Request, env: EdgeEnv, path: string, headers: Record<string, string>): Promise<Response> {
  const file = await env.ASSETS.fetch(new Request(new URL(path, request.url), request))
  if (!file.ok && file.status !== 304) throw new Error(`${path} answered ${file.status}`)
  const answer = new Response(file.body, file)
  for (const [name, value] of Object.entries({ ...headers, 'cache-control': `public, max-age=${MAX_AGE}` })) answer.headers.set(name, value)
  return answer
}

/** The OpenAPI document. */
export const serveDocument = async (request: Request, env: EdgeEnv): Promise<Response> =>
  sealed(await serveFile(request, env, '/api/openapi.json', { 'content-type': 'application/json; charset=utf-8' }))

/** The page of the documentation, in the colours that the visitor has chosen for the app. */
export async function serveDocs(request: Request, env: EdgeEnv, theme: string | undefined): Promise<Response> {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...pageHeaders(env) }
  if (theme !== 'light' && theme !== 'dark') return serveFile(request, env, '/api/docs', { ...headers, vary: 'cookie' })
  // The file's ETag is the same for every theme, so after a change of theme the answer would be 304. That is why the page is sent whole.
  const whole = new Request(request.url, { method: request.method })
  const page = await serveFile(whole, env, '/api/docs', { ...headers, vary: 'cookie' })
  page.headers.delete('etag')
  return new HTMLRewriter().on('html', { element: (element) => void element.setAttribute('data-theme', theme) }).transform(page)
}
