import css from './Spinner.module.css'

/** A small turning ring. Say in words nearby what is being waited for. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <span className={css.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}
