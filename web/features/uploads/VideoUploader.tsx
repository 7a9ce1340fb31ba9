import { Trans, useLingui } from '@lingui/react/macro'
import css from './ImageUploader.module.css'
import { OneFile } from './OneFile.tsx'

/** A field for one video, of a type that every browser plays; `value` is its media id. */
export function VideoUploader({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { t } = useLingui()
  return (
    <div className={css.video}>
      <OneFile
        kind="video"
        value={value}
        onChange={onChange}
        show={() =>
          value && (
            // biome-ignore lint/a11y/useMediaCaption: people upload their videos without captions, and nobody else can write them
            <video key={value} src={`/media/${value}/video#t=0.1`} controls playsInline preload="metadata" aria-label={t`Your video`} />
          )
        }
        choose={value ? <Trans>Change video</Trans> : <Trans>Choose a video</Trans>}
      />
    </div>
  )
}
