import { check, type InferOutput, maxLength, object, optional, picklist, pipe, regex, string, toUpperCase, transform } from 'valibot'
import { isCountry } from '../shared/countries.schema.ts'
import type { Label } from './taxonomy.schema.ts'

/** A city by its GeoNames id, with its names; where no Japanese one is known, `ja` is the other. */
export interface City extends Label {
  cityId: number
}

/** A city as queryCities answers it: `name` in the language that was asked for. */
export interface CityFound extends City {
  name: string
}

/**
 * Query of queryCities: the beginning of a name in any of its languages, within a country. An empty text answers the largest cities;
 * with a `cityId` the answer is that city alone.
 */
export const citiesRequest = object({
  cityId: optional(pipe(string(), regex(/^[1-9]\d{0,9}$/, 'id'), transform(Number))),
  country: pipe(string(), maxLength(2, 'unknown'), toUpperCase(), check(isCountry, 'unknown')),
  text: optional(pipe(string(), maxLength(100, 'too_long')), ''),
  lang: optional(picklist(['en', 'ja'], 'unknown'), 'en'),
})
export type CitiesRequest = InferOutput<typeof citiesRequest>

/** Cities answered at once. */
export const CITIES_SHOWN = 10

/**
 * A name made comparable, for the index and for what is typed: no marks, no case, full-width and half-width alike, katakana as
 * hiragana, and nothing but letters and digits, so that "Saint-Étienne" is found by "saint et".
 */
export const cityKey = (name: string): string =>
  // Most names need none of it, and there are many.
  /^[a-z]+$/i.test(name) ? name.toLowerCase() : spelledOut(name)

const spelledOut = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/ß/g, 'ss')
    .replace(/[øœæłđı]/g, (letter) => ({ ø: 'o', œ: 'oe', æ: 'ae', ł: 'l', đ: 'd', ı: 'i' })[letter]!)
    .replace(/[^\p{L}\p{N}]/gu, '')
