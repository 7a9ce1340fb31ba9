import { ApiError } from './errors.ts'

const TIMEOUT_MS = 8000

const fail = (retryable: boolean, reason: string) => new ApiError('outside_unavailable', { retryable, reason })

/**
 * The only way out of a worker over HTTP: a call to a configured service, given up after eight seconds or `maxBytes`.
 * Throws `outside_unavailable` with whether trying again can help.
 */
export async function outsideText(url: string, init: RequestInit = {}, maxBytes = 5_000_000): Promise<string> {
  let answer: Response
  try {
    // A redirect is an answer like any other that is not 2xx: workerd knows no `redirect: 'error'`.
    answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch {
    throw fail(true, 'unreachable')
  }
  if (!answer.ok) throw fail(answer.status === 429 || answer.status >= 500, `status ${answer.status}`)
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) throw fail(false, 'too large')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxBytes) throw fail(false, 'too large')
      chunks.push(chunk)
    }
    return await new Blob(chunks).text()
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw fail(true, 'broken off')
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
