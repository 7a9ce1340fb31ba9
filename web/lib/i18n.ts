import { i18n, type MessageDescriptor, type MessageOptions, type Messages } from '@lingui/core'
import {
  DEFAULT_LOCALE,
  findLocale,
  LOCALE_CODES,
  type Locale,
  type Translations,
  translationOf,
} from '../../workers/shared/locales.schema.ts'
import { catalogFolder } from '../page-entry.ts'
import { formatted } from './formatted.ts'

type Catalog = () => Promise<{ messages: Messages }>
/** Two files for each language: one with the texts that every page needs, and one with the imports of the other catalogs. */
const BASES = import.meta.glob<{ messages: Messages }>('../locales/base.*.ts')
const CATALOGS = import.meta.glob<{ catalogs: Record<string, Catalog> }>('../locales/catalogs.*.ts')

const YEAR_SECONDS = 31_536_000
const cookie = (name: string) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]

/** Stores a choice for a year, in a cookie, because the edge reads it too. */
export function storeChoice(name: 'hl' | 'theme' | 'side', value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${name}=${value};path=/;max-age=${value ? YEAR_SECONDS : 0};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`
}

/** The language that the edge has chosen for the page. If the address names a language in `hl`, it is stored. */
function chooseLocale(): Locale {
  const asked = findLocale(new URLSearchParams(location.search).get('hl'))
  if (asked) storeChoice('hl', asked)
  return findLocale(document.documentElement.lang) ?? DEFAULT_LOCALE
}

/** Whether the language was chosen in this browser. Otherwise it is the browser's. */
export const isLocaleChosen = (): boolean => findLocale(cookie('hl')) !== undefined

/** The language of the page. Components may read it without a hook, because a change of language renders everything again. */
export const locale = (): Locale => (i18n.locale || DEFAULT_LOCALE) as Locale

/** A name from the server in the language of the page. */
export const localName = (names: Translations): string => translationOf(names, locale())

type Translate = typeof i18n._
const [translate, writeNumber] = [i18n.t as (...asked: Parameters<Translate>) => string, i18n.number.bind(i18n)]
const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'

// Texts with numbers, and numbers, as the edge has formatted them for the page.
i18n._ = i18n.t = ((id: string | MessageDescriptor, values?: Record<string, unknown>, options?: MessageOptions) => {
  const write = () => translate(id as string, values, options)
  const given = Object.values(values ?? (typeof id === 'string' ? {} : (id.values ?? {})))
  const isKept = given.some((value) => typeof value === 'number') && given.every(isText)
  return isKept ? formatted(JSON.stringify([i18n.locale, typeof id === 'string' ? id : id.id, ...given]), write) : write()
}) as Translate
i18n.number = (value, format) => formatted([i18n.locale, value, JSON.stringify(format)].join(' '), () => writeNumber(value, format))

/** Catalogs that this page uses. A change of language loads all of them. */
const wanted = new Set<string>(['base'])
const loads = new Map<string, Promise<void>>()

function load(name: string, language: Locale): Promise<void> {
  const key = `${name}/${language}`
  const running = loads.get(key)
  if (running) return running
  const file = name === 'errors' ? './errors' : `../${catalogFolder(name)}`
  const catalog =
    name === 'base'
      ? BASES[`../locales/base.${language}.ts`]!()
      : CATALOGS[`../locales/catalogs.${language}.ts`]!().then(({ catalogs }) => catalogs[`${file}/${language}.po`]?.())
  const done = catalog.then((catalog) => {
    if (catalog) i18n.load(language, catalog.messages)
  })
  loads.set(key, done)
  // A failed download may be tried again.
  done.catch(() => loads.delete(key))
  return done
}

let language: Locale = DEFAULT_LOCALE

/**
 * Loads a catalog in the language of the page; on a server, which renders pages of all languages, in all of them. `name` is one that
 * {@link catalogFolder} accepts, `errors`, or `base`, the texts that every page needs.
 */
export function loadCatalog(name: string): Promise<unknown> {
  if (import.meta.env.SSR) return Promise.all(LOCALE_CODES.map((code) => load(name, code)))
  wanted.add(name)
  return load(name, language)
}

/** Chooses the language and loads the texts that every page needs. */
export async function startLanguage(): Promise<void> {
  language = chooseLocale()
  await load('base', language)
  activate()
}

function activate() {
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Changes the language of the page, and stores it. */
export async function setLocale(next: Locale): Promise<void> {
  language = next
  storeChoice('hl', next)
  const address = new URL(location.href)
  if (address.searchParams.has('hl')) {
    // The language in the address would undo the choice at the next reload.
    address.searchParams.delete('hl')
    history.replaceState(history.state, '', address)
  }
  await Promise.all([...wanted].map((name) => load(name, next)))
  if (language === next) activate()
}
