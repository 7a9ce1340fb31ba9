import { env } from 'cloudflare:test'
import { encodeFunctionData, getAddress, type Hex, numberToHex, parseEther, zeroAddress, zeroHash } from 'viem'
import { collectionAbi } from '../../contracts/abi/Collection.ts'
import { collectionFactoryAbi } from '../../contracts/abi/CollectionFactory.ts'
import { marketplaceAbi } from '../../contracts/abi/Marketplace.ts'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import { ADMIN, node, transact } from '../orders/testing.ts'
import { deployment } from '../shared/chain.ts'
import { readChain } from '../shared/chain-reading/read-chain.ts'
import { database } from '../shared/db.ts'
import type { RawLog } from '../shared/rpc.ts'
import type { NftEnv } from './env.ts'
import { indexing } from './indexing.ts'

export const testEnv = env as unknown as NftEnv
export const deployed = deployment(testEnv)
export const db = database(testEnv)
const CONTENT = `0x${'11'.repeat(32)}` as const
/** In thirty days: the marketplace accepts at most a year. */
export const FAR = BigInt(Math.floor(Date.now() / 1000) + 30 * 86_400)

/** A new account with 100 ETH. */
export async function createAccount(): Promise<Hex> {
  const address = getAddress(
    numberToHex(BigInt(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`), { size: 20 }),
  )
  await node('anvil_setBalance', address, `0x${parseEther('100').toString(16)}`)
  return address
}

const GAS = { gas: 3_000_000 }
type Value = { value?: bigint }
const onPlatform = (from: string, functionName: 'addCreator' | 'removeCreator', account: Hex) =>
  transact(from, deployed.platform, encodeFunctionData({ abi: platformAbi, functionName, args: [account] }), GAS)
/** Sends a transaction to a collection, the marketplace or the factory. */
export const onCollection = (from: string, to: string, functionName: string, args: unknown[], value: Value = {}) =>
  transact(from, to, encodeFunctionData({ abi: collectionAbi, functionName, args } as never), { ...GAS, ...value })
export const onMarket = (from: string, functionName: string, args: unknown[], value: Value = {}) =>
  transact(from, deployed.marketplace, encodeFunctionData({ abi: marketplaceAbi, functionName, args } as never), { ...GAS, ...value })

/** A new account that the Platform has enabled as a creator. */
export async function createCreator(): Promise<Hex> {
  const creator = await createAccount()
  await onPlatform(ADMIN, 'addCreator', creator)
  return creator
}

export const TERMS = {
  ...{ name: 'Letters', symbol: 'LTR', description: 'By hand.', image: 'ipfs://image', banner: 'ipfs://banner', externalLink: '' },
  royaltyBps: 500n,
}

/** Creates a collection. Returns its address. */
export async function createCollection(creator: Hex, terms: Partial<typeof TERMS> = {}, salt: Hex = zeroHash): Promise<Hex> {
  const args = [{ ...TERMS, royaltyRecipient: creator, ...terms }, salt] as const
  const data = encodeFunctionData({ abi: collectionFactoryAbi, functionName: 'createCollection', args })
  const hash = await transact(creator, deployed.collectionFactory, data, GAS)
  const { logs } = await node<{ logs: RawLog[] }>('eth_getTransactionReceipt', hash)
  const created = logs.find(({ address }) => address.toLowerCase() === deployed.collectionFactory.toLowerCase())
  return getAddress(`0x${created!.topics[1]!.slice(26)}`)
}

export const mint = (creator: Hex, collection: Hex, to: Hex, tokenId: bigint) =>
  onCollection(creator, collection, 'safeMint', [to, tokenId, CONTENT])
/** Approves the marketplace for all tokens of an account, and lists one for ETH. */
export async function list(owner: Hex, collection: Hex, tokenId: bigint, price = 1000n): Promise<void> {
  await onCollection(owner, collection, 'setApprovalForAll', [deployed.marketplace, true])
  await onMarket(owner, 'listNFT', [collection, tokenId, price, zeroAddress, 3000n, FAR])
}

/** Reads the new blocks, as the cron does. */
export const readNfts = () => readChain(testEnv.RPC_URL, indexing(testEnv))
