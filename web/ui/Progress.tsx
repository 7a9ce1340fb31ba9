import css from './Progress.module.css'

/** A progress bar from 0 to 1; without `value` it is indeterminate. */
export function Progress({ label, value }: { label: string; value?: number }) {
  return <progress className={css.progress} aria-label={label} max={1} value={value} />
}
