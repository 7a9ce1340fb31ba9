import {
  type Abi,
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  type PublicActions,
  parseEther,
  publicActions,
  stringToHex,
  type TransactionReceipt,
  walletActions,
  zeroHash,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { collectionAbi } from '../../../../contracts/abi/Collection.ts'
import { collectionFactoryAbi } from '../../../../contracts/abi/CollectionFactory.ts'
import { marketplaceAbi } from '../../../../contracts/abi/Marketplace.ts'
import { orderBookAbi } from '../../../../contracts/abi/OrderBook.ts'
import { platformAbi } from '../../../../contracts/abi/Platform.ts'
import { testUsdcAbi } from '../../../../contracts/abi/TestUSDC.ts'
import type { Deployment } from '../../../../contracts/addresses.ts'
import { compile, read } from '../../../../contracts/script/compile.ts'
import { bytecode, onlyThisTransaction } from '../../../../contracts/script/deploy-contracts.ts'
import { deployLocal, localChain } from '../../../../contracts/script/deploy-local.ts'
import type { Result } from './result.ts'

/** Anvil's own accounts, because anvil has their keys. */
const account = (index: number) => mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: index })
const ADMIN = account(5).address
const OWNER = account(8).address

/** The accounts that sign. `stranger` has no role in an order or a sale: it deploys mocks, mints, and sends what others have signed. */
export const [buyer, seller, creator, stranger] = [account(1), account(2), account(3), account(4)] as const
/** Receives the platform's fees. */
export const TREASURY = account(6).address
/** Receives the royalties of the collection. */
export const ROYALTIES = account(7).address
/** The price in most measurements, in the smallest unit of the currency. */
export const PRICE = 100_000_000n
/** The hash of the content of every NFT. */
export const CONTENT = keccak256(stringToHex('content'))

/** A deployed contract. */
export type Contract = { abi: Abi; address: Address }
/** The receipt of a sent transaction. Rejects if the transaction failed. */
type Sent = Promise<TransactionReceipt>
/** Adds the gas of a transaction to the results, as the row `name`. */
export type RecordGas = (name: string, sent: Sent, extra?: Pick<Result, 'goal' | 'anchor' | 'note'>) => Promise<void>
/** Returns the gas of another project's operation, for the anchor of a row. */
export type MeasureAnchor = (name: string, sent: Sent) => Promise<number>
/** What a measurement needs. */
export interface GasWorld {
  chain: Pick<PublicActions, 'getBlock' | 'readContract'>
  /** Sends a transaction that calls the function `name` of a contract. */
  call: Call
  /** The measured contracts, and those of other projects. */
  contracts: Pick<Deployment, 'orderBook' | 'marketplace'> & Record<'commerce' | 'collector' | 'refunds' | 'sale', Contract>
  /** A plain ERC-20 with permits and authorizations. */
  token: Contract
  /** A token like USDC, behind a proxy. */
  fiat: Contract
  /** A plain ERC-721. */
  nft: Contract
  /** The creator's collection. */
  own: Address
  /** The last second in which quotes and signatures are valid (UTC seconds). */
  validUntil: bigint
}

const MOCKS = 'contracts/test/mocks'
const ANCHORS = 'contracts/test/anchors'
const SOURCES = {
  PlainToken: `${MOCKS}/PlainToken.sol`,
  PlainNft: `${MOCKS}/PlainNft.sol`,
  FiatTokenProxy: `${MOCKS}/FiatTokenProxy.sol`,
  AnchorCommerce: `${ANCHORS}/AnchorCommerce.sol`,
  AnchorRefunds: `${ANCHORS}/AnchorRefunds.sol`,
  AnchorSale: `${ANCHORS}/AnchorSale.sol`,
}

type Chain = ReturnType<typeof connect>
type Send = (request: { from: Address; to?: Address; data: Hex; value?: bigint }) => Sent
type Call = (
  from: { address: Address } | Address,
  to: Address,
  abi: Abi | readonly unknown[],
  name: string,
  args: unknown[],
  value?: bigint,
) => Sent

const connect = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: localChain, transport: http(rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)

const createSend =
  (chain: Chain): Send =>
  async ({ from, ...request }) => {
    const hash = await chain.sendTransaction({ account: from, ...request, gas: 12_000_000n })
    const receipt = await chain.waitForTransactionReceipt({ hash, ...onlyThisTransaction })
    if (receipt.status !== 'success') throw new Error(`a call of ${request.to} failed: ${request.data.slice(0, 10)}`)
    return receipt
  }

