import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Place } from '../../workers/listings/base.schema.ts'
import { locale, localName } from './i18n.ts'

/** `JP` -> `Japan`, in the language of the page. */
export const countryName = (code: string): string => new Intl.DisplayNames(locale(), { type: 'region' }).of(code) ?? code

/** `Kyoto, Japan` or `日本・京都市`. */
export const placeName = (place: Place): string => joinPlace(localName(place.city), countryName(place.country))

/** Joins the names of a city and its country. */
export const joinPlace = (city: string, country: string): string => i18n._(msg`${city}, ${country}`)
