import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { formatNumber } from '../../lib/format.ts'
import { type Begun, shareOf } from '../../queries/upload/resumable-uploads.ts'
import type { Only } from '../../queries/upload/upload.ts'
import type { Upload } from '../../queries/upload/use-uploads.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './MediaUploader.module.css'
import { mayPass, useUploadText } from './texts.ts'

/** The kind of thing that is dragged when a tile is, told apart from files. */
const TILE = 'application/x-warren-tile'

/** A file that came through, with its place in the order. It is moved by its buttons, or dragged onto another's place. */
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
  /** To be put at this place, 1 the first; `id` is the file's, of another tile when that was dropped here. */
  onMove: (id: string, to: number) => void
  onRemove: () => void
}) {
  const { t } = useLingui()
  const [over, setOver] = useState(false)
  const [unplayed, setUnplayed] = useState(false)
  const name = media.kind === 'video' ? t`Video ${place}` : t`Picture ${place}`
  const drag = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(TILE, media.id)
      dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TILE)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      const id = event.dataTransfer.getData(TILE)
      setOver(false)
      if (!id) return
      event.preventDefault()
      if (id !== media.id) onMove(id, place)
    },
  }
  return (
    <li className={css.tile} data-media={media.id} data-target={over || undefined} {...drag}>
      <div className={css.face}>
        {media.kind === 'image' || media.poster ? (
          <Picture media={media} alt={name} sizes="220px" />
        ) : unplayed ? (
          <span className={css.unseen}>
            <Icon name="file" size={28} />
            <Trans>No preview in this browser</Trans>
          </span>
        ) : (
          // The first frame stands for it; no caption could be made of what nobody hears here.
          <video
            onError={() => setUnplayed(true)}
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
          label={t`Move ${name} forward`}
          data-by="-1"
          disabled={place === 1}
          onClick={() => onMove(media.id, place - 1)}
        />
        <IconButton
          icon="right"
          label={t`Move ${name} back`}
          data-by="1"
          disabled={place === of}
          onClick={() => onMove(media.id, place + 1)}
        />
        <IconButton icon="trash" label={t`Remove ${name}`} data-remove onClick={onRemove} />
      </div>
    </li>
  )
}

/** A file on its way. */
export function UploadTile({ row: { file, preview, progress, waiting }, onCancel }: { row: Upload; onCancel: () => void }) {
  const { t } = useLingui()
  const [shown, setShown] = useState(preview !== null)
  return (
    <li className={css.tile}>
      <div className={css.face} data-dim>
        {shown && preview ? (
          <img src={preview} alt="" onError={() => setShown(false)} />
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
            `${formatNumber(Math.floor(progress * 100))} %`
          ) : (
            <Trans>Checking…</Trans>
          )}
        </span>
        <IconButton icon="close" label={t`Cancel ${file.name}`} onClick={onCancel} />
      </div>
    </li>
  )
}

/** A file that did not make it, and why; trying again is offered where it can help. `only`: what kind of file was asked for. */
export function FailedRow({
  row: { file, error },
  only,
  onCancel,
  onRetry,
}: {
  row: Upload
  only?: Only
  onCancel: () => void
  onRetry: () => void
}) {
  const { t } = useLingui()
  const { why } = useUploadText(only)
  return (
    <li className={css.failed} data-failed>
      <Icon name="warning" />
      <p>
        <strong className={css.name}>{file.name}</strong>
        <span role="alert">{why(error)}</span>
      </p>
      {mayPass(error) && (
        <Button small onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <IconButton icon="close" label={t`Leave out ${file.name}`} onClick={onCancel} />
    </li>
  )
}

/** A large file that was on its way when the page was left or the tab died. Chosen again, it goes on where it was. */
export function BegunRow({ begun, onPick, onDrop }: { begun: Begun; onPick: (file: File) => void; onDrop: () => void }) {
  const { t } = useLingui()
  const { name, type } = begun
  const share = formatNumber(Math.floor(shareOf(begun) * 100))
  return (
    <li className={css.begun}>
      <Icon name="file" />
      <p>
        <strong className={css.name}>{name}</strong>
        <span>
          <Trans>{share} % has arrived. Choose the same file again, and it goes on from there.</Trans>
        </span>
      </p>
      <label className={css.pick}>
        <input
          type="file"
          accept={type}
          aria-label={t`Choose ${name} again`}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onPick(file)
            event.target.value = ''
          }}
        />
        <Trans>Choose again</Trans>
      </label>
      <IconButton icon="close" label={t`Leave out ${name}`} onClick={onDrop} />
    </li>
  )
}
