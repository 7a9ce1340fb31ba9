import type { FolioSection } from '../../../../workers/creators/folios.schema.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { SectionText } from './SectionText.tsx'
import css from './sections.module.css'

type FullPage = Extract<FolioSection, { kind: 'FULL_PAGE' }>

/** A wide picture and a long text. */
export function FullPageSection({ section: { title, text, picture } }: { section: FullPage }) {
  return (
    <div className={css.full}>
      {picture && (
        <div className={css.frame}>
          <Picture
            media={picture}
            alt={title}
            ratio={ratioOf(picture)}
            sizes="(max-width: 599px) 88vw, (max-width: 1240px) 100vw, 1240px"
          />
        </div>
      )}
      {text && <SectionText html={text} />}
    </div>
  )
}

/** The picture's own ratio, but never higher than wide. */
const ratioOf = ({ width, height }: { width: number | null; height: number | null }) =>
  width && height ? `${width} / ${Math.min(height, width)}` : '16 / 9'
