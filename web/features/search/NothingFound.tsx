import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFilterTexts } from './filter-texts.ts'
import css from './Results.module.css'
import { type ChangeFilter, type Field, narrowingFields, type SearchFilter } from './search-filter.ts'

/**
 * Nothing was found. If filters narrow the list, there is a button for each that removes it; otherwise `text` says what to do. `children` are
 * other ways on.
 */
export function NothingFound({
  title,
  text,
  filter,
  onChange,
  children,
}: {
  title: ReactNode
  text: ReactNode
  filter: SearchFilter
  onChange: ChangeFilter
  children?: ReactNode
}) {
  const fields = narrowingFields(filter)
  return (
    <EmptyState drawing="search" title={title} text={fields.length ? <Trans>Remove a filter to find more:</Trans> : text}>
      <div className={css.remedies}>
        {fields.map((field) => (
          <RemoveButton key={field} field={field} filter={filter} onChange={onChange} />
        ))}
        {children}
      </div>
    </EmptyState>
  )
}

/** A button that removes a field of the filter, and says what the field demands. */
export function RemoveButton({ field, filter, onChange }: { field: Field; filter: SearchFilter; onChange: ChangeFilter }) {
  const { t } = useLingui()
  const text = useFilterTexts(filter)(field)
  return (
    <Button small icon="close" aria-label={t`Remove the filter “${text}”`} onClick={() => onChange({ [field]: undefined })}>
      {text}
    </Button>
  )
}
