import { check, maxLength, object, optional, picklist, pipe, regex, string, toUpperCase, transform } from 'valibot'
import { isCountry } from '../shared/countries.schema.ts'
import { DEFAULT_LOCALE, LOCALE_CODES } from '../shared/locales.schema.ts'
import type { Label } from './taxonomy/category.schema.ts'

/** A city with its GeoNames id and names. If its name in another language is unknown, the English name is used. */
export interface City extends Label {
  cityId: number
}

/** A city as queryCities returns it. `name` is in the requested language. */
export interface CityFound extends City {
  name: string
}

/**
 * Query of queryCities. `text` is the beginning of a city's name in any language; an empty text finds the largest cities of the
 * country. With a `cityId`, only that city is found.
 */
export const citiesRequest = object({
  cityId: optional(pipe(string(), regex(/^[1-9]\d{0,9}$/, 'id'), transform(Number))),
  country: pipe(string(), maxLength(2, 'unknown'), toUpperCase(), check(isCountry, 'unknown')),
  text: optional(pipe(string(), maxLength(100, 'too_long')), ''),
  lang: optional(picklist(LOCALE_CODES, 'unknown'), DEFAULT_LOCALE),
})

/** Maximum number of cities in an answer. */
export const CITIES_SHOWN = 10

/**
 * Normalizes a city name for the index and for search: no accents, lower case, same width, katakana as hiragana, only letters and
 * digits. So "saint et" finds "Saint-Étienne".
 */
export const cityKey = (name: string): string =>
  // A fast path for names of plain letters, because the import normalizes very many names.
  /^[a-z]+$/i.test(name) ? name.toLowerCase() : normalizeName(name)

const normalizeName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/ß/g, 'ss')
    .replace(/[øœæłđı]/g, (letter) => ({ ø: 'o', œ: 'oe', æ: 'ae', ł: 'l', đ: 'd', ı: 'i' })[letter]!)
    .replace(/[^\p{L}\p{N}]/gu, '')
