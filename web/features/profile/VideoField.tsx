import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { parseVideo } from '../../../workers/auth/video.schema.ts'
import { FieldError, TextField } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { VideoUploader } from '../uploads/VideoUploader.tsx'
import type { Draft } from './draft.ts'
import { IntroVideo } from './IntroVideo.tsx'
import css from './profile.module.css'

/** The introduction video: a link or a file, with a preview. */
export function VideoField({ draft, onChange, error }: { draft: Draft; onChange: (change: Partial<Draft>) => void; error?: string }) {
  const { t } = useLingui()
  const id = useId()
  const { way, link, file } = draft
  const elsewhere = parseVideo(link.trim())
  return (
    <fieldset className={css.video} aria-labelledby={id}>
      <div className={css.ways}>
        <b id={id}>
          <Trans>Video that introduces you</Trans>
        </b>
        <Segmented
          label={t`Video source`}
          options={[
            ['link', <Trans key="link">Link</Trans>],
            ['file', <Trans key="file">Upload</Trans>],
          ]}
          value={way}
          onChange={(next) => onChange({ way: next })}
        />
      </div>
      {way === 'link' ? (
        <>
          <TextField
            label={<Trans>Video link</Trans>}
            bare
            name="video"
            type="url"
            inputMode="url"
            placeholder="https://www.youtube.com/watch?v=…"
            value={link}
            onChange={(event) => onChange({ link: event.target.value })}
            hint={<Trans>On YouTube, Dailymotion or Twitch. It loads when a visitor presses play.</Trans>}
            error={error}
          />
          {elsewhere && (
            <div className={css.shown}>
              <IntroVideo video={elsewhere} name={draft.name} />
            </div>
          )}
        </>
      ) : (
        <>
          <div className={css.shown}>
            <VideoUploader value={file} onChange={(next) => onChange({ file: next })} />
          </div>
          {error && <FieldError>{error}</FieldError>}
        </>
      )}
    </fieldset>
  )
}
