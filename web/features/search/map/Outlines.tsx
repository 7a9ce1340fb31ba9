import { useQuery } from '@tanstack/react-query'
import { geoMercator, geoPath } from 'd3-geo'
import { memo } from 'react'
import { type Detail, outlinesQuery } from '../../../queries/outlines.ts'
import css from './MapView.module.css'
import type { Size, View } from './view.ts'

/** From this scale on (pixels for a radian), coarse coasts are visibly wrong. */
const FINE_SCALE = 500
const DEGREES = 180 / Math.PI

/** Land and borders within a view. */
export const Outlines = memo(function Outlines({ view, size }: { view: View; size: Size }) {
  const detail: Detail = view.scale > FINE_SCALE ? 'fine' : 'coarse'
  const { data } = useQuery(outlinesQuery(detail))
  const projection = geoMercator()
    .scale(view.scale)
    .center([view.longitude, view.latitude])
    .translate([size.width / 2, size.height / 2])
    .clipExtent([
      [-2, -2],
      [size.width + 2, size.height + 2],
    ])
  // More than what is visible, because a degree of latitude is longer on the map than one of longitude.
  const [width, height] = [(size.width / 2 / view.scale) * DEGREES, (size.height / 2 / view.scale) * DEGREES]
  const features = data
    ?.filter(
      ({ west, east, south, north }) =>
        west < view.longitude + width && east > view.longitude - width && south < view.latitude + height && north > view.latitude - height,
    )
    .map(({ shape }) => shape)
  const path = features && geoPath(projection).digits(1)({ type: 'FeatureCollection', features })
  return (
    <svg className={css.outlines} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      {path && <path d={path} />}
    </svg>
  )
})
