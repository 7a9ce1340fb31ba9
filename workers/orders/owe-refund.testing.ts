import { type Address, encodeFunctionData, type Hex, zeroHash } from 'viem'
import { collectionAbi } from '../../contracts/abi/Collection.ts'
import { collectionFactoryAbi } from '../../contracts/abi/CollectionFactory.ts'
import { marketplaceAbi } from '../../contracts/abi/Marketplace.ts'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import { testUsdcAbi } from '../../contracts/abi/TestUSDC.ts'
import type { Deployment } from '../../contracts/addresses.ts'

interface TestAccounts {
  admin: Address
  /** The account that deployed the test USDC. It may mint more and blacklist accounts. */
  minter: Address
  /** Makes the offer; the refund of it is owed to this account, which is on the blacklist afterwards. */
  offerer: Address
}

interface TestNode {
  /** Sends a transaction from any account and waits until it is mined. */
  transact: (from: Address, to: Address, data: Hex) => Promise<unknown>
  read: (to: Address, data: Hex) => Promise<Hex>
}

const TERMS = {
  name: 'Doors',
  symbol: 'DOOR',
  description: 'Doors of the city',
  image: 'ipfs://image',
  banner: 'ipfs://banner',
  externalLink: '',
  royaltyRecipient: '0x000000000000000000000000000000000000a2a2',
  royaltyBps: 500n,
} as const

/**
 * Makes the Marketplace owe `amount` of USDC (in base units) to an account: the account offers this for an NFT of a new collection, is
 * blacklisted, and cancels the offer.
 */
export async function oweRefund(
  { transact, read }: TestNode,
  { platform, collectionFactory, marketplace, tokens }: Deployment,
  { admin, minter, offerer }: TestAccounts,
  amount: bigint,
): Promise<void> {
  const creator = minter
  // A test may have moved the chain's clock ahead. An offer lasts at most a year.
  const expiresAt = BigInt(Math.floor(Date.now() / 1000) + 300 * 86_400)
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')!.address
  const address = { abi: collectionFactoryAbi, functionName: 'collectionAddress', args: [creator, zeroHash] } as const
  const collection: Address = `0x${(await read(collectionFactory, encodeFunctionData(address))).slice(-40)}`
  await transact(admin, platform, encodeFunctionData({ abi: platformAbi, functionName: 'addCreator', args: [creator] }))
  const create = { abi: collectionFactoryAbi, functionName: 'createCollection', args: [TERMS, zeroHash] } as const
  await transact(creator, collectionFactory, encodeFunctionData(create))
  const mint = { abi: collectionAbi, functionName: 'safeMint', args: [creator, 1n, `0x${'11'.repeat(32)}`] } as const
  await transact(creator, collection, encodeFunctionData(mint))

  await transact(minter, usdc, encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [offerer, amount] }))
  await transact(offerer, usdc, encodeFunctionData({ abi: testUsdcAbi, functionName: 'approve', args: [marketplace, amount] }))
  const offer = { abi: marketplaceAbi, functionName: 'createOffer', args: [collection, 1n, amount, usdc, expiresAt] } as const
  await transact(offerer, marketplace, encodeFunctionData(offer))
  await transact(minter, usdc, encodeFunctionData({ abi: testUsdcAbi, functionName: 'blacklist', args: [offerer] }))
  const cancel = { abi: marketplaceAbi, functionName: 'cancelOffer', args: [collection, 1n, offerer] } as const
  await transact(offerer, marketplace, encodeFunctionData(cancel))
}
