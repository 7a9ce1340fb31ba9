import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../../lib/paths.ts'
import { useTitle } from '../../session/title.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** 404. */
export default function LostPage() {
  const { t } = useLingui()
  useTitle(t`Not found`)
  return (
    <div className="wrap">
      <EmptyState
        drawing="lost"
        heading="h1"
        title={<Trans>Nobody lives behind this door</Trans>}
        text={<Trans>The page does not exist, or it has moved. The warren is large; try a search, or start again from the front.</Trans>}
      >
        <ButtonLink href={paths.home()} look="primary">
          <Trans>Go to the start</Trans>
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
