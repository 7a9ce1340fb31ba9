import { useEffect, useRef, useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { checkPicked, LEFT_PAGE, type Only, upload } from './upload.ts'

/** A file on its way. */
export interface Upload {
  key: number
  file: File
  /** Address of the picked picture on this machine, to be shown meanwhile; null for what is no picture. */
  preview: string | null
  /** 0 to 1; at 1 the server looks at it. */
  progress: number
  /** Its connection is broken; it goes on by itself. */
  waiting: boolean
  error: unknown
}

/** How many files are on their way, and how many did not come through and were neither sent again nor left out. */
export interface Files {
  sending: number
  failed: number
}

let count = 0

/** Files sent at once; the others wait their turn, so that the first ones are soon there. */
const AT_ONCE = 3
let sending = 0
const queue: (() => void)[] = []

/** Runs when it is its turn. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (sending >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve))
  sending++
  try {
    return await run()
  } finally {
    sending--
    queue.shift()?.()
  }
}

/**
 * Files on their way: `add` sends them at once, `cancel` stops or forgets one, `retry` sends a failed one again. `onDone` gets
 * each that came through with its key, which grows in the order of choosing; its row is gone by then. Leaving the page stops what is
 * still under way; a large file goes on where it was when it is chosen again.
 */
export function useUploads(onDone: (media: Media, key: number) => void, only?: Only) {
  const [list, setList] = useState<Upload[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const done = useRef(onDone)
  done.current = onDone

  const change = (key: number, changes: Partial<Upload>) =>
    setList((old) => old.map((row) => (row.key === key ? { ...row, ...changes } : row)))

  function forget(key: number) {
    stops.current.delete(key)
    setList((old) => {
      const gone = old.find((row) => row.key === key)
      if (gone?.preview) URL.revokeObjectURL(gone.preview)
      return old.filter((row) => row.key !== key)
    })
  }

  async function send({ key, file }: Pick<Upload, 'key' | 'file'>) {
    const stop = new AbortController()
    stops.current.set(key, stop)
    try {
      checkPicked(file, only)
      const media = await inTurn(() => {
        stop.signal.throwIfAborted()
        return upload(file, {
          signal: stop.signal,
          onProgress: (progress) => change(key, { progress }),
          onWaiting: (waiting) => change(key, { waiting }),
        })
      })
      forget(key)
      done.current(media, key)
    } catch (error) {
      if (!stop.signal.aborted) change(key, { error })
    }
  }

  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort(LEFT_PAGE)
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
      stops.current.get(key)?.abort()
      forget(key)
    },
  }
}

/** Tells whoever wants to know how the files stand, whenever that changes. */
export function useTold({ sending, failed }: Files, tell: ((files: Files) => void) | undefined) {
  const told = useRef(tell)
  told.current = tell
  useEffect(() => told.current?.({ sending, failed }), [sending, failed])
}
