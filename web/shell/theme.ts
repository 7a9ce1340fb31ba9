import { remember } from '../i18n.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The chosen theme. The edge writes the cookie's choice into the page, so the first paint has it already. */
export const theme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system'

function apply(next: string | undefined) {
  if (next === 'light' || next === 'dark') document.documentElement.dataset.theme = next
  else delete document.documentElement.dataset.theme
}

/** For pages served without the edge. */
export const startTheme = (): void => apply(document.cookie.match(/(?:^|; )theme=(light|dark)/)?.[1])

export function setTheme(next: Theme): void {
  apply(next)
  remember('theme', next === 'system' ? '' : next)
}
