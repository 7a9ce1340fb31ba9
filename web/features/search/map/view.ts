/** The part of the world that a map shows, and how places are drawn in it. The projection is Mercator, as in d3's `geoMercator`. */

interface Coordinates {
  /** Degrees. */
  latitude: number
  longitude: number
}

/** The place in the middle of the map, and its scale: pixels for a radian of longitude. */
export interface View extends Coordinates {
  scale: number
}

/** The size of the map in pixels. */
export interface Size {
  width: number
  height: number
}

/** A place on the map in pixels from its left and upper edge. */
interface Point {
  x: number
  y: number
}

const RADIANS = Math.PI / 180
/** Mercator cannot show the poles. */
const MAX_LATITUDE = 80
/** From here on, the outlines would be coarse. */
const MAX_SCALE = 9000
/** At most this scale when the map opens: a single city is shown with its country. */
const MAX_FIT_SCALE = 1500
/** Pixels between the outermost places and the edges. The buttons are at the right edge, and the name of a city is wider than its pin. */
const PADDING = { x: 108, y: 84 }

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
const mercatorY = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (clamp(latitude, -MAX_LATITUDE, MAX_LATITUDE) * RADIANS) / 2))
const latitudeOf = (y: number) => (2 * Math.atan(Math.exp(y)) - Math.PI / 2) / RADIANS

/** The scale at which the world is as wide as the map. */
const minScale = ({ width }: Size) => width / (2 * Math.PI)

/** A view within the bounds: neither beyond the world nor closer than the outlines allow. */
function bounded({ latitude, longitude, scale }: View, size: Size): View {
  return {
    latitude: clamp(latitude, -MAX_LATITUDE, MAX_LATITUDE),
    longitude: clamp(longitude, -180, 180),
    scale: clamp(scale, Math.min(minScale(size), MAX_FIT_SCALE), MAX_SCALE),
  }
}

/** Where a place is on the map. */
export function project({ latitude, longitude }: Coordinates, view: View, { width, height }: Size): Point {
  return {
    x: width / 2 + (longitude - view.longitude) * RADIANS * view.scale,
    y: height / 2 - (mercatorY(latitude) - mercatorY(view.latitude)) * view.scale,
  }
}

/** The view after the map was moved by pixels. */
export function moved(view: View, { x, y }: Point, size: Size): View {
  return bounded(
    {
      longitude: view.longitude - x / view.scale / RADIANS,
      latitude: latitudeOf(mercatorY(view.latitude) + y / view.scale),
      scale: view.scale,
    },
    size,
  )
}

/** The view after zooming by a factor; the place at `point` stays where it is. */
export function zoomed(view: View, factor: number, size: Size, point: Point = { x: size.width / 2, y: size.height / 2 }): View {
  const { scale } = bounded({ ...view, scale: view.scale * factor }, size)
  const fromMiddle = { x: point.x - size.width / 2, y: point.y - size.height / 2 }
  const shift = 1 - scale / view.scale
  return moved({ ...view, scale }, { x: fromMiddle.x * shift, y: fromMiddle.y * shift }, size)
}

/** The view that shows all places; the whole world if there are none. */
export function fitted(places: readonly Coordinates[], size: Size): View {
  if (!places.length) return bounded({ latitude: 20, longitude: 0, scale: 0 }, size)
  const xs = places.map(({ longitude }) => longitude * RADIANS)
  const ys = places.map(({ latitude }) => mercatorY(latitude))
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min(
    MAX_FIT_SCALE,
    Math.max(size.width - 2 * PADDING.x, 1) / (east - west || 1e-9),
    Math.max(size.height - 2 * PADDING.y, 1) / (north - south || 1e-9),
  )
  return bounded({ longitude: (west + east) / 2 / RADIANS, latitude: latitudeOf((south + north) / 2), scale }, size)
}

/** Places that are drawn as one pin, because they would overlap. */
export interface Cluster<Place> extends Point {
  places: [Place, ...Place[]]
  count: number
}

/** Pins closer than this to another one are joined with it (pixels). */
const PIN_DISTANCE = 56

/**
 * Groups the places within the map into pins that do not overlap. A pin is at its first place; places that come earlier in the list get pins
 * first.
 */
export function clustered<Place extends Coordinates & { count: number }>(
  places: readonly Place[],
  view: View,
  size: Size,
): Cluster<Place>[] {
  const clusters: Cluster<Place>[] = []
  for (const place of places) {
    const { x, y } = project(place, view, size)
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < PIN_DISTANCE)
    if (near) {
      near.places.push(place)
      near.count += place.count
    } else clusters.push({ x, y, places: [place], count: place.count })
  }
  return clusters
}
