import type { FolioSection } from '../../../../workers/creators/folios.schema.ts'
import { detectLanguage } from '../../../../workers/listings/text.schema.ts'
import css from './sections.module.css'
import type { SubHeading } from './sub-heading.ts'

type Roadmap = Extract<FolioSection, { kind: 'ROADMAP' }>

/** Steps in their order, along a line. */
export function RoadmapSection({ section: { steps }, heading: Heading }: { section: Roadmap; heading: SubHeading }) {
  return (
    <ol className={css.roadmap}>
      {steps.map(({ title, text, when }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a shown section do not move
        <li key={i} lang={detectLanguage(title + text)}>
          {when && <span className={css.when}>{when}</span>}
          <Heading>
            <bdi>{title}</bdi>
          </Heading>
          {text && <p className={css.plain}>{text}</p>}
        </li>
      ))}
    </ol>
  )
}
