import type { Locale } from '../../workers/shared/locales.schema.ts'
import { escapeHtml } from './page.ts'

/** What index.html does not have. */
export interface Filling {
  locale: Locale
  /** Undefined follows the device. */
  theme: 'light' | 'dark' | undefined
  /** The state of the sidebar; undefined if it is hidden. */
  side: '1' | '2' | undefined
  title: string
  /** HTML for the end of `<head>`. */
  head: string
  /** HTML of `#root`; '' if the browser renders the page. */
  root: string
  /** JSON of the page's data without its visitor. */
  data: string
}

/** The colour of the browser's own interface for a chosen theme. Without a choice, index.html has both colours. */
const PAPER = { light: '#fffdfa', dark: '#12100e' }

/** The parts of index.html around what is filled in. */
export interface Shell {
  /** From the end of the start tag of `<html>` to the title. */
  start: string
  /** From the title to the end of `<head>`. */
  head: string
  /** From the end of `<head>` into `#root`. */
  body: string
  /** After `#root`. */
  end: string
}

/** Divides index.html. Throws if it does not have the expected form, so that a build notices it. */
export function divideShell(html: string): Shell {
  const [, start, head, body, end] =
    /^<!doctype html>\s*<html lang="en">(.*?)<title>.*?<\/title>(.*?)(<\/head>.*?<div id="root">)<\/div>(.*)$/is.exec(html) ?? []
  if (start === undefined || head === undefined || body === undefined || end === undefined)
    throw new Error('index.html does not have the expected form')
  return { start, head: head.replace(/\s*<meta name="description"[^>]*>/, ''), body, end }
}

/** The scripts of a rendered page may wait for its styles, fonts and pictures. */
const deferScripts = (html: string) => html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')

/** Writes a page: the part before the data of its visitor, which are the first fields of the page's data, and the part after it. */
export function fillShell(shell: Shell, { locale, theme, side, title, head, root, data }: Filling): { start: string; end: string } {
  const colour = (html: string) => (theme ? html.replaceAll(/(<meta name="theme-color" content=")[^"]*/g, `$1${PAPER[theme]}`) : html)
  const tags = colour(shell.head) + head
  const start = [
    `<!doctype html><html lang="${locale}"${theme ? ` data-theme="${theme}"` : ''}${side ? ` data-side="${side}"` : ''}>`,
    colour(shell.start),
    `<title>${escapeHtml(title)}</title>`,
    root ? deferScripts(tags) : tags,
    shell.body,
    root,
    '</div><script type="application/json" id="warren-data">{',
  ]
  return { start: start.join(''), end: `${data.slice(1)}</script>${shell.end}` }
}
