import { useState } from 'react'
import { EVIDENCE_LIMITS } from '../../../workers/orders/evidence.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import type { UploadStatus } from '../../queries/upload/use-uploads.ts'
import type { Attachment } from './use-delivery-draft.ts'

/** Evidence that a party is writing. `fault` is the rule that it breaks: `upload` means that a file has failed. */
export function useEvidenceDraft() {
  const [statement, setStatement] = useState('')
  const [files, setFiles] = useState<Attachment[]>([])
  const [messages, setMessages] = useState<number[]>([])
  const [uploads, setUploads] = useState<UploadStatus>({ sending: 0, failed: 0 })
  const length = characters(cleanLines(statement))
  const count = length + files.length + messages.length + uploads.sending
  const fault: 'long' | 'upload' | 'empty' | null =
    length > EVIDENCE_LIMITS.statement ? 'long' : uploads.failed ? 'upload' : count ? null : 'empty'
  return {
    statement,
    files,
    messages,
    length,
    fault,
    isUploading: uploads.sending > 0,
    /** The body of addEvidence, without the order. */
    content: { statement, files: files.map(({ path }) => path), messages },
    setStatement,
    setFiles,
    setUploads,
    /** Chooses a message, or removes it from the choice. */
    toggleMessage: (number: number) =>
      setMessages((old) => (old.includes(number) ? old.filter((one) => one !== number) : [...old, number])),
  }
}
