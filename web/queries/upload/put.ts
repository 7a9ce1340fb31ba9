import type { SignedPut } from '../../../workers/uploads/media.schema.ts'
import { ApiError } from '../../lib/api-error.ts'

export interface PutOptions {
  /** Called with the number of bytes sent. */
  onSent?: (bytes: number) => void
  signal?: AbortSignal
}

/** A connection without progress for this long counts as broken (ms). */
const STALL_MS = 30_000

/**
 * Sends a file, or a part of one, to its signed URL and returns the ETag of the stored object. Uses XMLHttpRequest because fetch does
 * not report upload progress. Throws ApiError, or the signal's reason.
 */
export function put({ method, url, headers }: SignedPut, body: Blob, { onSent, signal }: PutOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const rejectBroken = () => reject(new ApiError(navigator.onLine ? 'network' : 'offline', 0))
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        rejectBroken()
        request.abort()
      }, STALL_MS)
    }
    const stop = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      restartTimer()
      onSent?.(Math.min(body.size, loaded))
    }
    request.onload = () => {
      const { status } = request
      // 412: an attempt has already stored the file, but its response was lost and the browser itself retried.
      if (status < 300 || status === 412) resolve(request.getResponseHeader('etag') ?? '')
      else if (status === 403 || status === 404) reject(new ApiError('upload_not_found', status))
      else reject(new ApiError('network', status))
    }
    request.onerror = rejectBroken
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    signal?.addEventListener('abort', stop)
    restartTimer()
    request.send(body)
  })
}
