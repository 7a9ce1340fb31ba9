import { locale } from './i18n.ts'

const UNITS = [
  [1e9, 'gigabyte'],
  [1e6, 'megabyte'],
  [1e3, 'kilobyte'],
] as const

/** `10 MB` or `1.5 GB`, with a no-break space. At least 1 kB. */
export function formatBytes(size: number): string {
  const [scale, unit] = UNITS.find(([bytes]) => size >= bytes) ?? UNITS[2]
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: scale === 1e3 ? 0 : 1 })
    .format(Math.max(size, 1000) / scale)
    .replace(' ', '\u00a0')
}
