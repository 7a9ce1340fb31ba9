import type { ReactNode } from 'react'
import css from './FolioView.module.css'
import { sectionTokens } from './page-colors.ts'
import { Showcase } from './Showcase.tsx'
import { SectionView } from './sections/SectionView.tsx'
import type { ShownFolio } from './shown-folio.ts'

/** The page of a creator as visitors see it, without the services. `actions` are the buttons of the showcase. */
export function FolioView({ folio, actions }: { folio: ShownFolio; actions?: ReactNode }) {
  return (
    <div className={css.folio} style={sectionTokens(folio.primary_color, folio.secondary_color)}>
      <Showcase folio={folio} actions={actions} />
      {folio.sections.length > 0 && (
        <div className={`wrap ${css.sections}`}>
          {folio.sections.map((section) => (
            <SectionView key={section.id} section={section} />
          ))}
        </div>
      )}
    </div>
  )
}
