import { expect, test } from 'vitest'
import { type Plane, ssim } from './ssim.ts'

const plane = (at: (x: number, y: number) => number, width = 40, height = 30): Plane => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))),
})
const wave = (x: number, y: number) => 128 + 60 * Math.sin(x / 3) + 40 * Math.cos(y / 4)

test('an image is identical to itself, less similar with noise, and dissimilar to its negative', () => {
  const picture = plane(wave)
  const noisy = (much: number) => plane((x, y) => Math.min(255, Math.max(0, wave(x, y) + ((x * 7 + y * 13) % 5) * much)))
  expect(ssim(picture, picture)).toBeCloseTo(1, 9)
  const [little, much] = [ssim(picture, noisy(2)), ssim(picture, noisy(12))]
  expect(little).toBeLessThan(1)
  expect(much).toBeLessThan(little)
  expect(
    ssim(
      picture,
      plane((x, y) => 255 - wave(x, y)),
    ),
  ).toBeLessThan(0)
  // For two flat greys only the first term remains: (2xy + C1) / (x² + y² + C1).
  expect(
    ssim(
      plane(() => 100),
      plane(() => 110),
    ),
  ).toBeCloseTo((2 * 100 * 110 + 6.5025) / (100 ** 2 + 110 ** 2 + 6.5025), 6)
  expect(() => ssim(picture, plane(wave, 41, 30))).toThrow('two sizes')
})
