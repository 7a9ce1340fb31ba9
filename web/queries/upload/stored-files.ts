import { uploads } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'

const GONE: (string | null)[] = ['upload_not_found', 'upload_missing', 'conflict']

/** Whether an error says that an upload no longer exists or cannot be resumed. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && GONE.includes(error.code)

/** Whether an uploaded file still exists; true without an answer. Asking also keeps the file from the next sweep. */
export const isStored = (id: string): Promise<boolean> =>
  uploads.finishUpload.$post({ json: { id } }).then(
    () => true,
    (error: unknown) => !isGone(error),
  )

/** Deletes an unused file; the server refuses while something uses it. Errors are ignored. */
export function discard(id: string): void {
  uploads.deleteProductMedia.$post({ json: { id } }).catch(() => {})
}

/**
 * The bytes of a private file, for those who may read it. `onReceived` gets the number of bytes that have arrived. Throws ApiError, also if
 * the connection breaks.
 */
export async function downloadPrivateFile(path: string, onReceived?: (bytes: number) => void): Promise<Blob> {
  const { body, headers } = await uploads.downloadPrivateFile.$get({ query: { path } })
  let received = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength
      onReceived?.(received)
      controller.enqueue(chunk)
    },
  })
  try {
    const counted = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(counter)
    return await new Response(counted as BodyInit, { headers: { 'content-type': headers.get('content-type') ?? '' } }).blob()
  } catch {
    throw new ApiError(navigator.onLine ? 'network' : 'offline', 0)
  }
}
