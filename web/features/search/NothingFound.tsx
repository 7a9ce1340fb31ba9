import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFilterTexts } from './filter-texts.ts'
import { type ChangeFilter, narrowingFields, type SearchFilter } from './search-filter.ts'

/** Nothing was found: buttons that remove one filter each, or other ways to search. */
export function NothingFound({ title, filter, onChange }: { title: ReactNode; filter: SearchFilter; onChange: ChangeFilter }) {
  const { t } = useLingui()
  const textOf = useFilterTexts(filter)
  const fields = narrowingFields(filter)
  return (
    <EmptyState
      drawing="search"
      title={title}
      text={
        fields.length ? (
          <Trans>Remove a filter to find more:</Trans>
        ) : (
          <Trans>Try another word, or a shorter one. Both English and Japanese are searched.</Trans>
        )
      }
    >
      {fields.map((field) => {
        const text = textOf(field)
        return (
          <Button
            key={field}
            small
            icon="close"
            aria-label={t`Remove the filter “${text}”`}
            onClick={() => onChange({ [field]: undefined })}
          >
            {text}
          </Button>
        )
      })}
      {filter.kind !== 'all' ? (
        <Button small onClick={() => onChange({ kind: 'all' })}>
          <Trans>Search all kinds</Trans>
        </Button>
      ) : (
        !fields.length && (
          <ButtonLink href={paths.tab('services')}>
            <Trans>See all services</Trans>
          </ButtonLink>
        )
      )}
    </EmptyState>
  )
}
