import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../../lib/paths.ts'
import { useTitle } from '../../session/title.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The page of a list that does not exist, or that the viewer may not see. */
export function WrongLink() {
  const { t } = useLingui()
  useTitle(t`This list is not available`)
  return (
    <EmptyState
      heading="h1"
      drawing="lost"
      title={<Trans>This list is not available</Trans>}
      text={<Trans>Its owner deleted it or no longer shares it, or the link is wrong.</Trans>}
    >
      <ButtonLink look="primary" href={paths.home()}>
        <Trans>Look around</Trans>
      </ButtonLink>
    </EmptyState>
  )
}
