/** What the map uses of two libraries that come without types. */

declare module 'd3-geo' {
  type Point = [x: number, y: number]
  interface Projection {
    center(degrees: Point): this
    scale(pixels: number): this
    translate(pixels: Point): this
    clipExtent(corners: [Point, Point]): this
  }
  export function geoMercator(): Projection
  export function geoPath(projection: Projection): {
    /** Decimals of the coordinates. */
    digits(count: number): (object: object) => string | null
  }
}

declare module 'topojson-client' {
  interface Feature {
    geometry: { type: 'Polygon'; coordinates: number[][][] } | { type: 'MultiPolygon'; coordinates: number[][][][] }
  }
  export function feature(topology: object, object: object): { features: Feature[] }
}
