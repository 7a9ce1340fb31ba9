import type { Address, Hex } from 'viem'

/**
 * A signature by which a token's owner lets the OrderBook take an amount: `authorization` is ERC-3009 with the signature as bytes, so that
 * contracts can sign too, and `permit` is EIP-2612.
 */
export type TokenSignature = 'authorization' | 'permit'

/**
 * A token that the OrderBook accepts; the zero address is the native coin. `decimals` converts base units to whole tokens. `signatures`
 * are those that the token takes.
 */
export type PaymentToken = { symbol: 'USDC' | 'USDT' | 'ETH'; address: Address; decimals: number; signatures: TokenSignature[] }

/**
 * The addresses of the contracts on one chain. A code hash is the keccak-256 of a contract's code, to be compared before anything is
 * sent to it; a collection is a proxy (EIP-1167) of `collectionImplementation`. The contracts have no events before `startBlock`.
 */
export type Deployment = {
  chainId: number
  orderBook: Address
  orderBookCodeHash: Hex
  marketplace: Address
  marketplaceCodeHash: Hex
  platform: Address
  platformCodeHash: Hex
  collectionFactory: Address
  collectionImplementation: Address
  startBlock: number
  treasury: Address
  tokens: PaymentToken[]
}

/**
 * Deployments by chain id: Base (8453) and Base Sepolia (84532), written by the deploy script. Addresses on a local chain are stored in
 * `.local/` and never here.
 */
export const addresses: Record<number, Deployment> = {}
