import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useRef } from 'react'
import type { City, CityFound } from '../../../workers/listings/cities.schema.ts'
import { countries } from '../../lib/country.ts'
import { locale, localName } from '../../lib/i18n.ts'
import { countryName } from '../../lib/place-name.ts'
import { findCities } from '../../queries/cities.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import css from './PlaceFields.module.css'

export interface PlaceChoice {
  /** ISO 3166 code. */
  country: string | null
  city: City | null
}

/** A country and one of its cities. Changing the country clears the city. */
export function PlaceFields({
  country,
  city,
  onChange,
  error,
}: PlaceChoice & { onChange: (place: PlaceChoice) => void; error?: string | null }) {
  const { t } = useLingui()
  const language = locale()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are those of the page's language
  const listed = useMemo(() => countries().map(([value, text]) => ({ value, text })), [language])
  const findCountry = useCallback(
    (text: string) => {
      const asked = text.trim().toLowerCase()
      // While the field shows the name of the selected country, all countries are listed.
      if (!asked || (country && text === countryName(country))) return listed
      const rank = (name: string) => (name.toLowerCase().startsWith(asked) ? 0 : name.toLowerCase().includes(asked) ? 1 : 2)
      return listed
        .filter(({ value, text: name }) => rank(name) < 2 || value.toLowerCase() === asked)
        .sort((one, other) => rank(one.text) - rank(other.text))
    },
    [listed, country],
  )
  const found = useRef<CityFound[]>([])
  const findCity = useCallback(
    async (text: string) => {
      if (!country) return []
      found.current = await findCities(country, text)
      return found.current.map(({ cityId, name }) => ({ value: String(cityId), text: name }))
    },
    [country],
  )
  return (
    <div className={css.place}>
      <Combobox
        label={<Trans>Country</Trans>}
        value={country ? { value: country, text: countryName(country) } : null}
        find={findCountry}
        none={t`No country found`}
        placeholder={t`Type to search`}
        error={error && !country ? error : null}
        onChange={(choice) => onChange({ country: choice?.value ?? null, city: null })}
      />
      <Combobox
        key={country}
        label={<Trans>City</Trans>}
        value={city ? { value: String(city.cityId), text: localName(city) } : null}
        find={findCity}
        none={country ? t`No city found` : t`Choose a country first`}
        placeholder={country ? t`Type to search` : t`Choose a country first`}
        disabled={!country}
        error={error && country ? error : null}
        onChange={(choice) => {
          const chosen = found.current.find(({ cityId }) => String(cityId) === choice?.value)
          if (!chosen) return onChange({ country, city: null })
          const { name, ...next } = chosen
          onChange({ country, city: next })
        }}
      />
    </div>
  )
}
