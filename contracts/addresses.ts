import type { Address, Hex } from 'viem'

/** A token the OrderBook takes; the zero address is the chain's own coin. `decimals` turns its base units into whole ones. */
export type PaymentToken = { symbol: 'USDC' | 'USDT' | 'ETH'; address: Address; decimals: number }

/**
 * Where the contracts are on one chain. `orderBookCodeHash` is the keccak-256 of the OrderBook's code, to be compared before any
 * money is sent to it; nothing of ours happened on the chain before `startBlock`.
 */
export type Deployment = {
  chainId: number
  orderBook: Address
  orderBookCodeHash: Hex
  startBlock: number
  treasury: Address
  tokens: PaymentToken[]
}

/**
 * Deployments by chain id: Base (8453) and Base Sepolia (84532). The deploy script fills this in; there is none yet. A local chain's
 * addresses stay in `.local/` and never come here.
 */
export const addresses: Record<number, Deployment> = {}
