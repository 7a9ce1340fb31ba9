import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { parseVideo } from '../../../workers/auth/video.schema.ts'
import { VideoElsewhere, VideoFrame } from '../../ui/VideoElsewhere.tsx'
import css from './RichText.module.css'

type Video = NonNullable<ReturnType<typeof parseVideo>>
type Piece = { html: string } | { video: Video }

/** The video a paragraph is about, when it holds nothing but its address, as a link or as words. */
function videoOf(node: Node): Video | null {
  if (!(node instanceof HTMLParagraphElement)) return null
  const only = node.childNodes.length === 1 ? node.firstChild : null
  const address = only instanceof HTMLAnchorElement ? only.href : only instanceof Text ? only.data.trim() : ''
  return /^https?:\/\/\S+$/.test(address) ? parseVideo(address) : null
}

/** A text cut at its videos. */
function piecesOf(safe: string): Piece[] {
  const pieces: Piece[] = []
  let words = document.createElement('div')
  const close = () => {
    if (words.hasChildNodes()) pieces.push({ html: words.innerHTML })
    words = document.createElement('div')
  }
  for (const node of [...new DOMParser().parseFromString(safe, 'text/html').body.childNodes]) {
    const video = videoOf(node)
    if (video) {
      close()
      pieces.push({ video })
    } else words.append(node)
  }
  close()
  return pieces
}

/** A sanitised text with a player for each link to a video that stands alone in a paragraph. */
export default function TextWithVideos({ safe, lang }: { safe: string; lang: string }) {
  const { t } = useLingui()
  const pieces = useMemo(() => piecesOf(safe), [safe])
  return (
    <div className={css.rich}>
      {pieces.map((piece, i) =>
        'video' in piece ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
          <VideoFrame key={i}>
            <VideoElsewhere {...piece.video} title={t`Video`}>
              <Trans>Play the video</Trans>
            </VideoElsewhere>
          </VideoFrame>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
          // biome-ignore lint/security/noDangerouslySetInnerHtml: RichText has sanitised it
          <div key={i} className={css.rich} lang={lang} dangerouslySetInnerHTML={{ __html: piece.html }} />
        ),
      )}
    </div>
  )
}
