import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Places } from '../../../../workers/listings/listings.schema.ts'
import type { CardFilter } from '../../../lib/card-filter.ts'
import { ErrorState } from '../../../lib/ErrorState.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { localName } from '../../../lib/i18n.ts'
import { type MapCity, placesQuery } from '../../../queries/places.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { CityPanel } from './CityPanel.tsx'
import css from './MapView.module.css'
import { Outlines } from './Outlines.tsx'
import { useMapView } from './use-map-view.ts'
import { type Cluster, clustered } from './view.ts'

/** In narrower windows the map fills the screen. */
const NARROW = '(max-width: 1023px)'

/** Opens the dialog, over everything in a narrow window, else at its place in the page. */
function useOpenDialog(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const narrow = matchMedia(NARROW)
    const open = () => {
      dialog.current!.close()
      if (narrow.matches) dialog.current!.showModal()
      else dialog.current!.show()
    }
    open()
    narrow.addEventListener('change', open)
    return () => narrow.removeEventListener('change', open)
  }, [dialog])
}

/** One entry for each city, the one with the most listings first. */
function mergeCities(answers: readonly (Places | undefined)[]): MapCity[] {
  const merged = new Map<number, MapCity>()
  for (const city of answers.flatMap((answer) => answer?.cities ?? []))
    merged.set(city.cityId, { ...city, count: city.count + (merged.get(city.cityId)?.count ?? 0) })
  return [...merged.values()].sort((a, b) => b.count - a.count)
}

/**
 * A map of the local listings that the filters find, one filter for each type. Pins are cities, or several that are close to each other. The
 * list of results has the same listings, so the map is an addition for those who can see it. `onChoose` narrows the list to a city; the map
 * may be covering the list.
 */
export default function MapView({
  filters,
  onChoose,
  onClose,
}: {
  filters: readonly CardFilter[]
  onChoose: (city: MapCity, isCovering: boolean) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  useOpenDialog(dialog)
  const queries = useQueries({ queries: filters.map((filter) => placesQuery(filter)) })
  const cities = mergeCities(queries.map(({ data }) => data))
  const failed = queries.find(({ error, data }) => error && !data)
  const isLoading = !failed && queries.some(({ data }) => !data)
  const [selected, select] = useState<MapCity | null>(null)
  return (
    <dialog
      ref={dialog}
      className={css.map}
      aria-label={t`Map of local results`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {!isLoading && !failed && <World cities={cities} selected={selected} onSelect={select} />}
      {isLoading && (
        <p className={css.message} role="status" aria-label={t`Loading`}>
          <Spinner />
        </p>
      )}
      {failed && (
        <div className={css.message}>
          <ErrorState error={failed.error} onRetry={() => Promise.all(queries.map(({ refetch }) => refetch()))} busy={failed.isFetching} />
        </div>
      )}
      {!isLoading && !failed && !cities.length && (
        <p className={css.message} role="status">
          <span>
            <Trans>No local results. Those online are in the list only.</Trans>
          </span>
        </p>
      )}
      {selected && (
        <CityPanel
          city={selected}
          filter={filters.length === 1 ? filters[0] : undefined}
          onChoose={() => onChoose(selected, matchMedia(NARROW).matches)}
          onClose={() => select(null)}
        />
      )}
      <div className={css.close}>
        <Button small icon="list" onClick={onClose}>
          <Trans>Hide the map</Trans>
        </Button>
      </div>
    </dialog>
  )
}

/** The outlines with the pins, and the buttons to zoom. */
function World({ cities, selected, onSelect }: { cities: MapCity[]; selected: MapCity | null; onSelect: (city: MapCity | null) => void }) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const hint = useId()
  const { view, size, zoomIn, zoomOut, showAll, show, handlers } = useMapView(box, cities)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the map */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div ref={box} className={css.world} role="group" tabIndex={0} aria-label={t`Map`} aria-describedby={hint} {...handlers}>
        {view && size && (
          <>
            <Outlines view={view} size={size} />
            {clustered(cities, view, size).map((cluster) => (
              <Pin
                key={cluster.places[0].cityId}
                cluster={cluster}
                isSelected={cluster.places.some(({ cityId }) => cityId === selected?.cityId)}
                onPress={() => {
                  onSelect(cluster.places.length === 1 ? cluster.places[0] : null)
                  if (cluster.places.length > 1) show(cluster.places)
                }}
              />
            ))}
          </>
        )}
      </div>
      <p id={hint} className="unseen">
        <Trans>The arrow keys move the map, plus and minus zoom. The list has the same results.</Trans>
      </p>
      <div className={css.zoom}>
        <IconButton look="quiet" icon="plus" label={t`Zoom in`} onClick={zoomIn} />
        <IconButton look="quiet" icon="minus" label={t`Zoom out`} onClick={zoomOut} />
        <IconButton look="quiet" icon="globe" label={t`Show all places`} onClick={showAll} />
      </div>
      <p className={css.sources}>
        <Trans>Outlines: Natural Earth. Cities: GeoNames.</Trans>
      </p>
    </>
  )
}

/** A city, or several cities that are close to each other, with the number of listings. */
function Pin({
  cluster: { x, y, places, count },
  isSelected,
  onPress,
}: {
  cluster: Cluster<MapCity>
  isSelected: boolean
  onPress: () => void
}) {
  const name = localName(places[0])
  const others = places.length - 1
  return (
    <button
      type="button"
      className={css.pin}
      aria-pressed={others ? undefined : isSelected}
      style={{ translate: `${x}px ${y}px` }}
      onClick={onPress}
    >
      <span className={css.dot} aria-hidden="true">
        {formatNumber(count)}
      </span>
      <span className={css.name} aria-hidden="true">
        {name}
        {others > 0 && ` +${others}`}
      </span>
      <span className="unseen">
        {others ? (
          <Trans>
            {name} and <Plural value={others} one="# other city" other="# other cities" />:{' '}
            <Plural value={count} one="# result" other="# results" />. Zoom in
          </Trans>
        ) : (
          <Trans>
            {name}: <Plural value={count} one="# result" other="# results" />
          </Trans>
        )}
      </span>
    </button>
  )
}
