/** Decimals an amount is shown with where it has more: cents of a stablecoin, of the coin what is worth as much. */
const PLACES: Record<number, number> = { 6: 2, 18: 6 }

/**
 * Parts of a whole as people read them: rounded to `places` decimals, or to as many as the whole has, each by less than one of the
 * last, and still adding up to the whole. All in the token's smallest units.
 */
export function readable<Parts extends readonly bigint[]>(parts: Parts, decimals: number, places = PLACES[decimals] ?? decimals): Parts {
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
