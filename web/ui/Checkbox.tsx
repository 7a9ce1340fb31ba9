import type { ComponentProps, ReactNode } from 'react'
import css from './Checkbox.module.css'

/** A yes or no in a form, used when the form is sent. A Switch takes effect immediately. */
export function Checkbox({ label, hint, ...rest }: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <label className={css.choice}>
      <input type="checkbox" {...rest} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
