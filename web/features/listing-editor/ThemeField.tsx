import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { THEMES, type Theme } from '../../../workers/listings/events.schema.ts'
import { EventTheme } from '../../ui/EventTheme.tsx'
import css from './ThemeField.module.css'

/** The choice of an event's theme, each shown as a small picture. */
export function ThemeField({ value, onChange }: { value: Theme; onChange: (theme: Theme) => void }) {
  const { t } = useLingui()
  const name = useId()
  const names: Record<Theme, ReactNode> = {
    SIMPLE_DARK: <Trans>Simple, dark</Trans>,
    SIMPLE_LIGHT: <Trans>Simple, light</Trans>,
    COSMOS: <Trans>Cosmos</Trans>,
    INK: <Trans>Ink</Trans>,
  }
  return (
    <fieldset className={css.themes}>
      <legend className="unseen">{t`Theme`}</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={css.theme}>
          <input type="radio" name={name} checked={theme === value} onChange={() => onChange(theme)} />
          <EventTheme theme={theme}>
            <span className={css.sample} aria-hidden="true">
              Aa
            </span>
          </EventTheme>
          <span>{names[theme]}</span>
        </label>
      ))}
    </fieldset>
  )
}
