import { useCallback, useState } from 'react'
import type { UploadStatus } from './use-uploads.ts'

/** How many files of a form are being sent. `onStatus` gets the status of each field with files; `part` names the field. */
export function useSendingFiles() {
  const [parts, setParts] = useState<Record<string, number>>({})
  const onStatus = useCallback(
    (part: string, { sending }: UploadStatus) => setParts((old) => (old[part] === sending ? old : { ...old, [part]: sending })),
    [],
  )
  return { sending: Object.values(parts).reduce((sum, count) => sum + count, 0), onStatus }
}
