import { isCountry } from '../../workers/shared/countries.schema.ts'
import { acceptedTags, type Locale, negotiateLocale } from '../../workers/shared/locales.schema.ts'
import { dateLocale } from '../lib/date-locale.ts'
import type { Reader } from '../page-request.ts'
import type { EdgeEnv } from './env.ts'

export const cookie = (request: Request, name: string): string | undefined =>
  request.headers.get('cookie')?.match(`(?:^|; *)${name}=([^;]*)`)?.[1]

/** Whether the browser has a session, valid or not. */
export const hasSession = (request: Request): boolean => cookie(request, '__Host-session') !== undefined

export const localeOf = (request: Request, url: URL): Locale =>
  negotiateLocale(url.searchParams.get('hl'), cookie(request, 'hl'), ...acceptedTags(request.headers.get('accept-language')))

/** The theme that the visitor has chosen. */
export function themeOf(request: Request): 'light' | 'dark' | undefined {
  const theme = cookie(request, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/** The state of the sidebar that the visitor has chosen: 1 compact, 2 expanded; undefined if it is hidden. */
export function sideOf(request: Request): '1' | '2' | undefined {
  const side = cookie(request, 'side')
  return side === '1' || side === '2' ? side : undefined
}

/** The country by the platform, as in profiles: `{"country":"JP"}`, or `{}`. */
export function geoIpOf({ cf }: Request): string {
  const { country = '' } = (cf ?? {}) as { country?: string }
  return JSON.stringify(isCountry(country) ? { country } : {})
}

/** A language tag with nothing but its language and, if it is a country, its region. Undefined if it is malformed. */
function plainTag(tag: string): string | undefined {
  const [, language, region = ''] = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-|$)/i.exec(tag) ?? []
  if (!language) return undefined
  return isCountry(region.toUpperCase()) ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase()
}

/** How dates are probably written for the visitor: by the languages that the browser asks for, and the time zone of the address. */
export function readerOf(request: Request, locale: Locale): Reader {
  const tags = acceptedTags(request.headers.get('accept-language')).flatMap((tag) => plainTag(tag) ?? [])
  const { timezone } = (request.cf ?? {}) as { timezone?: string }
  return { dates: dateLocale(locale, tags), timeZone: timezone || 'UTC' }
}

/**
 * Headers for the areas: the request id, and the client's country, city and address. None of them is taken from the request's own headers:
 * the address counts only together with `cf`, which only the platform sets. In the local world, where anybody can send the platform's
 * header, a test may name an address in `x-address`.
 */
export function clientHeaders(request: Request, id: string, env: Pick<EdgeEnv, 'ENV'>): Record<string, string> {
  const { country, city } = (request.cf ?? {}) as { country?: string; city?: string }
  const address = env.ENV === 'local' ? request.headers.get('x-address') : request.cf && request.headers.get('cf-connecting-ip')
  return { 'x-request-id': id, 'x-country': country ?? '', 'x-city': encodeURIComponent(city ?? ''), 'x-address': address ?? '' }
}
