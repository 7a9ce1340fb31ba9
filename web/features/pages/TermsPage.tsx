import { Trans, useLingui } from '@lingui/react/macro'
import { useTitle } from '../../session/title.ts'
import { Terms } from '../auth/Terms.tsx'
import { TextLayout } from './TextLayout.tsx'

/** `/terms`: the terms that new members are asked to accept in a dialog. */
export default function TermsPage() {
  const { t } = useLingui()
  useTitle(t`Terms and conditions`)
  return (
    <TextLayout title={<Trans>Terms and conditions</Trans>} lead={<Trans>Eight short rules. Please read them once.</Trans>}>
      <Terms heading="h2" />
    </TextLayout>
  )
}
