import { useLingui } from '@lingui/react/macro'
import { categoryLabel } from '../../../workers/listings/taxonomy.schema.ts'
import type { SponsorshipRequest } from '../../../workers/orders/sponsorships.schema.ts'
import { locale, localName } from '../../lib/i18n.ts'
import { languageName } from '../../lib/language-name.ts'
import { countryName } from '../../lib/place-name.ts'
import css from './AudienceFacts.module.css'
import { useGenderNames } from './use-gender-names.ts'

/** Whom a sponsor wants to reach, with names in the language of the page. */
export function AudienceFacts({ request }: { request: SponsorshipRequest }) {
  const { t } = useLingui()
  const genders = useGenderNames()
  const { ageFrom, ageTo, gender, language, location, interests } = request
  const listed = new Intl.ListFormat(locale())
  const facts = [
    [t`Ages`, t`${ageFrom} to ${ageTo}`],
    [t`Gender`, genders[gender]],
    [t`Language`, language === 'any' ? t`All languages` : languageName(language)],
    [t`Location`, location ? countryName(location) : t`Everywhere`],
    [t`Interests`, interests.length ? listed.format(interests.map((id) => localName(categoryLabel('services', id)))) : t`All`],
  ] as const
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
