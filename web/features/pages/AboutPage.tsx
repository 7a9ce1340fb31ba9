import { Trans, useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { useTitle } from '../../session/title.ts'
import { AboutText } from './AboutText.tsx'
import { TextPage } from './TextPage.tsx'

/** `/about` */
export default function AboutPage() {
  const { t } = useLingui()
  useTitle(t`About ${brand.name}`)
  return (
    <TextPage title={<Trans>About {brand.name}</Trans>}>
      <AboutText />
    </TextPage>
  )
}
