import { type Order, split } from '../../../workers/orders/orders.schema.ts'
import { config } from '../../lib/page-data.ts'
import { readable } from './readable.ts'

const decimalsOf = (token: string) => config().tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())?.decimals ?? 0

/** Who gets what when `refund` (the token's smallest units) of an order's price goes back to the buyer, as it is shown. */
export function payoutOf({ price, feeBps, token }: Pick<Order, 'price' | 'feeBps' | 'token'>, refund: bigint) {
  const { fee, sellerGets } = split(BigInt(price), feeBps, refund)
  return shownPayout({ toBuyer: refund, toSeller: sellerGets, toTreasury: fee }, token)
}

/** What three parties get, as it is shown. */
export function shownPayout(parts: { toBuyer: bigint; toSeller: bigint; toTreasury: bigint }, token: string) {
  const [toBuyer, toSeller, toTreasury] = readable([parts.toBuyer, parts.toSeller, parts.toTreasury] as const, decimalsOf(token))
  return { toBuyer, toSeller, toTreasury }
}
