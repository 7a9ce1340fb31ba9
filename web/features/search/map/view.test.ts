import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clustered, fitted, moved, project, type View, zoomed } from './view.ts'

const size = { width: 800, height: 500 }
const place = fc.record({
  latitude: fc.double({ min: -75, max: 75, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
  count: fc.integer({ min: 1, max: 900 }),
})
const view: fc.Arbitrary<View> = fc.record({
  latitude: fc.double({ min: -60, max: 60, noNaN: true }),
  longitude: fc.double({ min: -150, max: 150, noNaN: true }),
  scale: fc.double({ min: 200, max: 9000, noNaN: true }),
})

describe('a fitted view', () => {
  it('shows all places', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
        const shown = fitted(places, size)
        // The world is higher than the map, so places may be above and below it only at the smallest scale.
        fc.pre(shown.scale > size.width / (2 * Math.PI) + 1)
        for (const one of places) {
          const { x, y } = project(one, shown, size)
          expect(x >= 0 && x <= size.width && y >= 0 && y <= size.height).toBe(true)
        }
      }),
    )
  })

  it('shows a single city in the middle with its surroundings, and the world without places', () => {
    const kyoto = { latitude: 35.02, longitude: 135.75 }
    const shown = fitted([kyoto], size)
    expect(project(kyoto, shown, size)).toEqual({ x: expect.closeTo(400, 3), y: expect.closeTo(250, 3) })
    expect(project({ latitude: 35.02, longitude: 139.7 }, shown, size).x).toBeLessThan(size.width)
    expect(fitted([], size).scale).toBeCloseTo(size.width / (2 * Math.PI))
  })
})

describe('moving and zooming', () => {
  it('moves every place by the same pixels', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: -100, max: 100 }), fc.integer({ min: -100, max: 100 }), (before, x, y) => {
        const place = { latitude: before.latitude + 1, longitude: before.longitude + 1 }
        const [from, to] = [project(place, before, size), project(place, moved(before, { x, y }, size), size)]
        fc.pre(Math.abs(moved(before, { x, y }, size).longitude) < 180)
        fc.pre(Math.abs(moved(before, { x, y }, size).latitude) < 80)
        expect(to.x - from.x).toBeCloseTo(x, 3)
        expect(to.y - from.y).toBeCloseTo(y, 3)
      }),
    )
  })

  it('keeps the place under the pointer', () => {
    fc.assert(
      fc.property(view, fc.double({ min: 0.5, max: 2, noNaN: true }), (before, factor) => {
        const point = { x: 500, y: 300 }
        const after = zoomed(before, factor, size, point)
        fc.pre(Math.abs(after.longitude) < 180 && Math.abs(after.latitude) < 80)
        const place = { longitude: before.longitude + 100 / before.scale / (Math.PI / 180), latitude: before.latitude }
        expect(project(place, after, size).x).toBeCloseTo(point.x, 3)
      }),
    )
  })

  it('never leaves the world or its scales', () => {
    fc.assert(
      fc.property(view, fc.double({ min: 0.001, max: 1000, noNaN: true }), fc.integer(), fc.integer(), (before, factor, x, y) => {
        const after = zoomed(moved(before, { x, y }, size), factor, size)
        expect(Math.abs(after.longitude)).toBeLessThanOrEqual(180)
        expect(Math.abs(after.latitude)).toBeLessThanOrEqual(80)
        expect(after.scale).toBeGreaterThanOrEqual(size.width / (2 * Math.PI))
        expect(after.scale).toBeLessThanOrEqual(9000)
      }),
    )
  })
})

test('pins do not overlap, and count every place within the map once', () => {
  fc.assert(
    fc.property(view, fc.array(place, { maxLength: 60 }), (shown, places) => {
      const pins = clustered(places, shown, size)
      for (const [i, one] of pins.entries())
        for (const other of pins.slice(i + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(56)
      const inside = places.filter((one) => {
        const { x, y } = project(one, shown, size)
        return x >= 0 && y >= 0 && x <= size.width && y <= size.height
      })
      expect(new Set(pins.flatMap((pin) => pin.places))).toEqual(new Set(inside))
      expect(pins.reduce((sum, pin) => sum + pin.count, 0)).toBe(inside.reduce((sum, one) => sum + one.count, 0))
    }),
  )
})
