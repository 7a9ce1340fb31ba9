import type { Folio } from '../../../workers/creators/folios.schema.ts'

/** What the page shows: that of a save, or of a draft. */
export type ShownFolio = Omit<Folio, 'version' | 'saved' | 'is_promoted' | 'since'>
