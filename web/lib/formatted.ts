import { pageData } from './page-data.ts'

/** What a server has formatted for the page that it renders: the format and its values to the text. */
export const serverFormatted = new Map<string, string>()

/**
 * A text that `format` makes with `Intl`. `key` names the format, the language and the values. In a browser, texts that the edge has
 * formatted for the page come from its data: the first format of a browser takes as long as the rest of a page's first render.
 */
export function formatted(key: string, format: () => string): string {
  if (!import.meta.env.SSR) return pageData().formatted[key] ?? format()
  const text = format()
  serverFormatted.set(key, text)
  return text
}
