import { QueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { AuthApi } from '../workers/auth/index.ts'
import type { ChatApi } from '../workers/chat/index.ts'
import type { ListingsApi } from '../workers/listings/index.ts'
import type { OrdersApi } from '../workers/orders/index.ts'
import type { ErrorBody, ErrorCode } from '../workers/shared/errors.schema.ts'
import type { UploadsApi } from '../workers/uploads/index.ts'
import { boot } from './boot.ts'

/** Codes that come from the browser itself: no network at all, or no usable answer. */
export type ClientErrorCode = 'offline' | 'network'

/** A failed call. `requestId` is what a person may quote when asking for help. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | ClientErrorCode
  readonly details: unknown
  readonly status: number
  readonly requestId: string | undefined
  constructor(code: ErrorCode | ClientErrorCode, status: number, details?: unknown, requestId?: string) {
    super(code)
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

/** Fetch for every call to the server: an answer that is not 2xx, or none at all, becomes an ApiError here and nowhere else. */
const send: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(navigator.onLine ? 'network' : 'offline', 0)
  })
  if (answer.ok) return answer
  const body = (await answer.json().catch(() => null)) as ErrorBody | null
  const failure = body?.error
  throw failure?.code
    ? new ApiError(failure.code, answer.status, failure.details, failure.requestId ?? answer.headers.get('x-request-id') ?? undefined)
    : new ApiError('network', answer.status)
}

// Hono's POST without a body sends no content type, and the server takes JSON only.
const json: typeof fetch = (input, init) => {
  if (!init?.method || init.method === 'GET' || init.body) return send(input, init)
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/json')
  return send(input, { ...init, headers, body: '{}' })
}

const options = { fetch: json }

/** Typed clients, one per area: `const body = await (await listings.query.$get({ query })).json()`. */
export const auth = hc<AuthApi>('/api/auth', options)
export const listings = hc<ListingsApi>('/api/listings', options)
export const uploads = hc<UploadsApi>('/api/uploads', options)
export const orders = hc<OrdersApi>('/api/orders', options)
export const chat = hc<ChatApi>('/api/chat', options)

/** Worth another try by itself: the network, a busy server, a limit; not a refusal. */
const passing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: (count, error) => count < 2 && passing(error), refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

/** Puts what the edge wrote into the page where the queries look for it. */
export function hydrate(): void {
  for (const { key, data } of boot.first) queryClient.setQueryData(key, data)
  if (boot.user) queryClient.setQueryData(['user'], boot.user)
}
