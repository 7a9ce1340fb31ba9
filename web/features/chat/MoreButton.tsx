import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import css from './MoreButton.module.css'

interface MoreButtonProps {
  label: string
  /** A class for the button, added to the one that it shares with its menu. */
  look: string | undefined
  /** Opens the menu when the button is mounted. */
  startsOpen?: boolean
  /** The menu, a lazy component that opens when it is mounted. It replaces the button. */
  children: ReactNode
}

/** A button with three dots. Its menu is loaded when it is wanted. */
export function MoreButton({ label, look, startsOpen = false, children }: MoreButtonProps) {
  const [isWanted, setWanted] = useState(startsOpen)
  const button = (
    <button type="button" className={`${css.more} ${look}`} aria-label={label} title={label} onClick={() => setWanted(true)}>
      <Icon name="more" />
    </button>
  )
  return isWanted ? <Suspense fallback={button}>{children}</Suspense> : button
}
