import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { IntroVideo as Video } from '../../../workers/auth/profiles.schema.ts'
import { playerUrl, type VideoProvider } from '../../../workers/auth/video.schema.ts'
import css from './IntroVideo.module.css'

const NAMES: Record<VideoProvider, string> = { youtube: 'YouTube', dailymotion: 'Dailymotion', twitch: 'Twitch' }

/**
 * The video somebody introduces themselves with. One from elsewhere comes only after a press: until then its provider does not
 * learn who looks at the page, and nothing of it is loaded.
 */
export function IntroVideo({ video, name }: { video: Video; name: string }) {
  return (
    <div className={css.frame}>
      {video.provider === 'file' ? <Own id={video.id} name={name} /> : <Elsewhere {...video} provider={video.provider} name={name} />}
    </div>
  )
}

function Own({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/useMediaCaption: people upload their videos without captions, and nobody else can write them
    <video key={id} src={`/media/${id}/video#t=0.1`} controls playsInline preload="metadata" aria-label={t`Introduction by ${name}`} />
  )
}

function Elsewhere({ provider, id, name }: { provider: VideoProvider; id: string; name: string }) {
  const { t } = useLingui()
  const [playing, play] = useState<string | null>(null)
  const key = `${provider} ${id}`
  const place = NAMES[provider]
  if (playing === key)
    return (
      <iframe
        src={playerUrl({ provider, id }, location.hostname)}
        title={t`Introduction by ${name}`}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        allowFullScreen
      />
    )
  return (
    <button type="button" className={css.play} onClick={() => play(key)}>
      <svg viewBox="0 0 64 64" width={64} height={64} aria-hidden="true">
        <circle cx="32" cy="32" r="31" />
        <path d="M26 21v22l18-11Z" />
      </svg>
      <b>
        <Trans>Play the introduction</Trans>
      </b>
      <span>
        <Trans>From {place}, which then learns that you watch it.</Trans>
      </span>
    </button>
  )
}
