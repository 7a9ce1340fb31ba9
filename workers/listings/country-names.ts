import { COUNTRIES, isCountry } from '../shared/countries.schema.ts'
import { cityKey } from './cities.schema.ts'

/** What people call a country besides its names in our languages. */
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

/** Every name a country goes by in our languages, made comparable; made at the first question, as it takes a few milliseconds. */
function byName(): Map<string, string> {
  if (names) return names
  names = new Map()
  for (const language of ['en', 'ja'])
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames(language, { type: 'region', style })
      for (const code of COUNTRIES) names.set(cityKey(display.of(code) ?? code), code)
    }
  for (const [alias, code] of Object.entries(ALIASES)) names.set(cityKey(alias), code)
  return names
}

/** The code of a country by its ISO code in any case, its name in English or Japanese, or another one it is known by; null for none. */
export function countryNamed(text: string): string | null {
  const code = text.trim().toUpperCase()
  return isCountry(code) ? code : (byName().get(cityKey(text)) ?? null)
}
