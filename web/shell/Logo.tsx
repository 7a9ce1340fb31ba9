import { brand } from '../brand.ts'
import css from './Logo.module.css'

/** The logo with the name. */
export function Logo() {
  return (
    <span className={css.logo}>
      <img src="/favicon.svg" alt="" width={34} height={34} />
      {brand.name}
    </span>
  )
}
