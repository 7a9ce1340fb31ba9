import { encodeAbiParameters, encodeFunctionData, type Hex, keccak256, parseAbiParameters, zeroAddress } from 'viem'
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

/** A quote's terms as the contract takes them. */
const termsOf = ({ seller, productId, delivery, amount, token, ref, validUntil, ...fees }: QuotedTerms) => ({
  seller,
  productId: BigInt(productId),
  delivery: BigInt(delivery),
  price: BigInt(amount),
  token,
  ref,
  validUntil: BigInt(validUntil),
  maxFees: maxFees(fees),
})

/**
 * Encodes the OrderBook call that places an order at a quote's terms. `value` is the payment in wei if the token is the chain's coin, else
 * 0. The contract refuses the call after `validUntil` and at higher fees.
 */
export function newOrderCall(quote: QuotedTerms): { data: Hex; value: bigint } {
  const { seller, productId, delivery, price, token, ref, validUntil, maxFees } = termsOf(quote)
  const args = [seller, productId, delivery, price, token, ref, validUntil, maxFees] as const
  return { data: encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args }), value: token === zeroAddress ? price : 0n }
}

/** Encodes the same order, paid by the buyer's ERC-3009 signature over {@link authorizationNonce}. */
export const newOrderWithAuthorization = (quote: QuotedTerms, buyer: Hex, signature: Hex): Hex =>
  encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrderWithAuthorization', args: [buyer, termsOf(quote), signature] })

/** Encodes the same order, paid by the sender's EIP-2612 signature, whose deadline is the quote's `validUntil`. */
export const newOrderWithPermit = (quote: QuotedTerms, signature: Hex): Hex =>
  encodeFunctionData({
    abi: orderBookAbi,
    functionName: 'newOrderWithPermit',
    args: [termsOf(quote), BigInt(quote.validUntil), signature],
  })

/**
 * Encodes the call by which the owner of an owed payment sends all of it to the address `to`. Each contract that can owe payments has this
 * function.
 */
export const withdrawCall = (token: Hex, to: Hex): Hex =>
  encodeFunctionData({ abi: orderBookAbi, functionName: 'withdraw', args: [token, to] })

/** The nonce that binds a buyer's ERC-3009 signature to one order; the same as the contract's `getAuthorizationNonce`. */
export function authorizationNonce(quote: QuotedTerms & Pick<Quote, 'chainId' | 'contract'>, buyer: Hex): Hex {
  return keccak256(encodeAbiParameters(NONCE_PARAMETERS, [BigInt(quote.chainId), quote.contract, buyer, termsOf(quote)]))
}

const NONCE_PARAMETERS = parseAbiParameters([
  'uint256 chainId, address orderBook, address buyer, Terms terms',
  'struct Terms { address seller; uint256 productId; uint256 delivery; uint256 price; address token; bytes32 ref; uint64 validUntil; uint32 maxFees; }',
])
