import { useLingui } from '@lingui/react/macro'
import { IconButton } from './Button.tsx'
import css from './Stepper.module.css'

/** A whole number between `min` and `max`, with a button on each side; it can be typed too. */
export function Stepper({
  label,
  value,
  onChange,
  min = 1,
  max,
  disabled,
}: {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  disabled?: boolean
}) {
  const { t } = useLingui()
  const set = (next: number) => onChange(Math.min(Math.max(Math.trunc(next) || min, min), max))
  return (
    <fieldset className={css.stepper} disabled={disabled}>
      <legend>{label}</legend>
      <IconButton icon="minus" label={t`Decrease`} look="quiet" onClick={() => set(value - 1)} disabled={value <= min} />
      <input
        className="num"
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        aria-label={label}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
      <IconButton icon="plus" label={t`Increase`} look="quiet" onClick={() => set(value + 1)} disabled={value >= max} />
    </fieldset>
  )
}
