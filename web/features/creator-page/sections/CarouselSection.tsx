import { useLingui } from '@lingui/react/macro'
import type { FolioSection } from '../../../../workers/creators/folios.schema.ts'
import { detectLanguage } from '../../../../workers/listings/text.schema.ts'
import { Carousel } from '../../../ui/Carousel.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { hostOf } from '../host-of.ts'
import css from './sections.module.css'

type Slides = Extract<FolioSection, { kind: 'CAROUSEL' }>

/** Pictures one at a time, each with its caption and link. */
export function CarouselSection({ section: { title, slides } }: { section: Slides }) {
  const { t } = useLingui()
  const name = title || t`Pictures`
  // A picture that was deleted leaves its slide out, so there may be none.
  if (!slides.length) return null
  return (
    <Carousel
      label={name}
      slides={slides.map(({ picture, caption, link }, i) => ({
        key: `${i} ${picture.id}`,
        label: caption || name,
        node: (
          <figure className={css.slide}>
            <Picture
              media={picture}
              alt={caption || t`${name}, picture ${i + 1} of ${slides.length}`}
              ratio="16 / 9"
              sizes="(max-width: 599px) 88vw, (max-width: 1240px) 100vw, 1240px"
            />
            {(caption || link) && (
              <figcaption lang={detectLanguage(caption)}>
                {link ? (
                  <a className={css.link} href={link} target="_blank" rel="noopener nofollow ugc">
                    {/* A caption may look like the address of another site. */}
                    {caption ? `${caption} (${hostOf(link)})` : t`Open the link`}
                    <Icon name="out" size={14} />
                  </a>
                ) : (
                  caption
                )}
              </figcaption>
            )}
          </figure>
        ),
      }))}
    />
  )
}
