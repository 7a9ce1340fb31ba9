import css from './Badge.module.css'

const MOST = 99

/**
 * How much is new, on the corner of a drawing; nothing for 0. Silent, and drawn by the style: the number is said in the words of what
 * it sits on.
 */
export function Badge({ count }: { count: number }) {
  if (!count) return null
  return <span className={`num ${css.badge}`} data-count={count > MOST ? `${MOST}+` : count} aria-hidden="true" />
}
