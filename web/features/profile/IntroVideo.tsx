import { Trans, useLingui } from '@lingui/react/macro'
import type { IntroVideo as Video } from '../../../workers/auth/profiles.schema.ts'
import { ExternalVideo, VideoFrame } from '../../ui/ExternalVideo.tsx'

/** The introduction video of a profile: an uploaded file, or an external video that is loaded after a click. */
export function IntroVideo({ video, name }: { video: Video; name: string }) {
  const { t } = useLingui()
  return (
    <VideoFrame>
      {video.provider === 'file' ? (
        <Own id={video.id} name={name} />
      ) : (
        <ExternalVideo provider={video.provider} id={video.id} title={t`Introduction by ${name}`}>
          <Trans>Play the introduction</Trans>
        </ExternalVideo>
      )}
    </VideoFrame>
  )
}

function Own({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/useMediaCaption: people upload their videos without captions, and nobody else can write them
    <video key={id} src={`/media/${id}/video#t=0.1`} controls playsInline preload="metadata" aria-label={t`Introduction by ${name}`} />
  )
}
