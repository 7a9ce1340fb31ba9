import type { FolioSection } from '../../../../workers/creators/folios.schema.ts'
import { detectLanguage } from '../../../../workers/listings/text.schema.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { SectionText } from './SectionText.tsx'
import css from './sections.module.css'
import type { SubHeading } from './sub-heading.ts'

type Columns = Extract<FolioSection, { kind: 'COLUMN' }>

/** Up to four columns side by side; on phones one below the other. */
export function ColumnSection({ section: { columns }, heading: Heading }: { section: Columns; heading: SubHeading }) {
  return (
    <div className={css.columns} data-count={columns.length}>
      {columns.map(({ title, text, picture }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a shown section do not move
        <div key={i} className={css.part}>
          {picture && <Picture media={picture} alt={title} ratio="4 / 3" sizes="(max-width: 599px) 88vw, 600px" />}
          {title && (
            <Heading lang={detectLanguage(title)}>
              <bdi>{title}</bdi>
            </Heading>
          )}
          {text && <SectionText html={text} />}
        </div>
      ))}
    </div>
  )
}
