import type { UploadStatus } from '../../queries/upload/use-uploads.ts'

/** What the fields of the editor share. */
export interface FormContext {
  /** The text of the fault of a field, by its path, such as `sections.0.title`; null without one. */
  errorOf: (field: string) => string | null
  /** Reports the files of a field that are being sent. `part` names the field. */
  onStatus: (part: string, status: UploadStatus) => void
}
