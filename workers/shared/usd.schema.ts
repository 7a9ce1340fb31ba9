/** Prices in dollars: micro-USD (millionths of a dollar) in code, decimal text in forms. */

const USD = 1_000_000
export const MIN_PRICE = 5 * USD
/** One million dollars in micro-USD, well within the safe integers. */
export const MAX_PRICE = 1_000_000 * USD

/** Parses dollars with at most six decimals to micro-USD; null for any other text. Commas separate thousands, so `7,50` is refused. */
export function parseUsd(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{0,6}))?$/.exec(text.normalize('NFKC').trim()) ?? []
  return whole === undefined ? null : Number(whole.replaceAll(',', '')) * USD + Number(part.padEnd(6, '0'))
}

/** Formats micro-USD as dollars for an input field: 1500000 gives `1.5`. */
export function usdText(micro: number): string {
  const part = String(micro % USD)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${Math.floor(micro / USD)}${part && `.${part}`}`
}
