import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './icons.ts'
import css from './Field.module.css'
import { Icon } from './Icon.tsx'

interface Frame {
  label: ReactNode
  /** Shows the label to screen readers only. */
  bare?: boolean
  hint?: ReactNode
  /** The error text. It marks the field red and is announced. */
  error?: string | null
  /** Content inside the box before the text, such as a currency or an icon. */
  before?: ReactNode
  after?: ReactNode
}

/** Label, control, hint and error, connected by ids. `children` gets the attributes of the control. */
export function Field({
  label,
  bare,
  hint,
  error,
  before,
  after,
  children,
}: Frame & { children: (attributes: { id: string; className: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode }) {
  const id = useId()
  const describedBy = [hint && `${id}h`, error && `${id}e`].filter(Boolean).join(' ') || undefined
  return (
    <div className={css.field}>
      <label htmlFor={id} className={bare ? 'unseen' : css.label}>
        {label}
      </label>
      <div className={`${css.box} ${error ? css.wrong : ''}`}>
        {before && <span className={css.side}>{before}</span>}
        {children({ id, className: css.control!, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
        {after && <span className={css.side}>{after}</span>}
      </div>
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}h`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** An error line for controls that are not built from Field. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={css.error} role="alert">
      <Icon name="warning" size={16} />
      {children}
    </p>
  )
}

export function TextField({ label, bare, hint, error, before, after, ...rest }: Frame & Omit<ComponentProps<'input'>, 'className'>) {
  return <Field {...{ label, bare, hint, error, before, after }}>{(attributes) => <input type="text" {...rest} {...attributes} />}</Field>
}

/** Sets the height in browsers without `field-sizing`. */
const fitHeight = (area: HTMLTextAreaElement | null) => {
  if (!area || CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/** A text area that grows with its text. */
export function TextArea({ label, bare, hint, error, before, after, ...rest }: Frame & Omit<ComponentProps<'textarea'>, 'className'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => fitHeight(area.current))
  return (
    <Field {...{ label, bare, hint, error, before, after }}>
      {(attributes) => <textarea ref={area} rows={3} onInput={(event) => fitHeight(event.currentTarget)} {...rest} {...attributes} />}
    </Field>
  )
}

/** The number of characters used, for the `hint` of a field. */
export function Count({ now, of }: { now: number; of: number }) {
  return (
    <span className={`num ${css.count}`} data-over={now > of}>
      {now} / {of}
    </span>
  )
}

/** A native select. `options` are [value, text]. */
export function Select({
  label,
  bare,
  hint,
  error,
  options,
  ...rest
}: Frame & Omit<ComponentProps<'select'>, 'className'> & { options: readonly (readonly [value: string, text: string])[] }) {
  return (
    <Field {...{ label, bare, hint, error }} after={<Icon name="down" size={16} />}>
      {(attributes) => (
        <select {...rest} {...attributes}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
