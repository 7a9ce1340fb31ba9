import type { UploadStatus } from '../../queries/upload/use-uploads.ts'
import type { DraftFault } from './draft.ts'

/** The state of saving; null before it starts. */
export type Saving =
  | { at: 'fault'; fault: DraftFault }
  | { at: 'waiting' | 'lacking' | 'saving' | 'done' }
  | { at: 'failed'; error: unknown }
  | null

/** The upload status of all parts of a form together. */
export const allFiles = (parts: Record<string, UploadStatus>): UploadStatus =>
  Object.values(parts).reduce((sum, { sending, failed }) => ({ sending: sum.sending + sending, failed: sum.failed + failed }), {
    sending: 0,
    failed: 0,
  })

/**
 * What stops a draft from being sent, in this sequence: a fault, files that are being sent, or failed files, unless the user saves
 * `without` them. A missing picture is no fault as long as a file may still provide it. Null if the draft can be sent.
 */
export function beforeSaving(faults: DraftFault[], { sending, failed }: UploadStatus, without: boolean): Saving {
  const fault = faults.find(({ rule }) => rule !== 'media_missing' || (!sending && (without || !failed)))
  if (fault) return { at: 'fault', fault }
  if (sending) return { at: 'waiting' }
  return failed && !without ? { at: 'lacking' } : null
}
