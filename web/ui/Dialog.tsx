import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './Button.tsx'
import { onBack } from './back.ts'
import { DialogNotice } from './dialog-notice.ts'
import './icons.ts'
import css from './Dialog.module.css'

let locks = 0

/** Where somebody writes; a radio or a checkbox is chosen first, and a text to copy is none. */
const WRITING = 'textarea, input:not([readonly], [type=radio], [type=checkbox], [type=range], [type=file])'

/**
 * Where a dialog begins: in its first control if that is a field, else at its title, which is then read aloud with what follows. Never
 * on the way out. A touch keyboard would hide what is to be read first.
 */
function begin(dialog: HTMLDialogElement, body: HTMLElement | null, title: HTMLElement | null): void {
  if (dialog.contains(document.activeElement) && body?.contains(document.activeElement)) return
  const first = body?.querySelector<HTMLElement>('a[href], button, input, select, textarea')
  const field = first?.matches(WRITING) && matchMedia('(pointer: fine)').matches ? first : title
  field?.focus({ preventScroll: true })
}

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
  const notice = useContext(DialogNotice)
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Closed while it is still on the page: once it is gone the browser no longer gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    if (dialog) begin(dialog, body.current, heading.current)
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
  // Outside of what it was opened from: the look of an event, or the language of a listing, is none of its own.
  return createPortal(
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
            <h2 id={id} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {!locked && <IconButton icon="close" label={t`Close`} onClick={onClose} />}
        </div>
        <div className={css.body} ref={body}>
          {notice}
          {children}
        </div>
      </div>
    </dialog>,
    document.body,
  )
}
