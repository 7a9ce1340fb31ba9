import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './Button.tsx'
import { onBack } from './back.ts'
import { DialogNotice } from './dialog-notice.ts'
import './icons.ts'
import css from './Dialog.module.css'
import { focusPath, returnFocus } from './return-focus.ts'

let locks = 0

/** Fields to type in; not radio buttons, checkboxes or texts to copy. */
const TEXT_FIELDS = 'textarea, input:not([readonly], [type=radio], [type=checkbox], [type=range], [type=file])'

/**
 * Sets the focus when a dialog opens: on its first control if that is a text field, else on its title, which screen readers then read. On
 * touch devices always on the title, because the keyboard would cover the dialog.
 */
function setInitialFocus(dialog: HTMLDialogElement, body: HTMLElement | null, title: HTMLElement | null): void {
  if (dialog.contains(document.activeElement) && body?.contains(document.activeElement)) return
  const first = body?.querySelector<HTMLElement>('a[href], button, input, select, textarea')
  const field = first?.matches(TEXT_FIELDS) && matchMedia('(pointer: fine)').matches ? first : title
  field?.focus({ preventScroll: true })
}

/** Stops the page behind from scrolling. Padding replaces its scrollbar, so that nothing moves. */
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
 * A modal dialog, open while it is rendered: `onClose` must unmount it. Esc, the back button and a click outside close it unless it is
 * `locked`, for example during a request to a wallet. `foot` stays visible below the content, which scrolls. On phones it slides in from
 * below, with `drawer` from the left. `plain`: without the colours of the brand, for a deletion or a report.
 */
export function Dialog({
  title,
  subtitle,
  onClose,
  locked,
  children,
  foot,
  wide,
  drawer,
  plain,
}: {
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
  locked?: boolean
  children: ReactNode
  foot?: ReactNode
  wide?: boolean
  drawer?: boolean
  plain?: boolean
}) {
  const { t } = useLingui()
  const notice = useContext(DialogNotice)
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The dialog is closed before it is unmounted, because afterwards the browser would not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    const path = focusPath()
    dialog?.showModal()
    if (dialog) setInitialFocus(dialog, body.current, heading.current)
    const unlock = lockScroll()
    return () => {
      dialog?.close()
      unlock()
      returnFocus(path)
    }
  }, [])
  const close = useRef(onClose)
  close.current = () => {
    if (!locked) onClose()
  }
  useEffect(() => onBack(() => close.current()), [])
  // Rendered in the body, so that it inherits neither the theme of an event nor the language of a listing.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Esc closes it, which the browser turns into `cancel`
    <dialog
      ref={ref}
      className={`${css.dialog} ${wide ? css.wide : ''} ${drawer ? css.drawer : ''} ${plain ? css.plain : ''}`}
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
        {/* Content without a control, such as disabled fields, scrolls by keyboard only if it can have the focus itself. */}
        <div className={css.body} ref={body} tabIndex={foot ? 0 : undefined}>
          {notice}
          {children}
        </div>
        {foot && <div className={css.foot}>{foot}</div>}
      </div>
    </dialog>,
    document.body,
  )
}
