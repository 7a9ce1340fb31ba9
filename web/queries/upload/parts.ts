import type { SignedPart } from '../../../workers/uploads/media.schema.ts'
import { uploads } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { put } from './put.ts'
import { type Begun, keepBegun } from './resumable-uploads.ts'
import type { UploadOptions } from './upload-options.ts'

/** Parts on their way at once: one waits for its answer while the others fill the line. */
const AT_ONCE = 3
/** Parts signed ahead in one call. */
const AHEAD = 6
/** How long a part that failed waits before it is tried again, the first time and so on (ms); the last failure is the upload's. */
const PAUSES = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** What the connection, not the file or the server, is to blame for. */
const isBroken = (error: unknown) => error instanceof ApiError && (error.code === 'network' || error.code === 'offline')

/**
 * Sends the parts of a file that have not arrived yet, some at once, each again when its connection broke, and notes every one that
 * came through. While the device has no network it waits for one. Throws ApiError, or the signal's reason.
 */
export async function sendParts(file: Blob, begun: Begun, { onProgress, onWaiting, signal }: UploadOptions): Promise<void> {
  const { id, bytes, etags } = begun
  const sizeOf = (i: number) => Math.min(bytes, file.size - i * bytes)
  const onWay = new Map<number, number>()
  const tell = () => {
    const there = etags.reduce((sum, etag, i) => sum + (etag === null ? (onWay.get(i) ?? 0) : sizeOf(i)), 0)
    onProgress?.(Math.min(1, there / file.size))
  }
  // One part that fails for good ends the others.
  const end = new AbortController()
  const stop = signal ? AbortSignal.any([signal, end.signal]) : end.signal
  const missing = etags.flatMap((etag, i) => (etag === null ? [i] : []))
  const signed = new Map<number, Promise<SignedPart>>()

  function addressOf(i: number): Promise<SignedPart> {
    if (!signed.has(i)) {
      const wanted = [i, ...missing.filter((one) => one !== i && !signed.has(one)).slice(0, AHEAD - 1)]
      const json = { id, parts: wanted.map((one) => one + 1) }
      const answer = uploads.signParts.$post({ json }, { init: { signal: stop } }).then((response) => response.json())
      for (const [at, one] of wanted.entries())
        signed.set(
          one,
          answer.then(({ parts }) => parts[at]!),
        )
    }
    return signed.get(i)!
  }

  async function send(i: number): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        const part = file.slice(i * bytes, i * bytes + sizeOf(i))
        etags[i] = await put(await addressOf(i), part, {
          signal: stop,
          onSent: (sent) => {
            onWay.set(i, sent)
            onWaiting?.(false)
            tell()
          },
        })
        keepBegun(begun)
        onWaiting?.(false)
        return tell()
      } catch (error) {
        stop.throwIfAborted()
        // The address may have been too old; a new one tells whether the upload still exists.
        signed.delete(i)
        onWay.delete(i)
        const worthIt = isBroken(error) || (error instanceof ApiError && error.status === 403)
        if (!worthIt || tries === PAUSES.length) throw error
        onWaiting?.(true)
        tell()
        await pause(PAUSES[tries]!, stop)
      }
    }
  }

  tell()
  const line = async () => {
    for (let i = missing.shift(); i !== undefined; i = missing.shift()) await send(i)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, line))
  } catch (error) {
    end.abort(error)
    throw error
  }
}

/** Waits, and without a network until there is one: its return ends the wait at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(() => navigator.onLine && done(), ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
