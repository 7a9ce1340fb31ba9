import type { ReactNode } from 'react'
import type { Folio } from '../../../workers/creators/folios.schema.ts'
import css from './FolioView.module.css'
import { sectionTokens } from './page-colors.ts'

/** A part of the site in the colours of a creator's page; in those of the site without a page. */
export function PageColors({ folio, children }: { folio: Pick<Folio, 'primary_color' | 'secondary_color'> | null; children: ReactNode }) {
  return (
    <div className={css.folio} style={folio ? sectionTokens(folio.primary_color, folio.secondary_color) : undefined}>
      {children}
    </div>
  )
}
