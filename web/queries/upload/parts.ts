import type { SignedPart } from '../../../workers/uploads/media.schema.ts'
import { uploads } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { put } from './put.ts'
import { type ResumableUpload, saveResumable } from './resumable-uploads.ts'
import type { TransferOptions } from './transfer-options.ts'

/** Parts sent at the same time, so that the connection is in use while one of them waits for its response. */
const CONCURRENT_PARTS = 3
/** Parts signed in one call. */
const SIGNED_AT_ONCE = 6
/** How long to wait before each retry of a part (ms); after the last one the upload fails. */
const RETRY_DELAYS = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** Whether a retry may help: after a broken connection, or if the signed URL has expired. Signing fails if the upload no longer exists. */
const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'offline' || error.status === 403)

/**
 * Sends the missing parts of a file, retries those whose connection broke, and saves each ETag. While the device is offline, it waits.
 * Throws ApiError, or the signal's reason.
 */
export async function sendParts(file: Blob, upload: ResumableUpload, { onProgress, onWaiting, signal }: TransferOptions): Promise<void> {
  const { id, bytes, etags } = upload
  const sizeOf = (i: number) => Math.min(bytes, file.size - i * bytes)
  const sentBytes = new Map<number, number>()
  const reportProgress = () => {
    const sent = etags.reduce((sum, etag, i) => sum + (etag === null ? (sentBytes.get(i) ?? 0) : sizeOf(i)), 0)
    onProgress?.(Math.min(1, sent / file.size))
  }
  // A part that cannot be sent stops the others.
  const failure = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  const missing = etags.flatMap((etag, i) => (etag === null ? [i] : []))
  const signUrl = urlSigner(id, missing, stop)

  async function sendPart(i: number): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        const part = file.slice(i * bytes, i * bytes + sizeOf(i))
        etags[i] = await put(await signUrl(i), part, {
          signal: stop,
          onSent: (sent) => {
            sentBytes.set(i, sent)
            onWaiting?.(false)
            reportProgress()
          },
        })
        saveResumable(upload)
        onWaiting?.(false)
        return reportProgress()
      } catch (error) {
        stop.throwIfAborted()
        signUrl.forget(i)
        sentBytes.delete(i)
        if (!isRetryable(error) || tries === RETRY_DELAYS.length) throw error
        onWaiting?.(true)
        reportProgress()
        await delay(RETRY_DELAYS[tries]!, stop)
      }
    }
  }

  reportProgress()
  const sendNext = async () => {
    for (let i = missing.shift(); i !== undefined; i = missing.shift()) await sendPart(i)
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENT_PARTS }, sendNext))
  } catch (error) {
    failure.abort(error)
    throw error
  }
}

/** Returns a function that signs the URL of a part, and of the next `missing` ones in the same call. Its `forget` discards a part's URL. */
function urlSigner(id: string, missing: readonly number[], signal: AbortSignal) {
  const signed = new Map<number, Promise<SignedPart>>()
  const sign = (i: number): Promise<SignedPart> => {
    if (!signed.has(i)) {
      const wanted = [i, ...missing.filter((other) => other !== i && !signed.has(other)).slice(0, SIGNED_AT_ONCE - 1)]
      const json = { id, parts: wanted.map((index) => index + 1) }
      const answer = uploads.signParts.$post({ json }, { init: { signal } }).then((response) => response.json())
      for (const [at, index] of wanted.entries())
        signed.set(
          index,
          answer.then(({ parts }) => parts[at]!),
        )
    }
    return signed.get(i)!
  }
  return Object.assign(sign, { forget: (i: number) => signed.delete(i) })
}

/** Waits `ms`; if the device is offline then, waits until it is online. Ends early when the device comes online. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(() => navigator.onLine && end(), ms)
    addEventListener('online', end)
    signal?.addEventListener('abort', end)
  })
}