const createCall =
  (send: Send): Call =>
  (from, to, abi, name, args, value = 0n) =>
    send({
      from: typeof from === 'string' ? from : from.address,
      to,
      data: encodeFunctionData({ abi: abi as Abi, functionName: name, args }),
      value,
    })

/** Deploys the tokens, a plain NFT and the anchors. */
async function deployMocks(chain: Chain, send: Send) {
  const compiled = compile(read(Object.values(SOURCES)), {
    optimizer: { enabled: true, runs: 10_000 },
    viaIR: true,
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }).contracts
  const deployCode = async (data: Hex) => (await send({ from: stranger.address, data })).contractAddress!
  const deployMock = async (name: keyof typeof SOURCES, ...args: unknown[]): Promise<Contract> => {
    const { abi, evm } = compiled[SOURCES[name]]![name]!
    return { abi, address: await deployCode(encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}`, args })) }
  }
  const token = await deployMock('PlainToken')
  const nft = await deployMock('PlainNft')
  const fiat: Contract = {
    abi: testUsdcAbi as Abi,
    address: (await deployMock('FiatTokenProxy', await deployCode(bytecode('TestUSDC').creation), ADMIN)).address,
  }
  const commerce = await deployMock('AnchorCommerce')
  const refunds = await deployMock('AnchorRefunds', token.address)
  const sale = await deployMock('AnchorSale')
  const collector: Contract = {
    abi: compiled[SOURCES.AnchorCommerce]!.AnchorCollector!.abi,
    address: (await chain.readContract({ ...commerce, functionName: 'COLLECTOR' })) as Address,
  }
  return { token, nft, fiat, commerce, collector, refunds, sale }
}

/** Creates the creator's collection, with a royalty, and returns its address. */
async function createCollection(call: Call, factory: Address): Promise<Address> {
  const terms = {
    name: 'Doors',
    symbol: 'DOOR',
    description: 'Doors of the city',
    image: 'ipfs://image',
    banner: 'ipfs://banner',
    externalLink: '',
    royaltyRecipient: ROYALTIES,
    royaltyBps: 500n,
  }
  const made = await call(creator, factory, collectionFactoryAbi, 'createCollection', [terms, zeroHash])
  const collection = made.logs.find((entry) => entry.address === factory.toLowerCase())!.topics[1]!
  return `0x${collection.slice(-40)}` as Address
}

/**
 * Deploys all contracts to the node at `rpcUrl`. Every account and contract involved gets tokens, ETH and NFTs, so that no measured
 * operation writes a first balance.
 */
export async function startGasWorld(rpcUrl: string, log: (line: string) => void): Promise<GasWorld> {
  const chain = connect(rpcUrl)
  const deployment = await deployLocal({ rpcUrl, treasury: TREASURY, owner: OWNER, admin: ADMIN, mintTo: [] })
  const { orderBook, platform, marketplace, collectionFactory } = deployment
  log('contracts deployed')

  const send = createSend(chain)
  const call = createCall(send)
  const { token, nft, fiat, ...anchors } = await deployMocks(chain, send)
  for (const [contract, abi] of [
    [orderBook, orderBookAbi],
    [platform, platformAbi],
    [marketplace, marketplaceAbi],
  ] as const)
    for (const money of [token, fiat]) await call(OWNER, contract, abi, 'setPayableToken', [money.address, true])
  await call(ADMIN, platform, platformAbi, 'addCreator', [creator.address])
  const own = await createCollection(call, collectionFactory)

  const store = await chain.readContract({ ...anchors.commerce, functionName: 'storeOf', args: [stranger.address] })
  const holders = [orderBook, marketplace, own, anchors.refunds.address, anchors.sale.address, store as Address]
  const people = [buyer.address, seller.address, creator.address, TREASURY, ROYALTIES]
  for (const [i, who] of [...people, ...holders].entries()) {
    for (const money of [token, fiat]) await call(stranger, money.address, money.abi, 'mint', [who, 10n ** 24n])
    await chain.setBalance({ address: who, value: parseEther('1000') })
    await call(stranger, nft.address, nft.abi, 'mint', [who, 1000n + BigInt(i)])
    if (i < people.length) await call(creator, own, collectionAbi, 'safeMint', [who, 1000n + BigInt(i), CONTENT])
  }
  const all = 2n ** 256n - 1n
  for (const money of [token, fiat])
    for (const spender of [orderBook, own]) await call(buyer, money.address, money.abi, 'approve', [spender, all])
  await call(buyer, token.address, token.abi, 'approve', [anchors.refunds.address, all])

  const validUntil = (await chain.getBlock()).timestamp + 86_400n
  return { chain, call, contracts: { orderBook, marketplace, ...anchors }, token, fiat, nft, own, validUntil }
}
