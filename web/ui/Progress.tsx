import css from './Progress.module.css'

/** How much is done, 0 to 1; without `value` only that something goes on. */
export function Progress({ label, value }: { label: string; value?: number }) {
  return <progress className={css.progress} aria-label={label} max={1} value={value} />
}
