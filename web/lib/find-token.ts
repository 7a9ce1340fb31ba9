import type { PaymentToken } from '../../contracts/addresses.ts'
import { config } from './page-data.ts'

/** The token at an address; undefined for one that this site does not know. */
export const findToken = (address: string): PaymentToken | undefined =>
  config().tokens.find((token) => token.address.toLowerCase() === address.toLowerCase())
