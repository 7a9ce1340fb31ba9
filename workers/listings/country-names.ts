import { COUNTRIES, isCountry } from '../shared/countries.schema.ts'
import { LOCALE_CODES } from '../shared/locales.schema.ts'
import { cityKey } from './cities.schema.ts'

/** Common names of countries besides their official names in the languages of the interface. */
const ALIASES: Record<string, string> = {
  'united states of america': 'US',
  usa: 'US',
  america: 'US',
  'great britain': 'GB',
  britain: 'GB',
  uk: 'GB',
  uae: 'AE',
  holland: 'NL',
  'czech republic': 'CZ',
  korea: 'KR',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  'viet nam': 'VN',
  turkey: 'TR',
  burma: 'MM',
  'ivory coast': 'CI',
  'cape verde': 'CV',
  macedonia: 'MK',
  swaziland: 'SZ',
  'hong kong': 'HK',
  macau: 'MO',
  palestine: 'PS',
  米国: 'US',
  アメリカ: 'US',
  英国: 'GB',
  大韓民国: 'KR',
  中華人民共和国: 'CN',
  オランダ王国: 'NL',
}

let names: Map<string, string> | undefined

/** Country codes by normalized name. Built at the first call, because it takes a few milliseconds. */
function getCodesByName(): Map<string, string> {
  if (names) return names
  names = new Map()
  for (const language of LOCALE_CODES)
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames(language, { type: 'region', style })
      for (const code of COUNTRIES) names.set(cityKey(display.of(code) ?? code), code)
    }
  for (const [alias, code] of Object.entries(ALIASES)) names.set(cityKey(alias), code)
  return names
}

/** Finds a country's ISO code by its code (any case), its name in a language of the interface, or an alias; null if unknown. */
export function findCountryCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return isCountry(code) ? code : (getCodesByName().get(cityKey(text)) ?? null)
}
