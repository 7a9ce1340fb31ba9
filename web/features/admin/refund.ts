import { refundOf } from '../../../workers/orders/orders.schema.ts'
import { findToken } from '../../lib/find-token.ts'
import { formatToken } from '../../lib/token-format.ts'

/** How a refund is typed: as a percentage of the price, or as an amount of the token. */
export type Unit = 'percent' | 'amount'

/** A token that an order was paid in. */
export interface Token {
  symbol: string
  decimals: number
}

/** The token at an address. An unknown one has the symbol `?`, and its amounts are in smallest units. */
export const tokenAt = (address: string): Token => findToken(address) ?? { symbol: '?', decimals: 0 }

export const formatAmount = (amount: bigint, { decimals, symbol }: Token): string => formatToken(amount, decimals, symbol)

/**
 * The refund that was typed, in the token's smallest units: a percentage with at most two decimals, rounded down as in the contract, or an
 * amount with at most the token's decimals. Null for any other text. decisionFault checks the bounds.
 */
export function readRefund(typed: string, unit: Unit, price: bigint, { decimals }: Token): bigint | null {
  const [, whole = '', part = ''] = /^(\d{1,25})(?:\.(\d{1,18}))?$/.exec(typed.trim()) ?? []
  const places = unit === 'percent' ? 2 : decimals
  if (!whole || part.length > places) return null
  const units = BigInt(whole + part.padEnd(places, '0'))
  if (unit === 'amount') return units
  return units <= 10_000n ? refundOf(price, Number(units)) : null
}
