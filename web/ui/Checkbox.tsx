import type { ComponentProps, ReactNode } from 'react'
import css from './Checkbox.module.css'

/** Yes or no, counted when its form is sent; for what holds at once there is the switch. */
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

/** One of a few, each with room to say what it means. */
export function RadioGroup<K extends string>({
  label,
  options,
  value,
  onChange,
  name,
}: {
  label: ReactNode
  options: readonly { value: K; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
  value: K | null
  onChange: (value: K) => void
  /** Of its radio buttons; unlike that of any other group on the page. */
  name: string
}) {
  return (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={`${css.choice} ${css.card}`}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
