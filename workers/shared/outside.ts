import { ApiError } from './errors.ts'

const TIMEOUT_MS = 8000
const STREAM_MS = 60_000

const fail = (retryable: boolean, reason: string) => new ApiError('outside_unavailable', { retryable, reason })

/** Everything outside is called here: never redirected, an answer that is not 2xx is a failure. */
async function call(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  let answer: Response
  try {
    // A redirect is an answer like any other that is not 2xx: workerd knows no `redirect: 'error'`.
    answer = await fetch(url, { ...init, redirect: 'manual', signal })
  } catch {
    throw fail(true, 'unreachable')
  }
  if (!answer.ok) throw fail(answer.status === 429 || answer.status >= 500, `status ${answer.status}`)
  return answer
}

/** The body piece by piece, given up after `maxBytes`. */
async function* bodyOf(answer: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) throw fail(false, 'too large')
  let size = 0
  try {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
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
 * The only way out of a worker over HTTP: a call to a configured service, given up after eight seconds or `maxBytes`.
 * Throws `outside_unavailable` with whether trying again can help.
 */
export async function outsideText(url: string, init: RequestInit = {}, maxBytes = 5_000_000): Promise<string> {
  const answer = await call(url, init, AbortSignal.timeout(TIMEOUT_MS))
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyOf(answer, maxBytes)) chunks.push(chunk)
  return new Blob(chunks as Uint8Array<ArrayBuffer>[]).text()
}

/** The same for an answer that comes while it is being made: its bytes, given up after a minute or `maxBytes`. */
export async function* outsideStream(url: string, init: RequestInit = {}, maxBytes = 500_000): AsyncGenerator<Uint8Array> {
  const over = new AbortController()
  try {
    yield* bodyOf(await call(url, init, AbortSignal.any([over.signal, AbortSignal.timeout(STREAM_MS)])), maxBytes)
  } finally {
    // Whoever stops reading stops the service too.
    over.abort()
  }
}

/** The same for an answer in JSON. */
export async function outsideJson<T>(url: string, init: RequestInit = {}, maxBytes?: number): Promise<T> {
  const text = await outsideText(url, init, maxBytes)
  try {
    return JSON.parse(text) as T
  } catch {
    throw fail(true, 'not JSON')
  }
}
