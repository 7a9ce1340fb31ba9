import { findToken } from '../../lib/find-token.ts'
import { cachedFormat } from '../../lib/format.ts'
import { decimalText, formatToken } from '../../lib/token-format.ts'
import { tokenAmount } from './token-amount.ts'

/** The number of decimals that an exact amount has. */
const decimalsOf = (units: bigint | string, decimals: number): number => decimalText(units, decimals).split('.')[1]?.length ?? 0

/**
 * Formats the amounts of a column of a document: those of the same token have equally many decimals, as many as the longest of them needs.
 * `amounts` are all amounts of the column.
 */
export function tokenColumn(amounts: readonly (readonly [token: string, units: bigint | string])[]) {
  const most = new Map<string, number>()
  for (const [token, units] of amounts) {
    const known = findToken(token)
    if (known) most.set(token, Math.max(most.get(token) ?? 0, decimalsOf(units, known.decimals)))
  }
  return (token: string, units: bigint | string): string => {
    const known = findToken(token)
    return known ? formatToken(units, known.decimals, known.symbol, most.get(token)) : tokenAmount(units, token)
  }
}

const MICRO = 6

/** Formats the dollars (micro-USD) of a column: all have two decimals, or more if one of them needs more. */
export function usdColumn(amounts: readonly (number | bigint)[]) {
  const decimals = Math.max(2, ...amounts.map((micro) => decimalsOf(BigInt(micro), MICRO)))
  return (micro: number | bigint): string =>
    cachedFormat(`usd column ${decimals}`, (at) => {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      return new Intl.NumberFormat(at, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...digits })
    }).format(decimalText(BigInt(micro), MICRO) as Intl.StringNumericLiteral)
}
