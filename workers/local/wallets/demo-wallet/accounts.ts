import type { Address, Hex } from 'viem'
import { demoAccounts } from '../accounts.ts'

export { TREASURY } from '../accounts.ts'

/** A demo person to sign in as, and how their wallet announces itself. */
export interface DemoAccount {
  role: 'seller' | 'buyer' | 'admin'
  name: string
  /** EIP-6963 reverse domain name. Every name with this prefix is a demo wallet. */
  rdns: `local.warren.${string}`
  address: Address
  key: Hex
}

export const DEMO_ACCOUNTS: DemoAccount[] = demoAccounts.map((account) => ({
  ...account,
  name: `Demo ${account.role}`,
  rdns: `local.warren.${account.role}`,
}))

const of = (role: DemoAccount['role']) => DEMO_ACCOUNTS.find((account) => account.role === role)!
export const SELLER = of('seller')
export const BUYER = of('buyer')
export const ADMIN = of('admin')
