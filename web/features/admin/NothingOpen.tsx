import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown instead of a list of open reports. */
export const NothingOpen = ({ text }: { text: ReactNode }) => (
  <EmptyState drawing="mail" heading="h3" title={<Trans>No open reports</Trans>} text={text} />
)
