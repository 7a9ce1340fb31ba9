import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { type Order, type PartyVerb, refundRange } from '../../../workers/orders/orders.schema.ts'
import { formatBps } from '../../lib/token-format.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import css from './RefundField.module.css'

type Percents = readonly [from: number, to: number]

const PRESETS = [25, 50, 75, 100]

/** The steps for which the person chooses a refund. */
export type RefundVerb = 'dispute' | 'lower' | 'counter'
export const namesRefund = (verb: PartyVerb): verb is RefundVerb => verb === 'dispute' || verb === 'lower' || verb === 'counter'

/** The lowest and the highest whole percent that may be chosen; null if there is none. */
export function percentsOf(order: Pick<Order, 'dispute'>, verb: RefundVerb): Percents | null {
  const range = refundRange(order, verb)
  if (!range) return null
  const [from, to] = [Math.ceil(range[0] / 100), Math.floor(range[1] / 100)]
  return from <= to ? [from, to] : null
}

/** The percent that was typed; null if the text is no whole number or the percent may not be chosen. */
export function percentOf(text: string, percents: Percents | null): number | null {
  if (!percents || !/^\d{1,3}$/.test(text)) return null
  const percent = Number(text)
  return percent >= percents[0] && percent <= percents[1] ? percent : null
}

interface RefundFieldProps {
  label: string
  percents: Percents
  /** The text that was typed. */
  value: string
  onChange: (text: string) => void
  disabled: boolean
  /** Whether to show the error of an empty field, too. */
  isChecked: boolean
}

/** The share of the price to refund: a preset or any whole percent within `percents`. */
export function RefundField({ label, percents, value, onChange, disabled, isChecked }: RefundFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const [from, to] = percents
  const presets = PRESETS.filter((preset) => preset >= from && preset <= to)
  const [least, most] = [formatBps(from * 100), formatBps(to * 100)]
  const isWrong = (isChecked || value !== '') && percentOf(value, percents) === null
  return (
    <fieldset className={css.refund} disabled={disabled} aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      {presets.length > 0 && (
        <div className={css.presets}>
          {presets.map((preset) => (
            <Button key={preset} aria-pressed={value === String(preset)} onClick={() => onChange(String(preset))}>
              {formatBps(preset * 100)}
            </Button>
          ))}
        </div>
      )}
      <TextField
        label={presets.length > 0 ? <Trans>Or another percentage, without decimals</Trans> : <Trans>Percentage, without decimals</Trans>}
        after="%"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
        hint={isWrong ? null : from === to ? t`You can only choose ${least}.` : t`From ${least} to ${most}.`}
        error={isWrong ? t`Please enter a whole number from ${least} to ${most}.` : null}
      />
    </fieldset>
  )
}
