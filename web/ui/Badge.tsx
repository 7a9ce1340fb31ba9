import css from './Badge.module.css'

const MOST = 99

/** A count on the corner of an icon; nothing for 0. Hidden from screen readers: the label of the icon contains the number. */
export function Badge({ count }: { count: number }) {
  if (!count) return null
  return <span className={`num ${css.badge}`} data-count={count > MOST ? `${MOST}+` : count} aria-hidden="true" />
}
