import type { ComponentProps, ReactNode } from 'react'
import css from './Checkbox.module.css'

/** A yes or no of a form, which counts when the form is sent. A Switch takes effect at once. */
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
