import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/Notice.tsx'

/** Says that the team has hidden a profile, to its owner and to others. */
export function HiddenProfileNote({ own }: { own: boolean }) {
  return (
    <Notice tone="amber">
      {own ? (
        <Trans>
          The team has hidden your profile after a report. Others see only your name and country. You can change it; once the team shows it
          again, others see it as it is then.
        </Trans>
      ) : (
        <Trans>The team has hidden this profile after a report.</Trans>
      )}
    </Notice>
  )
}
