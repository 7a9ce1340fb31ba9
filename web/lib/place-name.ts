import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Place } from '../../workers/listings/base.schema.ts'
import { locale, localName } from './i18n.ts'

/** `Kyoto, Japan` or `日本・京都市`. */
export function placeName(place: Place): string {
  const [city, country] = [localName(place.city), new Intl.DisplayNames(locale(), { type: 'region' }).of(place.country) ?? place.country]
  return i18n._(msg`${city}, ${country}`)
}
