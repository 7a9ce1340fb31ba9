import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { formatNumber } from '../../numbers.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './MediaUploader.module.css'
import { mayPass, useUploadText } from './texts.ts'
import type { Upload } from './use-uploads.ts'

/** A file that came through, with its place in the order. */
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
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const { t } = useLingui()
  const name = media.kind === 'video' ? t`Video ${place}` : t`Picture ${place}`
  return (
    <li className={css.tile} data-media={media.id}>
      <div className={css.face}>
        {media.kind === 'image' ? (
          <Picture media={media} alt={name} sizes="220px" />
        ) : (
          // The first frame stands for it; no caption could be made of what nobody hears here.
          <video className={css.video} src={`/media/${media.id}/video#t=0.1`} preload="metadata" muted playsInline aria-label={name} />
        )}
        {(place === 1 || media.kind === 'video') && (
          <span className={css.badge}>{place === 1 ? <Trans>Cover</Trans> : <Trans>Video</Trans>}</span>
        )}
      </div>
      <div className={css.tools}>
        <IconButton icon="left" label={t`Move ${name} forward`} data-by="-1" disabled={place === 1} onClick={() => onMove(-1)} />
        <IconButton icon="right" label={t`Move ${name} back`} data-by="1" disabled={place === of} onClick={() => onMove(1)} />
        <IconButton icon="trash" label={t`Remove ${name}`} data-remove onClick={onRemove} />
      </div>
    </li>
  )
}

/** A file on its way. */
export function UploadTile({ row: { file, preview, progress }, onCancel }: { row: Upload; onCancel: () => void }) {
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
          {progress < 1 ? `${formatNumber(Math.floor(progress * 100))} %` : <Trans>Checking…</Trans>}
        </span>
        <IconButton icon="close" label={t`Cancel ${file.name}`} onClick={onCancel} />
      </div>
    </li>
  )
}

/** A file that did not make it, and why; trying again is offered where it can help. */
export function FailedRow({ row: { file, error }, onCancel, onRetry }: { row: Upload; onCancel: () => void; onRetry: () => void }) {
  const { t } = useLingui()
  const { why } = useUploadText()
  return (
    <li className={css.failed}>
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
