import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/Field.tsx'
import css from '../ui/State.module.css'
import { errorText } from './errors.ts'

/** Shows that a section of a page could not be loaded, and a retry. */
export function LoadError({ query }: { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  return (
    <div className={css.section}>
      <FieldError>{errorText(query.error)}</FieldError>
      <Button small busy={query.isFetching} onClick={() => query.refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
