import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { parseVideo } from '../../../workers/auth/video.schema.ts'
import { ExternalVideo, VideoFrame } from '../../ui/ExternalVideo.tsx'

/** The player of a video in a text, or `children` if `address` is not the URL of a video. */
export default function TextVideo({ address, children }: { address: string; children: ReactNode }) {
  const { t } = useLingui()
  const video = parseVideo(address)
  if (!video) return children
  return (
    <VideoFrame>
      <ExternalVideo {...video} title={t`Video`}>
        <Trans>Play the video</Trans>
      </ExternalVideo>
    </VideoFrame>
  )
}
