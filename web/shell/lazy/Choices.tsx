import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LOCALE_CODES, LOCALES, type Locale } from '../../../workers/shared/locales.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { locale } from '../../lib/i18n.ts'
import { setTheme, type Theme, theme } from '../../lib/theme.ts'
import { chooseLanguage } from '../../session/language.ts'
import { Select } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import css from './Choices.module.css'

/** The choice of language and appearance. Both apply at once and are stored. */
export function Choices() {
  const { t } = useLingui()
  const [chosen, choose] = useState(theme)
  const face = (icon: 'sun' | 'moon' | 'auto', name: string) => (
    <span title={name} className={css.face}>
      <Icon name={icon} size={18} />
      <span className="unseen">{name}</span>
    </span>
  )
  return (
    <div className={css.choices}>
      <Select
        label={t`Language`}
        bare
        options={LOCALE_CODES.map((code) => [code, LOCALES[code].name] as const)}
        value={locale()}
        onChange={({ target }) => chooseLanguage(target.value as Locale).catch((error) => toast(errorText(error), 'bad'))}
      />
      <Segmented
        label={t`Appearance`}
        options={[
          ['system', face('auto', t`System`)],
          ['light', face('sun', t`Light`)],
          ['dark', face('moon', t`Dark`)],
        ]}
        value={chosen}
        onChange={(next: Theme) => {
          setTheme(next)
          choose(next)
        }}
      />
    </div>
  )
}
