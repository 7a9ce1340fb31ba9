import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { discard, isStored } from '../../queries/upload/stored-files.ts'
import { useUploads } from '../../queries/upload/use-uploads.ts'

/**
 * The files of a listing in their sequence, and the uploads: `add` uploads files of the `kind`, `move` and `remove` change the list. `lost`
 * is the number of files of a draft that no longer exist. `status` is announced by screen readers.
 */
export function useMediaList(kind: 'media' | 'image', value: Media[], onChange: (media: Media[]) => void) {
  const { t } = useLingui()
  const [status, setStatus] = useState('')
  // Several uploads may finish before the next render. Each must add its file to the list that the others changed.
  const latest = useRef(value)
  latest.current = value
  const change = (media: Media[]) => {
    latest.current = media
    onChange(media)
  }
  // Small files finish before large ones, but the list keeps the sequence in which the files were selected.
  const keyOf = useRef(new Map<string, number>())
  const uploads = useUploads(kind, (media, key) => {
    keyOf.current.set(media.id, key)
    const next = latest.current.findIndex(({ id }) => (keyOf.current.get(id) ?? -1) > key)
    change(latest.current.toSpliced(next < 0 ? latest.current.length : next, 0, media))
    setStatus(t`Uploaded.`)
  })
  const lost = useLostFiles(value, (ids) => change(latest.current.filter(({ id }) => !ids.includes(id))))
  const { grid, focusNext } = useFocusAfterChange()

  function move(id: string, to: number) {
    const from = value.findIndex((media) => media.id === id)
    if (from < 0) return
    const media = value.toSpliced(from, 1).toSpliced(to - 1, 0, value[from]!)
    focusNext(`[data-media="${id}"] [data-by="${Math.sign(to - 1 - from)}"]`)
    setStatus(t`Now at position ${to} of ${media.length}.`)
    change(media)
  }

  function remove(index: number) {
    const removed = value[index]!
    const neighbour = value[index + 1] ?? value[index - 1]
    focusNext(neighbour ? `[data-media="${neighbour.id}"] [data-remove]` : 'input')
    setStatus(t`Removed.`)
    change(value.filter((_, i) => i !== index))
    discard(removed.id)
  }

  return { ...uploads, lost, move, remove, grid, status, setStatus }
}

/** Removes the files that no longer exist: a draft may be older than the day for which unused files are stored. Returns their number. */
function useLostFiles(value: Media[], onLost: (ids: string[]) => void): number {
  const [lost, setLost] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, about the files with which the form opened
  useEffect(() => {
    const ids = value.map(({ id }) => id)
    Promise.all(ids.map(isStored)).then((stored) => {
      const missing = ids.filter((_, i) => !stored[i])
      if (!missing.length) return
      onLost(missing)
      setLost(missing.length)
    })
  }, [])
  return lost
}

/**
 * A button that moves or disappears loses the focus. After the next render, `focusNext` focuses the button of a selector. If that is
 * disabled, it focuses another button of the same tile; if it is gone, the input that selects files.
 */
function useFocusAfterChange(): { grid: RefObject<HTMLUListElement | null>; focusNext: (selector: string) => void } {
  const grid = useRef<HTMLUListElement>(null)
  const selector = useRef<string | null>(null)
  useEffect(() => {
    if (!selector.current) return
    const wanted = grid.current?.querySelector<HTMLElement>(selector.current)
    const enabled = wanted?.matches(':disabled') ? wanted.closest('li')?.querySelector<HTMLElement>('button:enabled') : wanted
    ;(enabled ?? grid.current?.querySelector<HTMLElement>('input'))?.focus()
    selector.current = null
  })
  return {
    grid,
    focusNext: (wanted) => {
      selector.current = wanted
    },
  }
}
