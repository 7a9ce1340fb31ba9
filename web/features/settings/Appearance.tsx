import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { setTheme, theme } from '../../lib/theme.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import { Section } from './Section.tsx'

export function Appearance() {
  const { t } = useLingui()
  const [chosen, choose] = useState(theme)
  return (
    <Section title={<Trans>Appearance</Trans>} text={<Trans>Light, dark, or the setting of your device.</Trans>}>
      <Segmented
        label={t`Appearance`}
        options={[
          ['system', t`System`],
          ['light', t`Light`],
          ['dark', t`Dark`],
        ]}
        value={chosen}
        onChange={(next) => {
          setTheme(next)
          choose(next)
        }}
      />
    </Section>
  )
}
