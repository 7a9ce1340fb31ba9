import { encodeFunctionData, type Hex } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { type Quote, VERBS, type Verb } from './orders.schema.ts'

/**
 * What is sent to the OrderBook to do something with an order. `orderId` is the contract's number; `refund` is for the verbs that
 * name one: basis points, for `resolve` the token's smallest units.
 */
export function callData(verb: Verb, orderId: bigint | string, refund?: number | bigint): Hex {
  const args = refund === undefined ? [BigInt(orderId)] : [BigInt(orderId), BigInt(refund)]
  return encodeFunctionData({ abi: orderBookAbi, functionName: VERBS[verb].call, args: args as never })
}

/** The most either fee of an order may be, as the contract takes it: the platform's in the upper 16 bits, the arbitrator's in the lower. */
export const maxFees = ({ feeBps, arbitrationFeeBps }: Pick<Quote, 'feeBps' | 'arbitrationFeeBps'>): number =>
  feeBps * 0x1_00_00 + arbitrationFeeBps

/** What of a quote goes on chain. */
export type QuotedTerms = Pick<
  Quote,
  'seller' | 'productId' | 'delivery' | 'amount' | 'token' | 'ref' | 'validUntil' | 'feeBps' | 'arbitrationFeeBps'
>

/** What is sent to the OrderBook to order at a quote's terms: not after it ran out, and not at higher fees than it names. */
export function newOrderData(quote: QuotedTerms): Hex {
  const { seller, productId, delivery, amount, token, ref, validUntil } = quote
  const price = BigInt(amount)
  const args = [seller, BigInt(productId), BigInt(delivery), price, token, ref, BigInt(validUntil), maxFees(quote)] as const
  return encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args })
}
