import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { PALETTE, type Swatch } from '../../../workers/creators/palette.schema.ts'
import { COLOR_NAMES } from './color-names.ts'
import css from './editor.module.css'

/** A choice of one colour of the palette. The arrow keys move between the colours. */
export function ColorField({ label, value, onChange }: { label: ReactNode; value: Swatch; onChange: (color: Swatch) => void }) {
  const { i18n } = useLingui()
  const name = useId()
  return (
    <fieldset className={css.colors}>
      <legend>
        {label} <span className="mute">{i18n._(COLOR_NAMES[value])}</span>
      </legend>
      <div className={css.swatches}>
        {PALETTE.map((color) => (
          <label key={color} title={i18n._(COLOR_NAMES[color])} style={{ background: color }}>
            <input type="radio" name={name} checked={color === value} onChange={() => onChange(color)} />
            <span className="unseen">{i18n._(COLOR_NAMES[color])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
