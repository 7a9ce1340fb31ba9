import { type ReactNode, Suspense, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface MoreButtonProps {
  label: string
  /** Classes for the button, which it shares with its menu. Without them it is a round button. */
  look?: string
  /** Opens the menu when the button is mounted. */
  startsOpen?: boolean
  /** The menu, a lazy component that opens when it is mounted. It replaces the button. */
  children: ReactNode
}

/** A button with three dots. Its menu is loaded when it is wanted. */
export function MoreButton({ label, look, startsOpen = false, children }: MoreButtonProps) {
  const [isWanted, setWanted] = useState(startsOpen)
  const want = () => setWanted(true)
  const button = look ? (
    <button type="button" className={look} aria-label={label} title={label} onClick={want}>
      <Icon name="more" />
    </button>
  ) : (
    <IconButton icon="more" label={label} onClick={want} />
  )
  return isWanted ? <Suspense fallback={button}>{children}</Suspense> : button
}
