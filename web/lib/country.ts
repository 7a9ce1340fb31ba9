import { COUNTRIES } from '../../workers/shared/countries.schema.ts'
import { locale } from './i18n.ts'
import { countryName } from './place-name.ts'

/** All countries as [code, name], sorted by name in the language of the page. */
export function countries(): [code: string, name: string][] {
  const order = new Intl.Collator(locale())
  return COUNTRIES.map((code): [string, string] => [code, countryName(code)]).sort(([, a], [, b]) => order.compare(a, b))
}
