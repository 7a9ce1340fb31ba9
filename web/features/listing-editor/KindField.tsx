import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'wouter'
import { TAXONOMY } from '../../../workers/listings/taxonomy.schema.ts'
import { localName } from '../../lib/i18n.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Select } from '../../ui/Field.tsx'
import { type Draft, type Kind, keptFields, readDraft, storeDraft } from './draft.ts'
import css from './EditorForm.module.css'
import { KIND_TEXTS } from './kind-texts.ts'

/** The list type of each kind, and its name in URLs. */
const STORED = {
  FREELANCE: ['services', 'freelance'],
  LOCALS: ['services', 'locals'],
  JOBS: ['jobs', 'jobs'],
  EVENTS: ['events', 'events'],
} as const satisfies Record<Kind, [ListType, string]>

/**
 * Type, category and subcategory. Another type has other categories and may have another form, which starts with the shared fields of the
 * draft. A listing that is edited keeps its list type, but a service can change between its two types.
 */
export function KindField({
  viewer,
  draft,
  touched,
  listType,
  id,
  set,
  errorOf,
}: {
  viewer: Viewer
  draft: Draft
  touched: boolean
  listType: ListType
  id: number | undefined
  set: (change: Partial<Draft>) => void
  errorOf: (field: string) => string | null
}) {
  const { t, i18n } = useLingui()
  const [, navigate] = useLocation()
  const kinds = (Object.keys(STORED) as Kind[]).filter((kind) => !id || STORED[kind][0] === listType)
  const categories = TAXONOMY[draft.kind]
  const subs = Object.entries(categories.find((one) => one.id === draft.category)?.subs ?? {})

  const change = (kind: Kind) => {
    const [type, word] = STORED[kind]
    if (type === listType) set({ kind, category: '', subCategory: '', local: kind === 'LOCALS' })
    else if (touched && !readDraft(viewer.user_id, type)) {
      storeDraft(viewer.user_id, type, undefined, undefined, keptFields(draft))
      storeDraft(viewer.user_id, listType, undefined, undefined, null)
    }
    if (!id) navigate(paths.list(word), { replace: true })
  }
  return (
    <div className={css.pair}>
      <Select
        label={<Trans>Type</Trans>}
        value={draft.kind}
        disabled={kinds.length < 2}
        options={kinds.map((kind) => [kind, i18n._(KIND_TEXTS[kind])] as const)}
        onChange={(event) => change(event.target.value as Kind)}
      />
      <Select
        label={<Trans>Category</Trans>}
        value={draft.category}
        error={errorOf('category')}
        options={[['', t`Choose a category`], ...categories.map((one) => [one.id, localName(one)] as const)]}
        onChange={(event) => set({ category: event.target.value, subCategory: '' })}
      />
      {subs.length > 0 && (
        <Select
          label={<Trans>Subcategory</Trans>}
          value={draft.subCategory}
          error={errorOf('subCategory')}
          options={[['', t`None`], ...subs.map(([sub, names]) => [sub, localName(names)] as const)]}
          onChange={(event) => set({ subCategory: event.target.value })}
        />
      )}
    </div>
  )
}
