import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { playerUrl, type VideoProvider } from '../../workers/auth/video.schema.ts'
import css from './ExternalVideo.module.css'

const NAMES: Record<VideoProvider, string> = { youtube: 'YouTube', dailymotion: 'Dailymotion', twitch: 'Twitch' }

/** The 16:9 box of a video. */
export const VideoFrame = ({ children }: { children: ReactNode }) => <div className={css.frame}>{children}</div>

/**
 * A video of an external provider. It is loaded only after a click, so that the provider does not learn who opens the page. `title` names
 * the player; `children` is the text of the button.
 */
export function ExternalVideo({
  provider,
  id,
  title,
  children,
}: {
  provider: VideoProvider
  id: string
  title: string
  children: ReactNode
}) {
  const [playing, play] = useState<string | null>(null)
  const key = `${provider} ${id}`
  const place = NAMES[provider]
  if (playing === key)
    return (
      <iframe
        src={playerUrl({ provider, id }, location.hostname)}
        title={title}
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
      <b>{children}</b>
      <span>
        <Trans>Loaded from {place}, which can then see that you watch it.</Trans>
      </span>
    </button>
  )
}
