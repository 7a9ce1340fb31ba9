import { Trans } from '@lingui/react/macro'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { CardFilter } from '../../lib/card-filter.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useIsHydrated } from '../../lib/use-is-hydrated.ts'
import { setCity } from '../../queries/cities.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './Results.module.css'
import type { ChangeFilter, SearchFilter } from './search-filter.ts'

const MapView = lazyComponent(() => import('./map/MapView.tsx'), ['search', 'cards'])

/**
 * A button that shows a map of the local results above the list, in a row with other buttons, and the map. `filters` are those of the
 * lists, one for each type. When the map is closed, the button has the focus.
 */
export function ResultsMap({
  filters,
  filter,
  onChange,
  children,
}: {
  filters: readonly CardFilter[]
  filter: SearchFilter
  onChange: ChangeFilter
  /** Another button beside it. */
  children?: ReactNode
}) {
  const isHydrated = useIsHydrated()
  const isOpen = filter.view === 'map'
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  const isLocal = filter.where !== 'online'
  const skeleton = <Skeleton width="100%" height={460} />
  // A server draws no map.
  const map = !isHydrated ? (
    skeleton
  ) : (
    <Suspense fallback={skeleton}>
      <MapView
        filters={filters.map(({ sort: _, languages: __, ...rest }) => rest)}
        onChoose={({ country, cityId, en, ja }, isCovering) => {
          setCity(country, { cityId, en, ja })
          onChange({ where: 'local', country, city: String(cityId), ...(isCovering && { view: undefined }) })
        }}
        onClose={() => onChange({ view: undefined })}
      />
    </Suspense>
  )
  return (
    <>
      <div className={css.tools}>
        {children}
        {isLocal && !isOpen && (
          <Button ref={button} small icon="pin" onClick={() => onChange({ view: 'map' })}>
            <Trans>Map</Trans>
          </Button>
        )}
      </div>
      {isLocal && isOpen && map}
    </>
  )
}
