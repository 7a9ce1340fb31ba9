import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { onBack } from './back.ts'
import { Connection } from './Connection.tsx'
import './icons.ts'
import css from './Dialog.module.css'

let locks = 0

/** Stops the page behind from scrolling; the room of its scrollbar stays, so that nothing jumps. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  if (locks++ === 0) {
    style.paddingRight = `${innerWidth - clientWidth}px`
    style.overflow = 'hidden'
  }
  return () => {
    if (--locks === 0) style.paddingRight = style.overflow = ''
  }
}

/**
 * A modal dialog: the browser keeps focus inside and gives it back, Esc, the back button and a click beside it close it, the page
 * behind does not scroll. On phones it is a sheet from below, as a `drawer` one from the left. Rendered means open; `onClose` must
 * unmount it. `locked` (a wallet is asking) keeps it open against all of these.
 */
export function Dialog({
  title,
  subtitle,
  onClose,
  locked,
  children,
  wide,
  drawer,
}: {
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
  locked?: boolean
  children: ReactNode
  wide?: boolean
  drawer?: boolean
}) {
  const { t } = useLingui()
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  // Closed while it is still on the page: once it is gone the browser no longer gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    const unlock = lockScroll()
    return () => {
      dialog?.close()
      unlock()
    }
  }, [])
  const close = useRef(onClose)
  close.current = () => {
    if (!locked) onClose()
  }
  useEffect(() => onBack(() => close.current()), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Esc, which the browser turns into `cancel`
    <dialog
      ref={ref}
      className={`${css.dialog} ${wide ? css.wide : ''} ${drawer ? css.drawer : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        close.current()
      }}
      onClick={(event) => {
        if (event.target === ref.current) close.current()
      }}
    >
      <div className={css.sheet}>
        <div className={css.head}>
          <div>
            <h2 id={id}>{title}</h2>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {!locked && <IconButton icon="close" label={t`Close`} onClick={onClose} />}
        </div>
        <div className={css.body}>
          <Connection />
          {children}
        </div>
      </div>
    </dialog>
  )
}
