import { useCallback, useState } from 'react'
import type { UploadStatus } from '../../queries/upload/use-uploads.ts'

/** What the fields of the editor share. */
export interface FormContext {
  /** The text of the fault of a field, by its path, such as `sections.0.title`; null without one. */
  errorOf: (field: string) => string | null
  /** Reports the files of a field that are being sent. `part` names the field. */
  onStatus: (part: string, status: UploadStatus) => void
}

/** How many files of a form are being sent. */
export function useSendingFiles() {
  const [parts, setParts] = useState<Record<string, number>>({})
  const onStatus = useCallback<FormContext['onStatus']>(
    (part, { sending }) => setParts((old) => (old[part] === sending ? old : { ...old, [part]: sending })),
    [],
  )
  return { sending: Object.values(parts).reduce((sum, count) => sum + count, 0), onStatus }
}
