import type { ReactNode } from 'react'
import css from './Switch.module.css'

/** On or off, with immediate effect. A click on the label switches it too. */
export function Switch({
  label,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode
  checked: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
}) {
  return (
    <label className={css.switch}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: `checked` sets the state */}
      <input type="checkbox" role="switch" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}
