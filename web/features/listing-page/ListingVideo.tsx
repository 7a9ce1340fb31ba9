import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './Gallery.module.css'

/** A video of a listing, shown by its poster until it is played. Types that browsers cannot play (MPEG, AVI) can be downloaded. */
export default function ListingVideo({ media: { id, poster }, reachable }: { media: Media; reachable: boolean }) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <div className={css.unplayed}>
        <Icon name="file" size={28} />
        <p>
          <Trans>This browser cannot play this video.</Trans>
        </p>
        <a href={`/media/${id}/video`} download tabIndex={reachable ? undefined : -1}>
          <Trans>Download it</Trans>
        </a>
      </div>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: sellers upload their videos without captions
    <video
      src={`/media/${id}/video`}
      poster={poster ? paths.media(poster, 1280) : undefined}
      controls
      preload={poster ? 'none' : 'metadata'}
      playsInline
      tabIndex={reachable ? 0 : -1}
      onError={() => setFailed(true)}
    />
  )
}
