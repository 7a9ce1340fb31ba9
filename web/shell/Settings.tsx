import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { errorText } from '../errors.ts'
import { LOCALES, type Locale, locale, setLocale } from '../i18n.ts'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/Toast.tsx'
import css from './TopBar.module.css'
import { setTheme, type Theme, theme } from './theme.ts'

/** The menu of language and colours, open from the start: a press has asked for it. */
export default function Settings({ label, face }: { label: string; face: ReactNode }) {
  const { t } = useLingui()
  const [chosen, choose] = useState(theme)
  const themes: [Theme, string][] = [
    ['system', t`As the device`],
    ['light', t`Light`],
    ['dark', t`Dark`],
  ]
  return (
    <Menu label={label} button={face} look={css.settings} startOpen>
      {Object.entries(LOCALES).map(([key, name]) => (
        <button
          key={key}
          type="button"
          lang={key}
          aria-pressed={key === locale()}
          onClick={() => setLocale(key as Locale).catch((e) => toast(errorText(e), 'bad'))}
        >
          <span>{name}</span>
          {key === locale() && <Icon name="check" />}
        </button>
      ))}
      <hr />
      {themes.map(([key, name]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === chosen}
          onClick={() => {
            setTheme(key)
            choose(key)
          }}
        >
          <span>{name}</span>
          {key === chosen && <Icon name="check" />}
        </button>
      ))}
    </Menu>
  )
}
