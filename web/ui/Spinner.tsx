import css from './Spinner.module.css'

/** A small spinning ring. Put text beside it that says what is loading. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <span className={css.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}
