import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

interface DemoAccount {
  role: 'seller' | 'buyer' | 'admin'
  key: Hex
  address: Address
}

const demo = (role: DemoAccount['role'], key: Hex): DemoAccount => ({ role, key, address: privateKeyToAccount(key).address })

/** Accounts 1 to 3 of anvil's well-known mnemonic. They hold test money on chain 31337 and nothing on any other chain. */
export const demoAccounts = [
  demo('seller', '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'),
  demo('buyer', '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'),
  demo('admin', '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'),
]

/** The treasury of the local platform: account 4. */
export const TREASURY: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

/** The owner of the local contracts: account 6. The demo admin is an admin of them. */
export const CONTRACT_OWNER: Address = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

/** The owner of the demo Base wallet, which is a contract on the local chain: account 5. */
export const BASE_WALLET_OWNER: Hex = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'
