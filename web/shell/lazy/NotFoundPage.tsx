import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../../lib/paths.ts'
import { useTitle } from '../../session/title.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The page for an unknown address. */
export default function NotFoundPage() {
  const { t } = useLingui()
  useTitle(t`Page not found`)
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
