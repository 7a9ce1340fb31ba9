import { categoryLabel, subCategoryLabel } from '../../../workers/listings/taxonomy.schema.ts'
import { localName } from '../../lib/i18n.ts'
import SearchDialog from '../saved/SearchDialog.tsx'
import { type SavableFilter, toSavedQuery } from './saved-query.ts'

/** Saves the search of the page. The proposed name is the text with the category. */
export default function NewSearchDialog({ text, filter, onClose }: { text: string; filter: SavableFilter; onClose: () => void }) {
  const { kind, category, sub } = filter
  const labels = kind !== 'all' && category ? [categoryLabel(kind, category), subCategoryLabel(kind, category, sub ?? '')] : []
  const name = [text, ...labels.map((label) => label && localName(label))].filter(Boolean).join(' · ')
  return <SearchDialog query={toSavedQuery(text, filter)} name={name} onClose={onClose} />
}
