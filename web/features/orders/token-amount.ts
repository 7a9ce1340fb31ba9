import { findToken } from '../../lib/find-token.ts'
import { formatToken } from '../../lib/token-format.ts'

/** Formats an amount by the token's address: `240.00 USDC`. For an unknown token: its smallest units and `?`. */
export function tokenAmount(amount: bigint | string, token: string): string {
  const known = findToken(token)
  return known ? formatToken(amount, known.decimals, known.symbol) : `${amount} ?`
}
