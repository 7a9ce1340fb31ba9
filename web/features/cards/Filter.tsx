import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { countryOf, isCountry } from '../../../workers/shared/countries.schema.ts'
import { readStored, store } from '../../lib/storage.ts'
import { cityQuery, setCity } from '../../queries/cities.ts'
import { cachedUser, useViewer } from '../../session/viewer.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import css from './Filter.module.css'
import { PlaceFields } from './PlaceFields.tsx'

/** Storage key of the country selected last on this device; '' if it was cleared. Without a stored value, the visitor's country is used. */
const KEPT = 'warren.place'
const countryHere = () => readStored(KEPT) ?? countryOf(cachedUser()?.geoIp ?? '') ?? ''

const CHOICES = ['', 'online', 'local', 'mine'] as const
type What = (typeof CHOICES)[number]

/**
 * Filters a tab; `show` has the form that `filterOf` reads. Local listings can be narrowed to a country and a city; the country selected
 * last, or else the visitor's country, is preset. `focus`: the filter has just been opened, so it takes the focus.
 */
export default function Filter({ show, onShow, focus }: { show: string; onShow: (show: string) => void; focus: boolean }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    if (focus) box.current?.querySelector<HTMLElement>(':checked')?.focus()
  }, [])
  // The address can contain anything.
  const [asked, land = '', cityId = ''] = show.split('-')
  const what = CHOICES.find((choice) => choice === asked && (choice !== 'mine' || viewer)) ?? ''
  const country = isCountry(land) ? land : null
  const { data: city = null } = useQuery({ ...cityQuery(land, cityId), enabled: country !== null && cityId !== '' })
  const names: Record<What, string> = {
    '': t`All`,
    online: t`Online`,
    local: t({ message: 'Local', context: 'of any listing' }),
    mine: t`My listings`,
  }
  const choices = CHOICES.filter((choice) => choice !== 'mine' || viewer)
  const at = (...place: (string | number | undefined | null)[]) => onShow(['local', ...place].filter(Boolean).join('-'))
  return (
    <>
      <div ref={box}>
        <Segmented
          label={t`Show`}
          options={choices.map((choice) => [choice, names[choice]] as const)}
          value={what}
          onChange={(next) => (next === 'local' ? at(countryHere()) : onShow(next))}
        />
      </div>
      {what === 'local' && (
        <div className={css.place}>
          <PlaceFields
            country={country}
            city={city}
            onChange={(place) => {
              store(KEPT, place.country ?? '')
              if (place.city) setCity(place.country, place.city)
              at(place.country, place.city?.cityId)
            }}
          />
        </div>
      )}
    </>
  )
}
