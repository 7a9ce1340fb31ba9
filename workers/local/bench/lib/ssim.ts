/** One channel of an image, 0 to 255, row by row. */
export interface Plane {
  width: number
  height: number
  data: Uint8Array
}

/** The Gaussian window of Wang et al. (2004): 11 wide, standard deviation 1.5. */
const RADIUS = 5
const WINDOW = Array.from({ length: 2 * RADIUS + 1 }, (_, i) => Math.exp(-((i - RADIUS) ** 2) / (2 * 1.5 ** 2)))
const SUM = WINDOW.reduce((sum, weight) => sum + weight, 0)
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/** The weighted mean under the window, at every position where it fits completely. */
function blurred(width: number, height: number, at: (i: number) => number): Float64Array {
  const inner = width - 2 * RADIUS
  const rows = new Float64Array(inner * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < inner; x++) {
      let sum = 0
      for (let k = 0; k < WINDOW.length; k++) sum += WINDOW[k]! * at(y * width + x + k)
      rows[y * inner + x] = sum / SUM
    }
  const result = new Float64Array(inner * (height - 2 * RADIUS))
  for (let i = 0; i < result.length; i++) {
    let sum = 0
    for (let k = 0; k < WINDOW.length; k++) sum += WINDOW[k]! * rows[i + k * inner]!
    result[i] = sum / SUM
  }
  return result
}

/**
 * The mean structural similarity of two images of the same size, as in Wang, Bovik, Sheikh and Simoncelli (2004), "Image quality
 * assessment: from error visibility to structural similarity", without the downsampling that some implementations add. 1 means identical.
 */
export function ssim(a: Plane, b: Plane): number {
  const { width, height } = a
  if (width !== b.width || height !== b.height) throw new Error('pictures of two sizes cannot be compared')
  const mean = (at: (i: number) => number) => blurred(width, height, at)
  const [ma, mb] = [mean((i) => a.data[i]!), mean((i) => b.data[i]!)]
  const [aa, bb, ab] = [mean((i) => a.data[i]! ** 2), mean((i) => b.data[i]! ** 2), mean((i) => a.data[i]! * b.data[i]!)]
  let sum = 0
  for (let i = 0; i < ma.length; i++) {
    const [x, y] = [ma[i]!, mb[i]!]
    const [vx, vy, covariance] = [aa[i]! - x * x, bb[i]! - y * y, ab[i]! - x * y]
    sum += ((2 * x * y + C1) * (2 * covariance + C2)) / ((x * x + y * y + C1) * (vx + vy + C2))
  }
  return sum / ma.length
}
