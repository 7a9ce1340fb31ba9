import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './ImageUploader.module.css'
import { mayPass, useUploadText } from './texts.ts'
import { ACCEPT, discard } from './upload.ts'
import { useUploads } from './use-uploads.ts'

/** One video that every browser plays: `value` is a media id. It shows at once and counts once saved. */
export function VideoUploader({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { t } = useLingui()
  const { rule, why } = useUploadText('video')
  const id = useId()
  const { list, add, retry, cancel } = useUploads((media) => {
    // Refused by the server as long as the saved profile shows it.
    if (value) discard(value)
    onChange(media.id)
  }, 'video')
  const row = list.at(-1)
  return (
    <div className={css.video}>
      {value && (
        // biome-ignore lint/a11y/useMediaCaption: people upload their videos without captions, and nobody else can write them
        <video key={value} src={`/media/${value}/video#t=0.1`} controls playsInline preload="metadata" aria-label={t`Your video`} />
      )}
      <div className={css.side}>
        {row && !row.error ? (
          <>
            <Progress label={t`Uploading ${row.file.name}`} {...(row.progress < 1 && { value: row.progress })} />
            <Button small onClick={() => cancel(row.key)}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        ) : (
          <div className={css.buttons}>
            <label className={css.choose}>
              <input
                type="file"
                name="video"
                accept={ACCEPT.video}
                aria-describedby={`${id}rule`}
                onChange={(event) => {
                  if (row) cancel(row.key)
                  if (event.target.files) add([...event.target.files].slice(0, 1))
                  event.target.value = ''
                }}
              />
              <Icon name="photo" />
              {value ? <Trans>Change video</Trans> : <Trans>Choose a video</Trans>}
            </label>
            {row && mayPass(row.error) && (
              <Button small onClick={() => retry(row)}>
                <Trans>Try again</Trans>
              </Button>
            )}
            {value && !row && (
              <Button look="ghost" icon="trash" onClick={() => onChange(null)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
        )}
        {row?.error ? (
          <p className={css.error} role="alert">
            <Icon name="warning" size={16} />
            {why(row.error)}
          </p>
        ) : (
          <p id={`${id}rule`} className={css.rule}>
            {rule}
          </p>
        )}
      </div>
    </div>
  )
}
