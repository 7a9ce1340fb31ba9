import { Trans, useLingui } from '@lingui/react/macro'
import { categoryLabel } from '../../../workers/listings/taxonomy.schema.ts'
import type { SponsorshipRequest } from '../../../workers/orders/sponsorships.schema.ts'
import { locale, localName } from '../../lib/i18n.ts'
import { languageName } from '../../lib/language-name.ts'
import { countryName } from '../../lib/place-name.ts'

/** The names of the genders that a sponsor can choose. */
export function useGenderNames(): Record<SponsorshipRequest['gender'], string> {
  const { t } = useLingui()
  return { any: t`Everyone`, women: t`Women`, men: t`Men` }
}

/** Whom a sponsor wants to reach, in one line, with names in the language of the page. */
export function AudienceText({ request }: { request: SponsorshipRequest }) {
  const { t } = useLingui()
  const { ageFrom, ageTo } = request
  const gender = useGenderNames()[request.gender]
  const language = request.language === 'any' ? t`All languages` : languageName(request.language)
  const location = request.location ? countryName(request.location) : t`Everywhere`
  const categories = request.interests.map((id) => localName(categoryLabel('services', id)))
  const interests = categories.length ? new Intl.ListFormat(locale()).format(categories) : t`All`
  return (
    <Trans>
      Ages {ageFrom} to {ageTo} · Gender: {gender} · Language: {language} · Location: {location} · Interests: {interests}
    </Trans>
  )
}
