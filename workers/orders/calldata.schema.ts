import { encodeFunctionData, type Hex } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { VERBS, type Verb } from './orders.schema.ts'

/**
 * What is sent to the OrderBook to do something with an order. `orderId` is the contract's number; `refund` is for the verbs that
 * name one: basis points, for `resolve` the token's smallest units.
 */
export function callData(verb: Verb, orderId: bigint | string, refund?: number | bigint): Hex {
  const args = refund === undefined ? [BigInt(orderId)] : [BigInt(orderId), BigInt(refund)]
  return encodeFunctionData({ abi: orderBookAbi, functionName: VERBS[verb].call, args: args as never })
}
