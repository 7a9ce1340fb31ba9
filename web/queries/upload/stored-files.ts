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

/** The bytes of a private file, for those who may read it. */
export const downloadPrivateFile = async (path: string): Promise<Blob> =>
  (await uploads.downloadPrivateFile.$get({ query: { path } })).blob()
