import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/Notice.tsx'

/** Tells the owner of a post that the team has hidden it. */
export default function HiddenNote() {
  return (
    <Notice tone="amber">
      <Trans>The team has hidden this post after a report. Only you can see it.</Trans>
    </Notice>
  )
}
