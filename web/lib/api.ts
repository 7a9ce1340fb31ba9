import { QueryClient } from '@tanstack/react-query'
import type { hc } from 'hono/client'
import type { AuthApi } from '../../workers/auth/index.ts'
import type { ChatApi } from '../../workers/chat/index.ts'
import type { ListingsApi } from '../../workers/listings/index.ts'
import type { OrdersApi } from '../../workers/orders/index.ts'
import type { ErrorBody } from '../../workers/shared/errors.schema.ts'
import type { UploadsApi } from '../../workers/uploads/index.ts'
import { ApiError } from './api-error.ts'
import { checkServer, onReconnect } from './connection.ts'
import { loadErrorTexts } from './errors.ts'
import { firstKeys, type Key } from './first-keys.ts'
import { pageData } from './page-data.ts'

async function failure(answer: Response | null): Promise<ApiError> {
  const body = (await answer?.json().catch(() => null)) as ErrorBody | null | undefined
  await loadErrorTexts()
  if (!answer || !body?.error?.code) return new ApiError(answer || navigator.onLine ? 'network' : 'offline', answer?.status ?? 0)
  const { code, details, requestId } = body.error
  return new ApiError(code, answer.status, details, requestId ?? answer.headers.get('x-request-id') ?? undefined)
}

/** Sends a call to the server. Throws an ApiError if the answer is not 2xx or there is none. */
async function send(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    void checkServer()
    return null
  })
  if (answer?.ok) return answer
  const error = await failure(answer)
  // The session may be over, so the viewer is loaded again.
  if (error.code === 'unauthorized') void queryClient.invalidateQueries({ queryKey: firstKeys.user })
  throw error
}

/** Options of a call: `headers` are added to its own, `init` is passed to `fetch`. */
interface CallOptions {
  headers?: Record<string, string>
  init?: Omit<RequestInit, 'headers' | 'method' | 'body'>
}

type Args = { query?: Record<string, string | undefined>; json?: unknown; param?: Record<string, string> }

/** Hono's type of an area's client, without what {@link client} does not support: other options, `$url`, `$path` and `$ws`. */
type Calls<Client> = {
  [K in keyof Client as K extends '$url' | '$path' | '$ws' ? never : K]: K extends `$${string}`
    ? Client[K] extends (...given: infer Given) => infer Answer
      ? Given extends [infer Required, ...unknown[]]
        ? (args: Required, options?: CallOptions) => Answer
        : (args?: Given[0], options?: CallOptions) => Answer
      : never
    : Calls<Client[K]>
}

/**
 * A typed client for an area. It supports only what the web uses of Hono's client: `$get` with a query, `$post` with JSON, path parameters,
 * headers, `init`. Hono's own client would add 2 % to the size of the first page.
 */
export function client<Client>(path: string): Calls<Client> {
  const call = (method: string, { query, json, param }: Args = {}, { headers, init }: CallOptions = {}) => {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(param?.[name] ?? ''))
    const given = Object.entries(query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const search = given.length ? `?${new URLSearchParams(given)}` : ''
    const post = method === 'POST'
    return send(filled + search, {
      ...init,
      method,
      headers: { ...(post && { 'content-type': 'application/json' }), ...headers },
      ...(post && { body: JSON.stringify(json ?? {}) }),
    })
  }
  return new Proxy(Object, {
    get: (_, key: string) => (key[0] === '$' ? call.bind(null, key.slice(1).toUpperCase()) : client(`${path}/${key}`)),
  }) as never
}

/** Typed clients of the areas that the first page uses: `const body = await (await listings.query.$get({ query })).json()`. */
export const auth = client<ReturnType<typeof hc<AuthApi>>>('/api/auth')
export const listings = client<ReturnType<typeof hc<ListingsApi>>>('/api/listings')
export const uploads = client<ReturnType<typeof hc<UploadsApi>>>('/api/uploads')
export const orders = client<ReturnType<typeof hc<OrdersApi>>>('/api/orders')
export const chat = client<ReturnType<typeof hc<ChatApi>>>('/api/chat')

/** Whether a retry may succeed: after a broken connection, a rate limit or a server error. */
const isRetryable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

declare module '@tanstack/react-query' {
  // Only `first-keys.ts` and `query-keys.ts` make keys, so all code that reads or clears a query uses the same key for it.
  interface Register {
    queryKey: Key
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: (count, error) => count < 2 && isRetryable(error), refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

// Failed queries that are in use are loaded again when the connection is back.
onReconnect(() => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }))

/** Fills the query cache with the data of the page. */
export function hydrate(): void {
  const { first, user, age } = pageData()
  // Answers of a page that was kept at the edge are loaded again if they are too old.
  for (const { key, data } of first) queryClient.setQueryData(key, data, { updatedAt: Date.now() - age })
  if (user) queryClient.setQueryData(firstKeys.user, user)
}
