import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { countryOf, isCountry } from '../../../workers/shared/countries.schema.ts'
import { readStored, store } from '../../lib/storage.ts'
import { cityQuery, setCity } from '../../queries/cities.ts'
import { knownUser, useViewer } from '../../session/viewer.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import css from './Filter.module.css'
import { PlaceFields } from './PlaceFields.tsx'

/** The country last asked for on this device; '' once it was emptied. Until then it is the one the visitor seems to be in. */
const KEPT = 'warren.place'
const countryHere = () => readStored(KEPT) ?? countryOf(knownUser()?.geoIp ?? '') ?? ''

const CHOICES = ['', 'online', 'local', 'mine'] as const
type What = (typeof CHOICES)[number]

/**
 * What of a tab is shown: `show` as `filterOf` reads it. What is local may be asked for by country and city; it begins with where the
 * visitor is. `focus`: it came because somebody asked for it.
 */
export default function Filter({ show, onShow, focus }: { show: string; onShow: (show: string) => void; focus: boolean }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears in place of what was pressed
  useEffect(() => {
    if (focus) box.current?.querySelector<HTMLElement>(':checked')?.focus()
  }, [])
  // The address may be anybody's writing.
  const [asked, land = '', cityId = ''] = show.split('-')
  const what = CHOICES.find((choice) => choice === asked && (choice !== 'mine' || viewer)) ?? ''
  const country = isCountry(land) ? land : null
  const { data: city = null } = useQuery({ ...cityQuery(land, cityId), enabled: country !== null && cityId !== '' })
  const names: Record<What, string> = {
    '': t`All`,
    online: t`Online`,
    local: t({ message: 'Local', context: 'of any listing' }),
    mine: t`My posts`,
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
