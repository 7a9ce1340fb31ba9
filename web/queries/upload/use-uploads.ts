import { useEffect, useRef, useState } from 'react'
import { checkFile, type FileKind, type StoredFile } from './file-rules.ts'
import { LEFT_PAGE } from './transfer-options.ts'
import { upload } from './upload.ts'

/** A file that is being uploaded, or that failed. */
export interface Upload {
  key: number
  file: File
  /** URL of a selected picture on this device; null for other files. */
  preview: string | null
  /** Share sent, 0 to 1; at 1 the server verifies the file. */
  progress: number
  /** Whether the upload waits for the connection. It continues by itself. */
  waiting: boolean
  error: unknown
}

/** The number of files that are being sent, and of those that failed and were neither retried nor removed. */
export interface UploadStatus {
  sending: number
  failed: number
}

let count = 0

/** Files sent at the same time on this page. The others wait, so that the first ones are finished soon. */
const CONCURRENT_FILES = 3
let sending = 0
const queue: (() => void)[] = []

/** Runs when fewer than CONCURRENT_FILES are being sent. */
async function runQueued<T>(run: () => Promise<T>): Promise<T> {
  if (sending >= CONCURRENT_FILES) await new Promise<void>((resolve) => queue.push(resolve))
  sending++
  try {
    return await run()
  } finally {
    sending--
    queue.shift()?.()
  }
}

/**
 * The uploads of a field. `add` starts to send files, `cancel` stops or removes one, `retry` sends a failed one again. When a file is
 * stored, its row is removed and `onDone` gets the file and its key; keys grow in the order of selection. Leaving the page stops running
 * uploads; a large file is resumed when it is selected again.
 */
export function useUploads<Kind extends FileKind>(kind: Kind, onDone: (stored: StoredFile[Kind], key: number) => void) {
  const [list, setList] = useState<Upload[]>([])
  const controllers = useRef(new Map<number, AbortController>())
  const done = useRef(onDone)
  done.current = onDone

  const change = (key: number, changes: Partial<Upload>) =>
    setList((old) => old.map((row) => (row.key === key ? { ...row, ...changes } : row)))

  function remove(key: number) {
    controllers.current.delete(key)
    setList((old) => {
      const row = old.find((one) => one.key === key)
      if (row?.preview) URL.revokeObjectURL(row.preview)
      return old.filter((one) => one !== row)
    })
  }

  async function send({ key, file }: Pick<Upload, 'key' | 'file'>) {
    const controller = new AbortController()
    const { signal } = controller
    controllers.current.set(key, controller)
    try {
      checkFile(file, kind)
      const stored = await runQueued(() => {
        signal.throwIfAborted()
        return upload(file, kind, {
          signal,
          onProgress: (progress) => change(key, { progress }),
          onWaiting: (waiting) => change(key, { waiting }),
        })
      })
      remove(key)
      done.current(stored, key)
    } catch (error) {
      if (!signal.aborted) change(key, { error })
    }
  }

  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort(LEFT_PAGE)
    }
  }, [])

  return {
    list,
    add(files: Iterable<File>) {
      const rows = Array.from(files, (file) => {
        const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
        return { key: count++, file, preview, progress: 0, waiting: false, error: null }
      })
      setList((old) => [...old, ...rows])
      for (const row of rows) send(row)
    },
    retry(row: Upload) {
      change(row.key, { error: null, progress: 0, waiting: false })
      send(row)
    },
    cancel(key: number) {
      controllers.current.get(key)?.abort()
      remove(key)
    },
  }
}

/** Reports the status of a field's uploads to its form, whenever it changes. */
export function useReportUploadStatus(list: readonly Upload[], onStatus: ((status: UploadStatus) => void) | undefined) {
  const report = useRef(onStatus)
  report.current = onStatus
  const failed = list.filter((row) => row.error).length
  const sending = list.length - failed
  useEffect(() => report.current?.({ sending, failed }), [sending, failed])
}
