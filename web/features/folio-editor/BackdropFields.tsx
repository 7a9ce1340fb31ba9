import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { EFFECTS, type Folio } from '../../../workers/creators/folios.schema.ts'
import { FieldError } from '../../ui/Field.tsx'
import { mediaUrl } from '../../ui/media-url.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import { OneFile } from '../uploads/OneFile.tsx'
import css from './editor.module.css'
import type { FolioDraft } from './folio-draft.ts'
import type { FormContext } from './form.ts'
import { PictureField, useStatusUntilRemoved } from './PictureField.tsx'

interface Props {
  draft: FolioDraft
  set: (change: Partial<FolioDraft>) => void
  form: FormContext
}

/** The picture or video at the top of the page, and its effect. */
export function BackdropFields({ draft, set, form }: Props) {
  const { t } = useLingui()
  const [way, setWay] = useState<'picture' | 'video'>(draft.video ? 'video' : 'picture')
  return (
    <>
      <Segmented
        label={t`Backdrop`}
        options={[
          ['picture', <Trans key="picture">Picture</Trans>],
          ['video', <Trans key="video">Video</Trans>],
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'picture' ? (
        <PictureField
          label={<Trans>Picture</Trans>}
          part="image"
          path="image"
          picture={draft.image}
          // A page has one of the two.
          onChange={(image) => set({ image, ...(image && { video: null, video_thumbnail: null }) })}
          form={form}
        />
      ) : (
        <VideoField draft={draft} set={set} form={form} />
      )}
      <EffectField value={draft.effect} onChange={(effect) => set({ effect })} />
    </>
  )
}

/** A video without sound. A frame of it is shown until it plays, and to readers who prefer less motion. */
function VideoField({ draft: { video, video_thumbnail }, set, form: { onStatus, errorOf } }: Props) {
  const { t } = useLingui()
  useStatusUntilRemoved('video', onStatus)
  const error = errorOf('video') ?? errorOf('video_thumbnail')
  return (
    <fieldset className={css.picture} data-wrong={error ? '' : undefined}>
      <legend>
        <Trans>Video</Trans>
      </legend>
      <OneFile
        kind="video"
        value={video?.id ?? null}
        onStatus={(status) => onStatus('video', status)}
        onChange={(id, media) =>
          set({
            video: id === null ? null : { id, url: `/media/${id}/video`, type: 'video/mp4' },
            video_thumbnail: media?.poster
              ? { id: media.poster, kind: 'image', width: media.width, height: media.height, placeholder: media.placeholder }
              : null,
            ...(id !== null && { image: null }),
          })
        }
        show={() =>
          video && (
            <video
              key={video.id}
              className={css.thumb}
              src={`/media/${video.id}/video#t=0.1`}
              poster={video_thumbnail ? mediaUrl(video_thumbnail.id, 320) : undefined}
              muted
              playsInline
              preload="none"
              aria-label={t`Your video`}
            />
          )
        }
        choose={video ? <Trans>Change video</Trans> : <Trans>Choose a video</Trans>}
      />
      {error && <FieldError>{error}</FieldError>}
      <p className="small mute">
        <Trans>It plays without sound, again and again. Visitors can pause it. Those who prefer less motion see a picture of it.</Trans>
      </p>
    </fieldset>
  )
}

/** The effect on the backdrop. */
function EffectField({ value, onChange }: { value: Folio['effect']; onChange: (effect: Folio['effect']) => void }) {
  const { t } = useLingui()
  const names: Record<Folio['effect'], string> = {
    NONE: t({ message: 'None', context: 'an effect' }),
    GRAIN: t`Grain`,
    GRADIENT: t`Gradient`,
    PARALLAX: t`Parallax`,
  }
  const texts: Record<Folio['effect'], string> = {
    NONE: t`The backdrop as it is.`,
    GRAIN: t`A fine grain, as on film.`,
    GRADIENT: t`Your two colours lie over it.`,
    PARALLAX: t`It moves slower than the page.`,
  }
  return (
    <fieldset className={css.choices}>
      <legend>{t`Effect`}</legend>
      {EFFECTS.map((effect) => (
        <label key={effect}>
          <input type="radio" name="effect" checked={effect === value} onChange={() => onChange(effect)} />
          <span>
            <b>{names[effect]}</b>
            <span className="small mute">{texts[effect]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
