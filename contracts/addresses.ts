import type { Address, Hex } from 'viem'

/** A token the OrderBook takes; the zero address is the chain's own coin. `decimals` turns its base units into whole ones. */
export type PaymentToken = { symbol: 'USDC' | 'USDT' | 'ETH'; address: Address; decimals: number }

/**
 * Where the contracts are on one chain. A code hash is the keccak-256 of a contract's code, to be compared before any money is sent to
 * it; a collection is a proxy (EIP-1167) of `collectionImplementation`. Nothing of ours happened on the chain before `startBlock`.
 */
export type Deployment = {
  chainId: number
  orderBook: Address
  orderBookCodeHash: Hex
  marketplace: Address
  marketplaceCodeHash: Hex
  platform: Address
  collectionFactory: Address
  collectionImplementation: Address
  startBlock: number
  treasury: Address
  tokens: PaymentToken[]
}

/**
 * Deployments by chain id: Base (8453) and Base Sepolia (84532). The deploy script fills this in. A local chain's
 * addresses stay in `.local/` and never come here.
 */
export const addresses: Record<number, Deployment> = {}
