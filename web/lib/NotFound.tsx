import { Trans } from '@lingui/react/macro'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { paths } from './paths.ts'

/** Says that an address does not exist. The page sets its title. */
export function NotFound() {
  return (
    <div className="wrap">
      <EmptyState
        drawing="lost"
        heading="h1"
        title={<Trans>Page not found</Trans>}
        text={<Trans>The page does not exist, or it has moved. Try a search, or go to the home page.</Trans>}
      >
        <ButtonLink href={paths.home()} look="primary">
          <Trans>Go to the home page</Trans>
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
