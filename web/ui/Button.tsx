import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import css from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export type Look = 'primary' | 'quiet' | 'ghost' | 'danger'

interface Common {
  /** `primary` is for the single main action of a screen. */
  look?: Look
  icon?: IconName
  wide?: boolean
  small?: boolean
  children: ReactNode
}

const classes = (look: Look, wide?: boolean, small?: boolean) =>
  [css.button, css[look], wide && css.wide, small && css.small].filter(Boolean).join(' ')

type ButtonProps = Common & Omit<ComponentProps<'button'>, 'className'> & { busy?: boolean }

/** While `busy`, the button keeps its width, is announced as busy, and ignores presses. */
export function Button({ look = 'quiet', icon, wide, small, busy, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(look, wide, small)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'quiet',
  icon,
  wide,
  small,
  children,
  ...rest
}: Common & { href: string; onClick?: () => void; 'aria-current'?: 'page'; 'aria-label'?: string }) {
  return (
    <Link {...rest} className={classes(look, wide, small)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & { icon: IconName; label: string; look?: Look }

/** A round button with only an icon. `label` is its name for screen readers and is shown on hover. */
export function IconButton({ icon, label, look = 'ghost', ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={`${classes(look)} ${css.round}`}>
      <Icon name={icon} />
    </button>
  )
}
