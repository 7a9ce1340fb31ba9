import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './Tooltip.module.css'

/**
 * A few words about a control, while the pointer or the focus is on it; Esc sends them away. `children` gets the id to be described
 * by. What somebody must know to go on does not belong here: fingers never see it.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: (describedBy: string) => ReactElement }) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const [shown, show] = useState(false)
  useEffect(() => {
    if (!shown) return
    const around = tip.current!.parentElement!
    tip.current!.showPopover({ source: around })
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The dialog it may stand in stays.
      event.stopPropagation()
      event.preventDefault()
      show(false)
    }
    addEventListener('keydown', leave, true)
    const element = tip.current
    return () => {
      removeEventListener('keydown', leave, true)
      element?.hidePopover()
    }
  }, [shown])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens to the control inside
    <span
      className={css.around}
      onPointerEnter={(event) => show(event.pointerType === 'mouse')}
      onPointerLeave={() => show(false)}
      onFocus={(event) => show(event.target.matches(':focus-visible'))}
      onBlur={() => show(false)}
    >
      {children(id)}
      <span ref={tip} id={id} role="tooltip" popover="manual" className={css.tip}>
        {text}
      </span>
    </span>
  )
}
