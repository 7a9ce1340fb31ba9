import { config } from '../../lib/page-data.ts'
import { formatToken } from '../../lib/token-format.ts'

/** `240.00 USDC`, by a token's address. An unknown token is shown in smallest units. */
export function tokenAmount(amount: bigint | string, token: string): string {
  const known = config().tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())
  return known ? formatToken(amount, known.decimals, known.symbol) : `${amount} ?`
}
