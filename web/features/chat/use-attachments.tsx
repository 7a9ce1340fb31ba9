import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import { draftFilesIn, rememberDraftFiles } from '../../lib/drafts.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PickedFiles } from './AttachedFiles.tsx'

/** Uploads are loaded with the first file. */
const AttachedFiles = lazyComponent(() => import('./AttachedFiles.tsx'), ['chat', 'uploads'])

const NONE = { sending: 0, failed: 0 }

/** The files of the message that is being written. */
export interface Attachments {
  /** Those that are uploaded. */
  files: MessageFile[]
  /** Whether some are still being uploaded, or have failed and were not removed. */
  isBlocked: boolean
  /** How many have failed and were not removed. */
  failed: number
  add: (files: Iterable<File>) => void
}

interface Tray {
  /** Shows the files. */
  tray: ReactNode
  /** Sends a text with the files, and forgets them if the message was taken. Returns whether it was. */
  sendWith: (send: (text: string, files?: MessageFile[]) => boolean, text: string) => boolean
}

/** Holds the files of the message that a member writes in a room. Those that are uploaded are kept on the device until it is sent. */
export function useAttachments(me: number, roomId: string): Attachments & Tray {
  const [picked, setPicked] = useState<PickedFiles | null>(null)
  const [files, setFiles] = useState(() => draftFilesIn(me, roomId))
  const [status, setStatus] = useState(NONE)
  useEffect(() => rememberDraftFiles(me, roomId, files), [me, roomId, files])
  return {
    files,
    isBlocked: status.sending + status.failed > 0,
    failed: status.failed,
    add(files) {
      const list = [...files]
      if (list.length) setPicked((before) => ({ key: (before?.key ?? 0) + 1, files: list }))
    },
    sendWith(send, text) {
      const isTaken = send(text, files.length ? files : undefined)
      if (isTaken) {
        setPicked(null)
        setFiles([])
        setStatus(NONE)
      }
      return isTaken
    },
    tray: (picked || files.length > 0) && (
      <Suspense>
        <AttachedFiles picked={picked} value={files} onChange={setFiles} onStatus={setStatus} />
      </Suspense>
    ),
  }
}
