import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { NotFound } from '../../lib/NotFound.tsx'
import { useTitle } from '../../session/title.ts'

interface Props {
  /** How the page was asked for. With data, the answer is that it does not exist. */
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>
}

/** Instead of a page of a creator, or of a post, that does not exist or could not be loaded. */
export default function CreatorFault({ query: { data, error, isFetching, refetch } }: Props) {
  if (data) return <Missing />
  return (
    <div className="wrap">
      <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
    </div>
  )
}

function Missing() {
  const { t } = useLingui()
  useTitle(t`Page not found`)
  return <NotFound />
}
