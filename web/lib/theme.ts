import { storeChoice } from './i18n.ts'
import { pageData } from './page-data.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The colours of the browser's own interface around the page. The edge has the same two. */
const PAPER = { light: '#fffdfa', dark: '#12100e' }

/** The chosen theme. The edge writes the cookie's choice into the page, so that the first paint has it. */
export const theme = (): Theme =>
  (import.meta.env.SSR ? pageData().theme : (document.documentElement.dataset.theme as Theme | undefined)) ?? 'system'

export function setTheme(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = PAPER[next === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : next]
  storeChoice('theme', next === 'system' ? '' : next)
}
