import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { feature } from 'topojson-client'
import fine from 'world-atlas/countries-50m.json?url'
import coarse from 'world-atlas/countries-110m.json?url'
import { keys } from '../lib/query-keys.ts'

/** The outline of a country (GeoJSON), with the degrees that it reaches to. */
export interface Outline {
  shape: object
  west: number
  south: number
  east: number
  north: number
}

/** Natural Earth's countries at 1:110 million, or at 1:50 million for a map that shows a part of the world. Both are files of our own. */
const FILES = { coarse, fine }
export type Detail = keyof typeof FILES

function toOutline(shape: ReturnType<typeof feature>['features'][number]): Outline {
  const { type, coordinates } = shape.geometry
  const points = (type === 'Polygon' ? [coordinates] : coordinates).flatMap((polygon) => polygon[0] ?? [])
  const [xs, ys] = [points.map(([x]) => x!), points.map(([, y]) => y!)]
  // Not Math.min(...xs): a long coast has more points than a call may have arguments.
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return { shape, west: least(xs), east: most(xs), south: least(ys), north: most(ys) }
}

/** The outlines of all countries. While finer ones are loaded, the coarse ones stay. */
export const outlinesQuery = (detail: Detail) =>
  queryOptions({
    queryKey: keys.outlines(detail),
    queryFn: async ({ signal }): Promise<Outline[]> => {
      const answer = await fetch(FILES[detail], { signal })
      if (!answer.ok) throw new Error(`${FILES[detail]} answered ${answer.status}`)
      const topology = (await answer.json()) as { objects: { countries: object } }
      // Without Antarctica, which would fill a quarter of the map.
      return feature(topology, topology.objects.countries)
        .features.map(toOutline)
        .filter(({ south }) => south > -80)
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
