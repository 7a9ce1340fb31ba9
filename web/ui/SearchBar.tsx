import type { FormEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './SearchBar.module.css'

/**
 * A search field. Until its code is loaded, a search opens `action` with the parameter `q`. `onText` gets its text while it has the focus,
 * and null afterwards; the text stays. `children` are the suggestions.
 */
export function SearchBar({
  action,
  label,
  placeholder,
  value,
  onText,
  onSubmit,
  children,
}: {
  action: string
  label: string
  placeholder: string
  value?: string
  onText: (text: string | null) => void
  onSubmit: (text: string) => void
  children?: ReactNode
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onText(null)
    const text = String(new FormData(event.currentTarget).get('q')).trim()
    if (text) onSubmit(text)
  }
  return (
    <search
      className={css.search}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onText(null)
      }}
    >
      <form action={action} onSubmit={submit}>
        <Icon name="search" />
        <input
          key={value}
          type="search"
          name="q"
          defaultValue={value}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          aria-label={label}
          placeholder={placeholder}
          onInput={(event) => onText(event.currentTarget.value)}
          onFocus={(event) => onText(event.currentTarget.value)}
        />
      </form>
      {children}
    </search>
  )
}
