import { ApiError } from './errors.ts'

const TIMEOUT_MS = 8000
const STREAM_MS = 60_000

/** The details of `outside_unavailable`. `status` is the HTTP status if it is the reason. */
export interface OutsideFailure {
  retryable: boolean
  reason: string
  status?: number
}

const fail = (retryable: boolean, reason: string, status?: number) =>
  new ApiError('outside_unavailable', { retryable, reason, ...(status && { status }) } satisfies OutsideFailure)

/** Calls an external service. Redirects are not followed; any status but 2xx is an error. */
async function call(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    // workerd does not support `redirect: 'error'`, so a redirect is returned and handled as a status that is not 2xx.
    response = await fetch(url, { ...init, redirect: 'manual', signal })
  } catch {
    throw fail(true, 'unreachable')
  }
  const { ok, status } = response
  if (!ok) throw fail(status === 429 || status >= 500, `status ${status}`, status)
  return response
}

/** Reads the body in chunks and throws after `maxBytes`. */
async function* readBody(response: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw fail(false, 'too large')
  let size = 0
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxBytes) throw fail(false, 'too large')
      yield chunk
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw fail(true, 'broken off')
  }
}

/**
 * Calls a configured external service and returns the body as text. All outgoing HTTP requests of the workers use this file. Gives up after
 * `timeoutMs` or `maxBytes`. Throws `outside_unavailable` with {@link OutsideFailure}.
 */
export async function fetchText(url: string, init: RequestInit = {}, maxBytes = 5_000_000, timeoutMs = TIMEOUT_MS): Promise<string> {
  const response = await call(url, init, AbortSignal.timeout(timeoutMs))
  const chunks: Uint8Array[] = []
  for await (const chunk of readBody(response, maxBytes)) chunks.push(chunk)
  return new Blob(chunks as Uint8Array<ArrayBuffer>[]).text()
}

/** Like {@link fetchText}, but yields the bytes of the body as they arrive. Gives up after a minute or `maxBytes`. */
export async function* fetchStream(url: string, init: RequestInit = {}, maxBytes = 500_000): AsyncGenerator<Uint8Array> {
  const controller = new AbortController()
  try {
    yield* readBody(await call(url, init, AbortSignal.any([controller.signal, AbortSignal.timeout(STREAM_MS)])), maxBytes)
  } finally {
    // Abort the request when the caller stops reading.
    controller.abort()
  }
}

/**
 * Calls an external service of which only the status matters, whatever it is. `retryAfter` is its Retry-After in seconds, 0 without one or
 * for a date. Throws `outside_unavailable` with {@link OutsideFailure} if there is no answer.
 */
export async function fetchStatus(url: string, init: RequestInit): Promise<{ status: number; retryAfter: number }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { ...init, redirect: 'manual', signal }).catch(() => {
    throw fail(true, 'unreachable')
  })
  await response.body?.cancel()
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) || 0 }
}

/**
 * Requests an address that a member chose, and returns the answer whatever its status: redirects are not followed. Stops reading after
 * `maxBytes` (unpacked); `isCut` says that there was more. Throws `outside_unavailable` with {@link OutsideFailure} after `timeoutMs`. The
 * caller must have checked the address, see workers/creators/link-guard.ts.
 */
export async function fetchStart(
  url: string,
  headers: Record<string, string>,
  maxBytes: number,
  timeoutMs: number,
): Promise<{ status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), Math.max(0, timeoutMs))
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: controller.signal })
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size > maxBytes) break
    }
    const bytes = new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer())
    return { status: response.status, headers: response.headers, bytes: bytes.subarray(0, maxBytes), isCut: size > maxBytes }
  } catch {
    throw fail(true, 'unreachable')
  } finally {
    clearTimeout(timer)
    // Ends the connection if the rest is not read.
    controller.abort()
  }
}

/** Like {@link fetchText}, for a JSON response. */
export async function fetchJson<T>(url: string, init: RequestInit = {}, maxBytes?: number, timeoutMs?: number): Promise<T> {
  const text = await fetchText(url, init, maxBytes, timeoutMs)
  try {
    return JSON.parse(text) as T
  } catch {
    throw fail(true, 'not JSON')
  }
}
