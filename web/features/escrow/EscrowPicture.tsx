import { Trans } from '@lingui/react/macro'
import css from './Escrow.module.css'

/** The way of a payment: from the buyer into the escrow, and from there to the seller or back. The three steps below say the same in text. */
export function EscrowPicture() {
  return (
    <div className={css.picture} aria-hidden="true">
      <span className={css.place}>
        <Person />
        <Trans>The buyer</Trans>
      </span>
      <span className={css.way}>
        <Trans>pays</Trans>
      </span>
      <span className={`${css.place} ${css.middle}`}>
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <path className={css.hill} d="M4 54C12 26 21 14 32 14s20 12 28 40Z" />
          <path className={css.door} d="M23 54V42a9 9 0 0 1 18 0v12Z" />
          <path className={css.key} d="M32 43.5a2.5 2.5 0 1 1 0 .01m0 2.5v4" />
        </svg>
        <Trans>Escrow contract</Trans>
      </span>
      <span className={css.way}>
        <Trans>is released</Trans>
      </span>
      <span className={css.place}>
        <Person />
        <Trans>The seller</Trans>
      </span>
      <span className={css.back}>
        <Trans>Refund if it is declined, cancelled, or agreed in a dispute</Trans>
      </span>
    </div>
  )
}

const Person = () => (
  <svg viewBox="0 0 64 64" aria-hidden="true">
    <circle className={css.head} cx="32" cy="24" r="10" />
    <path className={css.body} d="M12 54c0-12 8-18 20-18s20 6 20 18Z" />
  </svg>
)
