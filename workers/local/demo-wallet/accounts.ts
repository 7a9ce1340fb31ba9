import type { Address, Hex } from 'viem'

/**
 * The people a newcomer can be. Their keys are those of the mnemonic every test chain funds, known to the whole world: money
 * sent to them on a real chain is gone within a second. They exist in the local world only.
 */
export interface DemoAccount {
  role: 'seller' | 'buyer' | 'admin'
  /** How the wallet introduces itself. */
  name: string
  /** EIP-6963 reverse domain name; everything with this prefix is a demo wallet. */
  rdns: `local.warren.${string}`
  address: Address
  privateKey: Hex
}

/** Index 0 pays for the deployment, 1-3 are the demo wallets, 4 is the treasury; from 5 on they are the seed's. */
export const MNEMONIC = 'test test test test test test test test test test test junk'

export const SELLER: DemoAccount = {
  role: 'seller',
  name: 'Demo seller',
  rdns: 'local.warren.seller',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
}
export const BUYER: DemoAccount = {
  role: 'buyer',
  name: 'Demo buyer',
  rdns: 'local.warren.buyer',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
}
export const ADMIN: DemoAccount = {
  role: 'admin',
  name: 'Demo admin',
  rdns: 'local.warren.admin',
  address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
}
export const DEMO_ACCOUNTS: DemoAccount[] = [SELLER, BUYER, ADMIN]

/** Where the local OrderBook sends its fees. */
export const TREASURY: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
