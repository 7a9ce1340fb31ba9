import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { allBegun, type Begun, forgetBegun } from '../../queries/upload/resumable-uploads.ts'
import { ACCEPT, discard, isThere } from '../../queries/upload/upload.ts'
import { type Files, useTold, useUploads } from '../../queries/upload/use-uploads.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './MediaUploader.module.css'
import { useUploadText } from './texts.ts'
import { BegunRow, FailedRow, MediaTile, UploadTile } from './upload-tiles.tsx'

/**
 * The pictures and videos of a listing, in order; the first is its cover. Files are chosen or dropped, and go up at once;
 * `onChange` gets the list whenever one has come through, was moved or removed. `onFiles` hears how many files are still on
 * their way, and how many failed: saved meanwhile, a listing would lack them.
 */
export function MediaUploader({
  value,
  onChange,
  max = 10,
  error,
  onFiles,
}: {
  value: Media[]
  onChange: (media: Media[]) => void
  max?: number
  error?: string | null
  onFiles?: (files: Files) => void
}) {
  const { t } = useLingui()
  const { rule } = useUploadText()
  const id = useId()
  const [over, setOver] = useState(false)
  const [said, setSaid] = useState('')
  // Several files may come through before the page is drawn again; each must find the others.
  const latest = useRef(value)
  latest.current = value
  const give = (media: Media[]) => {
    latest.current = media
    onChange(media)
  }
  // Small files overtake large ones; in the list they stand as they were chosen.
  const chosen = useRef(new Map<string, number>())
  const { list, add, retry, cancel } = useUploads((media, key) => {
    chosen.current.set(media.id, key)
    const later = latest.current.findIndex(({ id }) => (chosen.current.get(id) ?? -1) > key)
    give(latest.current.toSpliced(later < 0 ? latest.current.length : later, 0, media))
    setSaid(t`Uploaded.`)
  })
  // A draft may be older than the day for which files are kept that nothing published shows.
  const [lost, setLost] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, of what was there when the form opened
  useEffect(() => {
    const ids = value.map(({ id }) => id)
    Promise.all(ids.map(isThere)).then((there) => {
      const gone = ids.filter((_, i) => !there[i])
      if (!gone.length) return
      give(latest.current.filter(({ id }) => !gone.includes(id)))
      setLost(gone.length)
    })
  }, [])
  const sending = list.filter((row) => !row.error)
  const failed = list.filter((row) => row.error)
  // What was begun before this page; what it begins itself has its own row.
  const [begun, setBegun] = useState<Begun[]>(allBegun)
  useTold({ sending: sending.length, failed: failed.length }, onFiles)

  const room = Math.max(0, max - value.length - sending.length)
  const take = (files: FileList | File[]) => {
    const taken = [...files].slice(0, room)
    add(taken)
    setBegun((old) => old.filter(({ name, size }) => !taken.some((file) => file.name === name && file.size === size)))
    setSaid(
      taken.length < files.length ? t`There is room for ${plural(max, { one: '# file', other: '# files' })}; the rest was left out.` : '',
    )
  }

  // Moving an element in the page takes the focus from it; it gets it back, or its neighbour does.
  const grid = useRef<HTMLUListElement>(null)
  const focus = useRef<string | null>(null)
  useEffect(() => {
    if (!focus.current) return
    const wanted = grid.current?.querySelector<HTMLElement>(focus.current)
    const able = wanted?.matches(':disabled') ? wanted.closest('li')?.querySelector<HTMLElement>('button:enabled') : wanted
    ;(able ?? grid.current?.querySelector<HTMLElement>('input'))?.focus()
    focus.current = null
  })

  function move(id: string, to: number) {
    const from = value.findIndex((media) => media.id === id)
    if (from < 0) return
    const media = value.toSpliced(from, 1).toSpliced(to - 1, 0, value[from]!)
    focus.current = `[data-media="${id}"] [data-by="${Math.sign(to - 1 - from)}"]`
    setSaid(t`Now at place ${to} of ${media.length}.`)
    give(media)
  }

  function remove(index: number) {
    const gone = value[index]!
    const next = value[index + 1] ?? value[index - 1]
    focus.current = next ? `[data-media="${next.id}"] [data-remove]` : 'input'
    setSaid(t`Removed.`)
    give(value.filter((_, i) => i !== index))
    discard(gone.id)
  }

  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      take(event.dataTransfer.files)
    },
  }
  const empty = value.length + sending.length === 0

  return (
    <fieldset className={css.uploader} data-over={over || undefined} data-wrong={error ? true : undefined} {...drag}>
      <legend className="unseen">
        <Trans>Pictures and videos</Trans>
      </legend>
      <ul ref={grid} className={css.grid} data-empty={empty || undefined}>
        {value.map((media, i) => (
          <MediaTile key={media.id} media={media} place={i + 1} of={value.length} onMove={move} onRemove={() => remove(i)} />
        ))}
        {sending.map((row) => (
          <UploadTile key={row.key} row={row} onCancel={() => cancel(row.key)} />
        ))}
        {room > 0 && (
          <li className={css.add}>
            <label>
              <input
                type="file"
                multiple
                accept={ACCEPT.any}
                aria-describedby={`${id}rule`}
                onChange={(event) => {
                  if (event.target.files) take(event.target.files)
                  event.target.value = ''
                }}
              />
              <Icon name="photo" size={empty ? 32 : 24} />
              <strong>{empty ? <Trans>Add pictures or a video</Trans> : <Trans>Add more</Trans>}</strong>
              {empty && (
                <span>
                  <Trans>Choose files, or drop them here</Trans>
                </span>
              )}
            </label>
          </li>
        )}
      </ul>
      {failed.length > 0 && (
        <ul className={css.failures} aria-label={t`Not uploaded`}>
          {failed.map((row) => (
            <FailedRow key={row.key} row={row} onCancel={() => cancel(row.key)} onRetry={() => retry(row)} />
          ))}
        </ul>
      )}
      {lost > 0 && (
        <p className={css.error} role="status">
          <Icon name="warning" size={16} />
          <Plural
            value={lost}
            one="A file of this draft is gone: what was never published is kept for a day. Please add it again."
            other="# files of this draft are gone: what was never published is kept for a day. Please add them again."
          />
        </p>
      )}
      {begun.length > 0 && (
        <ul className={css.failures} aria-label={t`Not finished`}>
          {begun.map((one) => (
            <BegunRow
              key={one.id}
              begun={one}
              onPick={(file) => take([file])}
              onDrop={() => {
                setBegun((old) => old.filter(({ id }) => id !== one.id))
                forgetBegun(one.id)
                discard(one.id)
              }}
            />
          ))}
        </ul>
      )}
      <p id={`${id}rule`} className={css.rule}>
        {rule}
        <br />
        <Trans>What the camera wrote into a picture, such as the place, is never shown to anybody.</Trans>
      </p>
      {error && (
        <p className={css.error} role="alert">
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
    </fieldset>
  )
}
