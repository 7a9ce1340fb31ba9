import { brand } from '../brand.ts'
import css from './Logo.module.css'

/** Two ears over a burrow. */
export function Logo() {
  return (
    <span className={css.logo}>
      <svg width="34" height="34" viewBox="0 0 34 34" aria-hidden="true">
        <rect width="34" height="34" rx="10" fill="#241a13" />
        <g fill="none" stroke="#ff8a3d" strokeWidth="2.8" strokeLinecap="round">
          <path d="M13.4 15C11.5 10.6 11.4 6.7 12.9 6.3c1.6-.4 2.7 3.6 2.9 8" />
          <path d="M20.6 15c1.9-4.4 2-8.3.5-8.7-1.6-.4-2.7 3.6-2.9 8" />
        </g>
        <path d="M4.5 28C8 18.5 12 13.6 17 13.6S26 18.5 29.5 28Z" fill="#f26a1b" />
        <path d="M13.2 28v-3.8a3.8 3.8 0 0 1 7.6 0V28Z" fill="#ffdcae" />
      </svg>
      {brand.name}
    </span>
  )
}
