import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import css from './Combobox.module.css'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'

export interface Choice {
  value: string
  text: string
  hint?: string
}

/** How long suggestions stay after the field lost the focus, so that a click on one still counts (ms). */
const CLOSE_DELAY_MS = 200

/**
 * Selects one of very many choices by typing, such as a country or a city. `find` returns the choices for a text, now or later; answers to
 * older texts are dropped. Leaving the field without a choice restores the last one; emptying the field removes it.
 */
export function Combobox({
  label,
  hint,
  error,
  value,
  onChange,
  find,
  none,
  placeholder,
  disabled,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  value: Choice | null
  onChange: (choice: Choice | null) => void
  find: Find
  /** Shown when `find` returns nothing. */
  none: string
  placeholder?: string
  disabled?: boolean
}) {
  const { id, list, typed, setTyped, choices, open, at, choose, onKeyDown, closeTimer } = useCombobox(onChange, find)
  return (
    <div className={css.combobox}>
      <Field label={label} hint={hint} error={error} after={<Icon name="down" size={16} />}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            role="combobox"
            autoComplete="off"
            placeholder={placeholder}
            disabled={disabled}
            value={typed ?? value?.text ?? ''}
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={`${id}l`}
            aria-activedescendant={choices[at] ? `${id}${at}` : undefined}
            onKeyDown={onKeyDown}
            onClick={() => setTyped(typed ?? '')}
            onChange={(event) => {
              setTyped(event.target.value)
              if (!event.target.value && value) onChange(null)
            }}
            onBlur={() => {
              closeTimer.current = setTimeout(setTyped, CLOSE_DELAY_MS, null)
            }}
          />
        )}
      </Field>
      <ChoiceList
        ref={list}
        id={id}
        label={typeof label === 'string' ? label : undefined}
        choices={choices}
        at={at}
        selected={value?.value}
        onChoose={choose}
      />
      <p className={css.none} role="status">
        {open && !choices.length && none}
      </p>
    </div>
  )
}

type Find = (text: string) => readonly Choice[] | Promise<readonly Choice[]>

/** The state of the list, and the keys that move through it. */
function useCombobox(onChange: (choice: Choice | null) => void, find: Find) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const { found, at, setAt } = useChoices(typed, find)
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => () => clearTimeout(closeTimer.current), [])

  const choose = (choice: Choice | null) => {
    clearTimeout(closeTimer.current)
    setTyped(null)
    onChange(choice)
  }
  const open = typed !== null && found !== null
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (!open) return setTyped(typed ?? '')
      const to = (at + step + found.length) % (found.length || 1)
      setAt(to)
      list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (found[at]) choose(found[at])
    } else if (event.key === 'Escape' && typed !== null) {
      // The key must not also close a dialog around the field.
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
    }
  }
  return { id, list, typed, setTyped, choices: open ? found : [], open, at, choose, onKeyDown, closeTimer }
}

/** The choices for the typed text, null while nothing is typed or found yet, and the position `at` that the arrow keys have reached. */
function useChoices(typed: string | null, find: Find) {
  const [found, setFound] = useState<readonly Choice[] | null>(null)
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (typed === null) return setFound(null)
    let stale = false
    // A failed search counts as no result.
    Promise.resolve(find(typed))
      .catch(() => [])
      .then((choices) => {
        if (stale) return
        setFound(choices)
        setAt(0)
      })
    return () => {
      stale = true
    }
  }, [typed, find])
  return { found, at, setAt }
}

/** The list below the field. The field keeps the focus and handles the keys. */
function ChoiceList({
  ref,
  id,
  label,
  choices,
  at,
  selected,
  onChoose,
}: {
  ref: Ref<HTMLUListElement>
  id: string
  label: string | undefined
  choices: readonly Choice[]
  at: number
  selected: string | undefined
  onChoose: (choice: Choice) => void
}) {
  return (
    <ul
      ref={ref}
      id={`${id}l`}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox asks for a list here
      role="listbox"
      aria-label={label}
      className={css.list}
      hidden={!choices.length}
    >
      {choices.map((choice, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
        <li
          key={choice.value}
          id={`${id}${i}`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
          role="option"
          tabIndex={-1}
          aria-selected={choice.value === selected}
          data-at={i === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {choice.text}
          {choice.hint && <small>{choice.hint}</small>}
        </li>
      ))}
    </ul>
  )
}
