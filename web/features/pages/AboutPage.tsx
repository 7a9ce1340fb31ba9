import { Trans, useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { useTitle } from '../../session/title.ts'
import { AboutText } from './AboutText.tsx'
import { TextLayout } from './TextLayout.tsx'

/** `/about` */
export default function AboutPage() {
  const { t } = useLingui()
  useTitle(t`About ${brand.name}`)
  return (
    <TextLayout title={<Trans>About {brand.name}</Trans>}>
      <AboutText />
    </TextLayout>
  )
}
