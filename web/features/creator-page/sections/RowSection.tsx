import type { FolioSection } from '../../../../workers/creators/folios.schema.ts'
import { detectLanguage } from '../../../../workers/listings/text.schema.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { SectionText } from './SectionText.tsx'
import css from './sections.module.css'
import type { SubHeading } from './sub-heading.ts'

type Rows = Extract<FolioSection, { kind: 'ROW' }>

/** Rows of a picture beside a text; the picture changes its side from row to row. */
export function RowSection({ section: { rows }, heading: Heading }: { section: Rows; heading: SubHeading }) {
  return (
    <div className={css.rows}>
      {rows.map(({ title, text, picture }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a shown section do not move
        <div key={i} className={css.row} data-picture={picture ? '' : undefined}>
          {picture && <Picture media={picture} alt={title} ratio="4 / 3" sizes="(max-width: 899px) 88vw, 600px" />}
          <div className={css.words}>
            {title && (
              <Heading lang={detectLanguage(title)}>
                <bdi>{title}</bdi>
              </Heading>
            )}
            {text && <SectionText html={text} />}
          </div>
        </div>
      ))}
    </div>
  )
}
