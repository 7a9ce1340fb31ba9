import { type ReactNode, Suspense, useState } from 'react'
import type { MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PickedFiles } from './AttachedFiles.tsx'

/** Uploads are loaded with the first file. */
const AttachedFiles = lazyComponent(() => import('./AttachedFiles.tsx'), ['chat', 'uploads'])

const NONE = { files: [] as MessageFile[], sending: 0, failed: 0 }

/** The files of the message that is being written. */
export interface Attachments {
  /** Those that are uploaded. */
  files: MessageFile[]
  /** Whether some are still being uploaded, or have failed and were not removed. */
  isBlocked: boolean
  add: (files: Iterable<File>) => void
}

interface Tray {
  /** Shows the files. */
  tray: ReactNode
  /** Sends a text with the files, and forgets them if the message was taken. Returns whether it was. */
  sendWith: (send: (text: string, files?: MessageFile[]) => boolean, text: string) => boolean
}

/** Holds the files of the message that is being written. */
export function useAttachments(): Attachments & Tray {
  const [picked, setPicked] = useState<PickedFiles | null>(null)
  const [state, setState] = useState(NONE)
  return {
    files: state.files,
    isBlocked: state.sending + state.failed > 0,
    add(files) {
      const list = [...files]
      if (list.length) setPicked((before) => ({ key: (before?.key ?? 0) + 1, files: list }))
    },
    sendWith(send, text) {
      const isTaken = send(text, state.files.length ? state.files : undefined)
      if (isTaken) {
        setPicked(null)
        setState(NONE)
      }
      return isTaken
    },
    tray: picked && (
      <Suspense>
        <AttachedFiles
          picked={picked}
          value={state.files}
          onChange={(change) => setState((before) => ({ ...before, files: change(before.files) }))}
          onStatus={(status) => setState((before) => ({ ...before, ...status }))}
        />
      </Suspense>
    ),
  }
}
