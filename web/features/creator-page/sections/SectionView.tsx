import type { FolioSection } from '../../../../workers/creators/folios.schema.ts'
import { detectLanguage } from '../../../../workers/listings/text.schema.ts'
import { CarouselSection } from './CarouselSection.tsx'
import { ColumnSection } from './ColumnSection.tsx'
import { FullPageSection } from './FullPageSection.tsx'
import { RoadmapSection } from './RoadmapSection.tsx'
import { RowSection } from './RowSection.tsx'
import css from './sections.module.css'
import type { SubHeading } from './sub-heading.ts'
import { TeamSection } from './TeamSection.tsx'

function Content({ section, heading }: { section: FolioSection; heading: SubHeading }) {
  switch (section.kind) {
    case 'FULL_PAGE':
      return <FullPageSection section={section} />
    case 'ROADMAP':
      return <RoadmapSection section={section} heading={heading} />
    case 'TEAM':
      return <TeamSection section={section} heading={heading} />
    case 'COLUMN':
      return <ColumnSection section={section} heading={heading} />
    case 'ROW':
      return <RowSection section={section} heading={heading} />
    case 'CAROUSEL':
      return <CarouselSection section={section} />
  }
}

/** A section of a creator's page, with its title if it has one. */
export function SectionView({ section }: { section: FolioSection }) {
  const { title } = section
  return (
    <section className={css.section}>
      {title && (
        <h2 lang={detectLanguage(title)}>
          <bdi>{title}</bdi>
        </h2>
      )}
      <Content section={section} heading={title ? 'h3' : 'h2'} />
    </section>
  )
}
