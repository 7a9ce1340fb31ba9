import type { RefObject } from 'react'

/** Moves the focus to the first field of a form that is invalid. The fields are marked at the next render, so the focus moves after that. */
export function focusFirstFault(form: RefObject<HTMLElement | null>): void {
  setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
