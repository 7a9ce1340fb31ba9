import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import css from './Dropdown.module.css'
import { Icon, type IconName } from './Icon.tsx'
import './icons.ts'
import { typedAt } from './typed.ts'

export interface DropdownItem<K extends string> {
  value: K
  /** What is typed to find it, too. */
  text: string
  hint?: ReactNode
  icon?: IconName
}

/** Letters typed within this time belong together (ms). */
const TYPED_MS = 600

/**
 * One of several, where an item is more than its name; otherwise there is Select, the browser's own. Arrows, Home, End and typed letters move,
 * Enter or Space choose, Esc and a press elsewhere leave it as it was. `light` has no box, for bars and pictures.
 */
export function Dropdown<K extends string>({
  label,
  items,
  value,
  onChange,
  light,
  disabled,
}: {
  label: string
  items: readonly DropdownItem<K>[]
  value: K
  onChange: (value: K) => void
  light?: boolean
  disabled?: boolean
}) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const chosen = items.findIndex((item) => item.value === value)
  const [at, setAt] = useState(chosen)
  const typed = useRef({ text: '', when: 0 })

  const go = (to: number) => {
    setAt(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const choose = (item: DropdownItem<K> | undefined) => {
    list.current?.hidePopover()
    if (item && item.value !== value) onChange(item.value)
  }
  const find = (letter: string) => {
    const now = Date.now()
    const text = (now - typed.current.when < TYPED_MS ? typed.current.text : '') + letter.toLowerCase()
    typed.current = { text, when: now }
    return typedAt(
      items.map((item) => item.text),
      text,
      at,
    )
  }
  const keys = (event: KeyboardEvent) => {
    const letter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    const last = items.length - 1
    const to = letter ? find(event.key) : { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[event.key]
    // The browser tells of the opening a moment after it.
    if (!list.current!.matches(':popover-open')) {
      if (to === undefined) return
      event.preventDefault()
      // By a press, so that the browser knows which button the list belongs to.
      button.current!.click()
      if (letter && to >= 0) go(to)
      return
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(items[at])
    } else if (event.key === 'Tab') choose(items[at])
    else if (to !== undefined) {
      event.preventDefault()
      if (to >= 0) go(to)
    }
  }

  const current = items[chosen]
  return (
    <div className={`${css.dropdown} ${light ? css.light : ''}`}>
      <button
        ref={button}
        type="button"
        role="combobox"
        className={css.button}
        popoverTarget={id}
        disabled={disabled}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={id}
        aria-activedescendant={open && at >= 0 ? `${id}${at}` : undefined}
        onKeyDown={keys}
      >
        {current?.icon && <Icon name={current.icon} />}
        <span className="cut">{current?.text}</span>
        <Icon name="down" size={16} />
      </button>
      <ul
        id={id}
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox asks for a list here
        role="listbox"
        popover="auto"
        aria-label={label}
        className={css.list}
        // Before, not after: keys may come faster than the browser tells that it is open.
        onBeforeToggle={(event) => {
          const opens = event.newState === 'open'
          setOpen(opens)
          if (opens) setAt(chosen)
        }}
        onToggle={() => list.current?.querySelector('[data-at=true]')?.scrollIntoView({ block: 'nearest' })}
      >
        {items.map((item, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the button, which has the focus
          <li
            key={item.value}
            id={`${id}${i}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            data-at={i === at}
            onPointerMove={() => setAt(i)}
            onClick={() => choose(item)}
          >
            {item.icon && <Icon name={item.icon} />}
            <span>
              {item.text}
              {item.hint && <small>{item.hint}</small>}
            </span>
            {i === chosen && <Icon name="check" size={18} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
