import { useLingui } from '@lingui/react/macro'
import type { SponsorshipRequest } from '../../../workers/orders/sponsorships.schema.ts'

/** The names of the genders that a sponsor can choose. */
export function useGenderNames(): Record<SponsorshipRequest['gender'], string> {
  const { t } = useLingui()
  return { any: t`Everyone`, women: t`Women`, men: t`Men` }
}
