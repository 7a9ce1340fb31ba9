import type { SignedPut } from '../../../workers/uploads/media.schema.ts'
import { ApiError } from '../../lib/api-error.ts'

export interface PutOptions {
  /** Hears how many bytes have been sent. */
  onSent?: (bytes: number) => void
  signal?: AbortSignal
}

/** A connection over which nothing has moved for so long is taken for broken, though nobody said so (ms). */
const STALL_MS = 30_000

/**
 * Sends a file, or a part of one, to its signed address and answers the ETag it got there. XMLHttpRequest, because fetch tells
 * nothing of how far a body has been sent. Throws ApiError, or the signal's reason.
 */
export function put({ method, url, headers }: SignedPut, body: Blob, { onSent, signal }: PutOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const broken = () => reject(new ApiError(navigator.onLine ? 'network' : 'offline', 0))
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        broken()
        request.abort()
      }, STALL_MS)
    }
    const stop = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      wait()
      onSent?.(Math.min(body.size, loaded))
    }
    request.onload = () => {
      const { status } = request
      // 412: an earlier try of the browser itself had arrived, only its answer was lost.
      if (status < 300 || status === 412) resolve(request.getResponseHeader('etag') ?? '')
      else if (status === 403 || status === 404) reject(new ApiError('upload_not_found', status))
      else reject(new ApiError('network', status))
    }
    request.onerror = broken
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    signal?.addEventListener('abort', stop)
    wait()
    request.send(body)
  })
}
