/** The decimals to show, by the token's decimals: two for a stablecoin (cents), six for ETH. */
const PLACES: Record<number, number> = { 6: 2, 18: 6 }

/**
 * Rounds the parts of a whole to `places` decimals, or to as many as the whole has if these are more. Each part changes by less than one
 * unit of the last decimal, and the rounded parts still add up to the whole. All amounts are in the token's smallest units.
 */
export function roundParts<Parts extends readonly bigint[]>(parts: Parts, decimals: number, places = PLACES[decimals] ?? decimals): Parts {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  let step = 10n ** BigInt(Math.max(decimals - places, 0))
  while (whole % step !== 0n) step /= 10n
  const rests = parts.map((part, i) => [part % step, i] as const)
  const left = Number(rests.reduce((sum, [rest]) => sum + rest, 0n) / step)
  const raised = new Set(
    rests
      .toSorted(([a], [b]) => (a < b ? 1 : a > b ? -1 : 0))
      .slice(0, left)
      .map(([, i]) => i),
  )
  return parts.map((part, i) => part - (part % step) + (raised.has(i) ? step : 0n)) as readonly bigint[] as Parts
}
