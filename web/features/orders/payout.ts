import { type Order, split } from '../../../workers/orders/orders.schema.ts'
import { config } from '../../lib/page-data.ts'
import { roundParts } from './rounding.ts'

const decimalsOf = (token: string) => config().tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())?.decimals ?? 0

/** The rounded payout of an order if `refund` (in the token's smallest units) goes back to the buyer. */
export function payoutOf({ price, feeBps, token }: Pick<Order, 'price' | 'feeBps' | 'token'>, refund: bigint) {
  const { fee, sellerGets } = split(BigInt(price), feeBps, refund)
  return roundPayout({ toBuyer: refund, toSeller: sellerGets, toTreasury: fee }, token)
}

/** Rounds the parts of a payout for display. The rounded parts still add up to the whole. */
export function roundPayout(parts: { toBuyer: bigint; toSeller: bigint; toTreasury: bigint }, token: string) {
  const [toBuyer, toSeller, toTreasury] = roundParts([parts.toBuyer, parts.toSeller, parts.toTreasury] as const, decimalsOf(token))
  return { toBuyer, toSeller, toTreasury }
}
