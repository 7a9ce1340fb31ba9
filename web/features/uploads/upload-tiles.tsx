import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { formatNumber } from '../../lib/format.ts'
import { formatBps } from '../../lib/token-format.ts'
import { isRefused } from '../../queries/upload/file-rules.ts'
import { type ResumableUpload, uploadedShare } from '../../queries/upload/resumable-uploads.ts'
import type { Upload } from '../../queries/upload/use-uploads.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './MediaUploader.module.css'
import { type MediaField, useUploadTexts } from './upload-texts.ts'

/** The data type of a dragged tile, which distinguishes it from dragged files. */
const TILE = 'application/x-warren-tile'

/** A stored file and its position (`place`) in the list. Buttons move it, or it is dragged onto another tile. */
export function MediaTile({
  media,
  place,
  of,
  onMove,
  onRemove,
}: {
  media: Media
  place: number
  of: number
  /** Moves the file `id` to the position `to`, counted from 1. `id` belongs to another file if its tile was dropped here. */
  onMove: (id: string, to: number) => void
  onRemove: () => void
}) {
  const { t } = useLingui()
  const [isUnplayable, setUnplayable] = useState(false)
  const name = media.kind === 'video' ? t`Video ${place}` : t`Picture ${place}`
  const { isOver, drag } = useTileDrag(media.id, (id) => onMove(id, place))
  return (
    <li className={css.tile} data-media={media.id} data-target={isOver || undefined} {...drag}>
      <div className={css.face}>
        {media.kind === 'image' || media.poster ? (
          <Picture media={media} alt={name} sizes="220px" />
        ) : isUnplayable ? (
          <span className={css.unseen}>
            <Icon name="file" size={28} />
            <Trans>No preview in this browser</Trans>
          </span>
        ) : (
          // The video shows only its first frame and is muted, so it needs no captions.
          <video
            onError={() => setUnplayable(true)}
            className={css.video}
            src={`/media/${media.id}/video#t=0.1`}
            preload="metadata"
            muted
            playsInline
            aria-label={name}
          />
        )}
        {(place === 1 || media.kind === 'video') && (
          <span className={css.badge}>{place === 1 ? <Trans>Cover</Trans> : <Trans>Video</Trans>}</span>
        )}
      </div>
      <div className={css.tools}>
        <IconButton
          icon="left"
          label={t`Move ${name} earlier`}
          data-by="-1"
          disabled={place === 1}
          onClick={() => onMove(media.id, place - 1)}
        />
        <IconButton
          icon="right"
          label={t`Move ${name} later`}
          data-by="1"
          disabled={place === of}
          onClick={() => onMove(media.id, place + 1)}
        />
        <IconButton icon="trash" label={t`Remove ${name}`} data-remove onClick={onRemove} />
      </div>
    </li>
  )
}

/** Makes a tile draggable, and a target for other tiles: `onDrop` gets the id of the file whose tile was dropped. */
function useTileDrag(id: string, onDrop: (id: string) => void) {
  const [isOver, setOver] = useState(false)
  const drag = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(TILE, id)
      dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TILE)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      const dropped = event.dataTransfer.getData(TILE)
      setOver(false)
      if (!dropped) return
      event.preventDefault()
      if (dropped !== id) onDrop(dropped)
    },
  }
  return { isOver, drag }
}

/** A file that is being uploaded. */
export function UploadTile({ row: { file, preview, progress, waiting }, onCancel }: { row: Upload; onCancel: () => void }) {
  const { t } = useLingui()
  const [hasPreview, setHasPreview] = useState(preview !== null)
  return (
    <li className={css.tile}>
      <div className={css.face} data-dim>
        {hasPreview && preview ? (
          <img src={preview} alt="" onError={() => setHasPreview(false)} />
        ) : (
          <span className={css.unseen}>
            <Icon name="file" size={28} />
            <span className="cut">{file.name}</span>
          </span>
        )}
        <div className={css.bar}>
          <Progress label={t`Uploading ${file.name}`} {...(progress < 1 && { value: progress })} />
        </div>
      </div>
      <div className={css.tools}>
        <span className={`num small mute ${css.share}`}>
          {waiting ? (
            <Trans>Waiting for the connection…</Trans>
          ) : progress < 1 ? (
            formatBps(Math.floor(progress * 100) * 100)
          ) : (
            <Trans>Checking…</Trans>
          )}
        </span>
        <IconButton icon="close" label={t`Cancel ${file.name}`} onClick={onCancel} />
      </div>
    </li>
  )
}

/** A file whose upload failed, with the reason, and a retry if that can help. `kind` is what the field accepts. */
export function FailedRow({
  row: { file, error },
  kind,
  onCancel,
  onRetry,
}: {
  row: Upload
  kind: MediaField
  onCancel: () => void
  onRetry: () => void
}) {
  const { t } = useLingui()
  const { describeFailure } = useUploadTexts(kind)
  return (
    <li className={css.failed} data-failed>
      <Icon name="warning" />
      <p>
        <strong className={css.name}>{file.name}</strong>
        <span role="alert">{describeFailure(error)}</span>
      </p>
      {!isRefused(error) && (
        <Button small onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <IconButton icon="close" label={t`Remove ${file.name} from the list`} onClick={onCancel} />
    </li>
  )
}

/** An unfinished upload of an earlier visit. Selecting the same file again resumes it. */
export function ResumableRow({
  upload,
  onSelect,
  onRemove,
}: {
  upload: ResumableUpload
  onSelect: (file: File) => void
  onRemove: () => void
}) {
  const { t } = useLingui()
  const { name, type } = upload
  const share = formatNumber(Math.floor(uploadedShare(upload) * 100))
  return (
    <li className={css.resumable}>
      <Icon name="file" />
      <p>
        <strong className={css.name}>{name}</strong>
        <span>
          <Trans>{share}% uploaded. Choose the same file again to continue.</Trans>
        </span>
      </p>
      <label className={css.pick}>
        <input
          type="file"
          accept={type}
          aria-label={t`Choose ${name} again`}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onSelect(file)
            event.target.value = ''
          }}
        />
        <Trans>Choose again</Trans>
      </label>
      <IconButton icon="close" label={t`Remove ${name} from the list`} onClick={onRemove} />
    </li>
  )
}
