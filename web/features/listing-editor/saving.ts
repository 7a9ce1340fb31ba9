import type { UploadStatus } from '../../queries/upload/use-uploads.ts'
import type { DraftFault } from './draft.ts'

/** How far saving has come; null while nothing is saved. */
export type Saving =
  | { at: 'fault'; fault: DraftFault }
  | { at: 'waiting' | 'lacking' | 'saving' | 'done' }
  | { at: 'failed'; error: unknown }
  | null

/** The files of all parts of a form together. */
export const allFiles = (parts: Record<string, UploadStatus>): UploadStatus =>
  Object.values(parts).reduce((sum, { sending, failed }) => ({ sending: sum.sending + sending, failed: sum.failed + failed }), {
    sending: 0,
    failed: 0,
  })

/**
 * What comes before a draft may be sent: something wrong is told, but not that a picture is missing which is on its way; files on their
 * way are waited for; one that did not come through is told, unless the person saves `without` it. Null: nothing.
 */
export function beforeSaving(faults: DraftFault[], { sending, failed }: UploadStatus, without: boolean): Saving {
  const fault = faults.find(({ rule }) => rule !== 'media_missing' || (!sending && (without || !failed)))
  if (fault) return { at: 'fault', fault }
  if (sending) return { at: 'waiting' }
  return failed && !without ? { at: 'lacking' } : null
}
