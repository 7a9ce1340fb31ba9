import { Trans, useLingui } from '@lingui/react/macro'
import { MAX_HOURS } from '../../../workers/orders/orders.schema.ts'
import { IconButton } from '../../ui/Button.tsx'
import css from './Hours.module.css'

/** Counts the hours of an hourly plan: by its buttons, or typed. */
export function Hours({ value, onChange, disabled }: { value: number; onChange: (hours: number) => void; disabled: boolean }) {
  const { t } = useLingui()
  const set = (hours: number) => onChange(Math.min(Math.max(Math.trunc(hours) || 1, 1), MAX_HOURS))
  return (
    <fieldset className={css.hours} disabled={disabled}>
      <legend>
        <Trans>Hours</Trans>
      </legend>
      <IconButton icon="minus" label={t`One hour less`} look="quiet" onClick={() => set(value - 1)} disabled={value <= 1} />
      <input
        className="num"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_HOURS}
        value={value}
        aria-label={t`Hours`}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
      <IconButton icon="plus" label={t`One hour more`} look="quiet" onClick={() => set(value + 1)} disabled={value >= MAX_HOURS} />
    </fieldset>
  )
}
