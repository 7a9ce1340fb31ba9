import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import css from './Tabs.module.css'

/**
 * Tabs with one panel below: `value` is the selected key, `children` its panel. Arrow keys, Home and End move between the tabs. `pills` is
 * the rounded style.
 */
export function Tabs<K extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  pills,
}: {
  label: string
  tabs: readonly (readonly [key: K, text: ReactNode])[]
  value: K
  onChange: (key: K) => void
  children: ReactNode
  pills?: boolean
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // The page may open with a tab that is scrolled out of sight. `scrollIntoView` could also scroll the page.
  useEffect(() => {
    const strip = list.current!
    const tab = document.getElementById(`${id}${value}`)!.getBoundingClientRect()
    const { left, width } = strip.getBoundingClientRect()
    strip.scrollLeft += tab.left + tab.width / 2 - left - width / 2
  }, [id, value])
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(([key]) => key === value)
    const last = tabs.length - 1
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onChange(tabs[to]![0])
    ;(list.current?.children[to] as HTMLElement | undefined)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={pills ? css.pills : css.line}>
        {tabs.map(([key, text]) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            aria-selected={key === value}
            aria-controls={`${id}panel`}
            tabIndex={key === value ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={() => onChange(key)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`}>
        {children}
      </div>
    </>
  )
}

/** Selects one of a few options, with immediate effect: radio buttons that look like one control. */
export function Segmented<K extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly (readonly [key: K, text: ReactNode])[]
  value: K
  onChange: (key: K) => void
}) {
  const name = useId()
  return (
    <fieldset className={css.segmented}>
      <legend className="unseen">{label}</legend>
      {options.map(([key, text]) => (
        <label key={key}>
          <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
