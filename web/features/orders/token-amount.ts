import { config } from '../../lib/page-data.ts'
import { formatToken } from '../../lib/token-format.ts'

/** `240.00 USDC`, with the symbol and decimals of a token's address; smallest units for one we do not know. */
export function tokenAmount(amount: bigint | string, token: string): string {
  const known = config().tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())
  return known ? formatToken(amount, known.decimals, known.symbol) : `${amount} ?`
}
