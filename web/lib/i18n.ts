import { i18n, type Messages } from '@lingui/core'
import { catalogFolder } from '../pages.ts'

/** Languages there are texts for; the name is written in the language itself. */
export const LOCALES = { en: 'English', ja: '日本語' } as const
export type Locale = keyof typeof LOCALES

type Catalog = () => Promise<{ messages: Messages }>
const base: Record<Locale, () => Promise<{ messages: Messages; parts: Record<string, Catalog> }>> = {
  en: () => import('../locales/base.en.ts'),
  ja: () => import('../locales/base.ja.ts'),
}

const YEAR_SECONDS = 31_536_000
const isLocale = (text: string | null | undefined): text is Locale => text != null && Object.hasOwn(LOCALES, text)
const cookie = (name: string) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]

/** Keeps a choice for a year, where the edge can read it before it sends the page. */
export function remember(name: 'hl' | 'theme', value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${name}=${value};path=/;max-age=${value ? YEAR_SECONDS : 0};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`
}

/** `hl` in the address wins and is remembered, then the earlier choice, then what the browser asks for. */
function chosen(): Locale {
  const asked = new URLSearchParams(location.search).get('hl')
  if (isLocale(asked)) {
    remember('hl', asked)
    return asked
  }
  const kept = cookie('hl')
  if (isLocale(kept)) return kept
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? 'en'
}

/** Whether somebody chose the language in this browser; otherwise it is a guess. */
export const languageChosen = (): boolean => isLocale(cookie('hl'))

/** The language of the page. Reading it inside a component is safe: a change draws everything anew. */
export const locale = (): Locale => (i18n.locale || 'en') as Locale

const wanted = new Set<string>(['base'])
const loads = new Map<string, Promise<void>>()

function load(name: string, language: Locale): Promise<void> {
  const key = `${name}/${language}`
  const running = loads.get(key)
  if (running) return running
  const folder = name === 'errors' ? './errors' : `../${catalogFolder(name)}`
  const done = base[language]()
    .then((all) => (name === 'base' ? all : all.parts[`${folder}/${language}.po`]?.()))
    .then((catalog) => {
      if (catalog) i18n.load(language, catalog.messages)
    })
  loads.set(key, done)
  // A failed download may be tried again.
  done.catch(() => loads.delete(key))
  return done
}

let language: Locale = 'en'

/** Resolves once a feature's texts are there, in the language of the page. `name` as {@link catalogFolder} takes it, or `errors`. */
export function loadCatalog(name: string): Promise<void> {
  wanted.add(name)
  return load(name, language)
}

/** Finds the language, loads the texts every page needs and draws nothing itself. */
export async function startLanguage(): Promise<void> {
  language = chosen()
  await load('base', language)
  activate()
}

function activate() {
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Changes the language of everything on screen, and remembers it. */
export async function setLocale(next: Locale): Promise<void> {
  language = next
  remember('hl', next)
  const address = new URL(location.href)
  if (address.searchParams.has('hl')) {
    // Left there, it would undo the choice at the next reload.
    address.searchParams.delete('hl')
    history.replaceState(history.state, '', address)
  }
  await Promise.all([...wanted].map((name) => load(name, next)))
  if (language === next) activate()
}
