import type { Place } from '../../workers/listings/base.schema.ts'
import { locale } from './i18n.ts'

/** `Kyoto, Japan` or `日本・京都市`. */
export function placeName({ country, city }: Place): string {
  const land = new Intl.DisplayNames(locale(), { type: 'region' }).of(country) ?? country
  return locale() === 'ja' ? `${land}・${city.ja}` : `${city.en}, ${land}`
}
