import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { type Quote, VERBS, type Verb } from './orders.schema.ts'

/**
 * Encodes the OrderBook call for an action. `orderId` is the order's number on chain. `refund` is for the actions that take one: in basis
 * points, but for `resolve` in the token's smallest units.
 */
export function callData(verb: Verb, orderId: bigint | string, refund?: number | bigint): Hex {
  const args = refund === undefined ? [BigInt(orderId)] : [BigInt(orderId), BigInt(refund)]
  return encodeFunctionData({ abi: orderBookAbi, functionName: VERBS[verb].call, args: args as never })
}

/** The highest fees the buyer accepts, packed as the contract expects: platform fee in the upper 16 bits, arbitration fee in the lower. */
export const maxFees = ({ feeBps, arbitrationFeeBps }: Pick<Quote, 'feeBps' | 'arbitrationFeeBps'>): number =>
  feeBps * 0x1_00_00 + arbitrationFeeBps

/** The fields of a quote that go on chain. */
export type QuotedTerms = Pick<
  Quote,
  'seller' | 'productId' | 'delivery' | 'amount' | 'token' | 'ref' | 'validUntil' | 'feeBps' | 'arbitrationFeeBps'
>

/**
 * Encodes the OrderBook call that places an order at a quote's terms. `value` is the payment in wei if the token is the chain's coin, else
 * 0. The contract refuses the call after `validUntil` and at higher fees.
 */
export function newOrderCall(quote: QuotedTerms): { data: Hex; value: bigint } {
  const { seller, productId, delivery, amount, token, ref, validUntil } = quote
  const price = BigInt(amount)
  const args = [seller, BigInt(productId), BigInt(delivery), price, token, ref, BigInt(validUntil), maxFees(quote)] as const
  return { data: encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args }), value: token === zeroAddress ? price : 0n }
}
