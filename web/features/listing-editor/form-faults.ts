import type { DraftFault } from './draft.ts'

/** Selects the controls marked as invalid: fields, the pictures and the main description. */
const MARKED = ':is([aria-invalid=true], [data-wrong] input, [data-wrong] [contenteditable=true])'

/** The control that an error text belongs to, or else the first invalid one. */
export function findInvalidControl(form: HTMLFormElement, text: string): HTMLElement | null {
  const alert = [...form.querySelectorAll('[role=alert]')].find((one) => one.textContent === text)
  const described = alert?.id ? form.querySelector<HTMLElement>(`[aria-describedby~="${CSS.escape(alert.id)}"]`) : null
  return described ?? alert?.closest('[data-wrong]')?.querySelector<HTMLElement>('input') ?? form.querySelector<HTMLElement>(MARKED)
}

/** Sorts faults by the position of their texts in the form; those without a text come last. */
export function inFormOrder(form: HTMLFormElement | null, faults: DraftFault[], textOf: (fault: DraftFault) => string): DraftFault[] {
  const texts = [...(form?.querySelectorAll('[role=alert]') ?? [])].map(({ textContent }) => textContent)
  const place = (fault: DraftFault) => texts.indexOf(textOf(fault)) + 1 || Number.POSITIVE_INFINITY
  return faults.toSorted((a, b) => (place(a) < place(b) ? -1 : Number(place(a) > place(b))))
}
