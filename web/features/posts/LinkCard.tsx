import { Trans } from '@lingui/react/macro'
import type { LinkPreview } from '../../../workers/creators/link-previews.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { Icon } from '../../ui/Icon.tsx'
import { mediaUrl } from '../../ui/media-url.ts'
import { Picture } from '../../ui/Picture.tsx'
import css from './LinkCard.module.css'

/** The host of an address, without `www.`; text that is no address as it is. */
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address)

/**
 * A link of a post as a card that opens in a new tab: with its preview, or with only its host. Of a video it shows a play sign; nothing of
 * another site is loaded.
 */
export function LinkCard({ link, preview }: { link: string; preview: LinkPreview | null }) {
  const { images = [], favicons = [], videos = [], title = '', description = '' } = preview ?? {}
  const [picture] = images
  const [icon] = favicons
  const isVideo = videos.length > 0
  return (
    <a className={css.card} href={link} target="_blank" rel="noopener nofollow ugc" data-bare={preview ? undefined : ''}>
      {(picture || isVideo) && (
        <span className={css.picture}>
          {picture && <Picture media={picture} alt="" ratio="4 / 3" sizes="(max-width: 599px) 112px, 200px" />}
          {isVideo && (
            <span className={css.play}>
              <Icon name="play" size={22} />
            </span>
          )}
        </span>
      )}
      <span className={css.text}>
        {title && (
          <b lang={detectLanguage(title)} dir="auto">
            {title}
          </b>
        )}
        {description && (
          <span className={css.description} lang={detectLanguage(description)} dir="auto">
            {description}
          </span>
        )}
        <span className={css.host}>
          {icon ? <img src={mediaUrl(icon.id, 320)} width={16} height={16} alt="" loading="lazy" /> : <Icon name="link" size={16} />}
          <bdi className="cut">{hostOf(link)}</bdi>
          <Icon name="out" size={14} />
          <span className="unseen">
            <Trans>opens in a new tab</Trans>
          </span>
        </span>
      </span>
    </a>
  )
}
