import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { ACCEPT } from '../../queries/upload/file-rules.ts'
import { type ResumableUpload, removeResumable, resumableUploads } from '../../queries/upload/resumable-uploads.ts'
import { discard } from '../../queries/upload/stored-files.ts'
import { type UploadStatus, useReportUploadStatus } from '../../queries/upload/use-uploads.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import css from './MediaUploader.module.css'
import { useUploadTexts } from './upload-texts.ts'
import { FailedRow, MediaTile, ResumableRow, UploadTile } from './upload-tiles.tsx'
import { useMediaList } from './use-media-list.ts'

/**
 * The pictures and videos of a listing, in their sequence; the first is the cover. With a `max` of 1, only a picture is accepted. Files are
 * selected or dropped, and uploaded at once. `onChange` gets the list whenever a file was stored, moved or removed. `onStatus` gets the
 * numbers of files that are being sent and that failed: a listing that is saved now would lack them.
 */
export function MediaUploader({
  value,
  onChange,
  max = 10,
  error,
  onStatus,
}: {
  value: Media[]
  onChange: (media: Media[]) => void
  max?: number
  error?: string | null
  onStatus?: (status: UploadStatus) => void
}) {
  const { t } = useLingui()
  // The only file of a listing is its banner, and a banner cannot play a video.
  const kind = max === 1 ? 'image' : 'media'
  const { rule } = useUploadTexts(kind)
  const id = useId()
  const { list, add, retry, cancel, move, remove, lost, grid, status, setStatus } = useMediaList(kind, value, onChange)
  useReportUploadStatus(list, onStatus)
  const { unfinished, hideSelected, removeUnfinished } = useUnfinishedUploads()
  const sending = list.filter((row) => !row.error)
  const failed = list.filter((row) => row.error)

  const room = Math.max(0, max - value.length - sending.length)
  const take = (files: Iterable<File>) => {
    const all = [...files]
    const taken = all.slice(0, room)
    add(taken)
    hideSelected(taken)
    setStatus(
      taken.length < all.length ? t`You can add ${plural(max, { one: '# file', other: '# files' })}; the other files were not added.` : '',
    )
  }
  const { isOver, dropTarget } = useFileDrop(take)
  const isEmpty = value.length + sending.length === 0

  return (
    <fieldset className={css.uploader} data-over={isOver || undefined} data-wrong={error ? true : undefined} {...dropTarget}>
      <legend className="unseen">{kind === 'image' ? <Trans>Picture</Trans> : <Trans>Pictures and videos</Trans>}</legend>
      <ul ref={grid} className={css.grid} data-empty={isEmpty || undefined}>
        {value.map((media, i) => (
          <MediaTile key={media.id} media={media} place={i + 1} of={value.length} onMove={move} onRemove={() => remove(i)} />
        ))}
        {sending.map((row) => (
          <UploadTile key={row.key} row={row} onCancel={() => cancel(row.key)} />
        ))}
        {room > 0 && <AddTile kind={kind} isEmpty={isEmpty} onFiles={take} describedBy={`${id}rule`} />}
      </ul>
      {failed.length > 0 && (
        <ul className={css.failures} aria-label={t`Not uploaded`}>
          {failed.map((row) => (
            <FailedRow key={row.key} row={row} kind={kind} onCancel={() => cancel(row.key)} onRetry={() => retry(row)} />
          ))}
        </ul>
      )}
      {lost > 0 && <LostNotice lost={lost} />}
      {kind === 'media' && unfinished.length > 0 && (
        <UnfinishedList uploads={unfinished} onSelect={(file) => take([file])} onRemove={removeUnfinished} />
      )}
      <p id={`${id}rule`} className={css.rule}>
        {rule}
        <br />
        <Trans>Camera data in pictures, such as the location, is never shown to anybody.</Trans>
      </p>
      {error && (
        <p className={css.error} role="alert">
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      <p className="unseen" role="status">
        {status}
      </p>
    </fieldset>
  )
}

/** The uploads of earlier visits that can be resumed; those of this page have their own rows. */
function useUnfinishedUploads() {
  const [unfinished, setUnfinished] = useState(resumableUploads)
  return {
    unfinished,
    /** Hides the uploads whose files were selected again and so have a row now. */
    hideSelected: (files: File[]) =>
      setUnfinished((old) => old.filter(({ name, size }) => !files.some((file) => file.name === name && file.size === size))),
    removeUnfinished(upload: ResumableUpload) {
      setUnfinished((old) => old.filter((one) => one !== upload))
      removeResumable(upload.id)
      discard(upload.id)
    },
  }
}

/** The tile that selects files; large if the list is empty. */
function AddTile({
  kind,
  isEmpty,
  onFiles,
  describedBy,
}: {
  kind: 'media' | 'image'
  isEmpty: boolean
  onFiles: (files: FileList) => void
  describedBy: string
}) {
  const isOne = kind === 'image'
  return (
    <li className={css.add}>
      <label>
        <input
          type="file"
          multiple={!isOne}
          accept={ACCEPT[kind]}
          aria-describedby={describedBy}
          onChange={(event) => {
            if (event.target.files) onFiles(event.target.files)
            event.target.value = ''
          }}
        />
        <Icon name="photo" size={isEmpty ? 32 : 24} />
        <strong>{isOne ? <Trans>Add a picture</Trans> : isEmpty ? <Trans>Add pictures or a video</Trans> : <Trans>Add more</Trans>}</strong>
        {isEmpty && <span>{isOne ? <Trans>Choose a file, or drop it here</Trans> : <Trans>Choose files, or drop them here</Trans>}</span>}
      </label>
    </li>
  )
}

/** Says how many files of a draft no longer exist. */
function LostNotice({ lost }: { lost: number }) {
  return (
    <p className={css.error} role="status">
      <Icon name="warning" size={16} />
      <Plural
        value={lost}
        one="A file of this draft was deleted: unpublished files are stored for one day. Please add it again."
        other="# files of this draft were deleted: unpublished files are stored for one day. Please add them again."
      />
    </p>
  )
}

/** Uploads of earlier visits that can be resumed. */
function UnfinishedList({
  uploads,
  onSelect,
  onRemove,
}: {
  uploads: ResumableUpload[]
  onSelect: (file: File) => void
  onRemove: (upload: ResumableUpload) => void
}) {
  const { t } = useLingui()
  return (
    <ul className={css.failures} aria-label={t`Unfinished`}>
      {uploads.map((upload) => (
        <ResumableRow key={upload.id} upload={upload} onSelect={onSelect} onRemove={() => onRemove(upload)} />
      ))}
    </ul>
  )
}
