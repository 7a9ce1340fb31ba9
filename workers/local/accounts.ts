import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

interface DemoAccount {
  role: 'seller' | 'buyer' | 'admin'
  key: Hex
  address: Address
}

const demo = (role: DemoAccount['role'], key: Hex): DemoAccount => ({ role, key, address: privateKeyToAccount(key).address })

/** Accounts 1 to 3 of anvil's mnemonic, which everybody knows: they hold play money on chain 31337 and nothing anywhere else. */
export const demoAccounts = [
  demo('seller', '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'),
  demo('buyer', '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'),
  demo('admin', '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'),
]

/** Where the local platform's fees go: account 4. */
export const TREASURY: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

/** Whom the local contracts belong to: account 6. The demo admin is an admin of them. */
export const CONTRACT_OWNER: Address = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

/** Who owns the demo Base wallet, a contract of the local chain: account 5. */
export const BASE_WALLET_OWNER: Hex = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'
