import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseEther,
  publicActions,
  stringToHex,
  walletActions,
  zeroAddress,
  zeroHash,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { collectionAbi } from '../../../contracts/abi/Collection.ts'
import { collectionFactoryAbi } from '../../../contracts/abi/CollectionFactory.ts'
import { marketplaceAbi } from '../../../contracts/abi/Marketplace.ts'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import { platformAbi } from '../../../contracts/abi/Platform.ts'
import { compile, read } from '../../../contracts/script/compile.ts'
import { deployLocal, localChain } from '../../../contracts/script/deploy-local.ts'
import { startAnvil } from '../anvil.ts'
import type { Bench, Result } from '../bench.ts'

const account = (index: number) => mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: index })
const [buyer, seller, creator, stranger] = [account(1), account(2), account(3), account(4)] as const
/** Anvil's own accounts, so that it has their keys; another holds what the rest must not. */
const [ADMIN, TREASURY, ROYALTIES] = [account(5).address, account(6).address, account(7).address] as const
const PRICE = 100_000_000n
const CONTENT = keccak256(stringToHex('content'))
/** Fee and royalty together, which a seller agrees to. */
const CUT_BPS = 1500n
const MOCKS = 'contracts/test/mocks'

/**
 * What operations cost: `gasUsed` of receipts of a node started here, base fee and calldata included, of the bytecode that is deployed.
 * Every balance that is touched is above zero beforehand, of tokens, coin and NFTs; the token is a plain ERC-20 with permits and
 * authorizations, the NFT a plain ERC-721 with a royalty, unless it is a collection's own. The anchors are what others' contracts cost
 * for the same, measured the same way.
 */
export const run: Bench = async (say) => {
  const cache = mkdtempSync(join(tmpdir(), 'warren-gas-'))
  const node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache })
  try {
    return await measure(node.url, say)
  } finally {
    node.process.kill('SIGKILL')
    rmSync(cache, { recursive: true, force: true })
  }
}

async function measure(rpcUrl: string, say: (line: string) => void): Promise<Result[]> {
  const chain = createTestClient({ mode: 'anvil', chain: localChain, transport: http(rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
  const deployment = await deployLocal({ rpcUrl, treasury: TREASURY, admin: ADMIN, mintTo: [] })
  const { orderBook, platform, marketplace, collectionFactory } = deployment
  say('contracts deployed')

  type Request = { from: Address; to?: Address; data: Hex; value?: bigint }
  const send = async ({ from, ...request }: Request) => {
    const hash = await chain.sendTransaction({ account: from, ...request, gas: 12_000_000n })
    const receipt = await chain.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`a call of ${request.to} failed: ${request.data.slice(0, 10)}`)
    return receipt
  }
  const call = (
    from: { address: Address } | Address,
    to: Address,
    abi: Abi | readonly unknown[],
    name: string,
    args: unknown[],
    value = 0n,
  ) =>
    send({
      from: typeof from === 'string' ? from : from.address,
      to,
      data: encodeFunctionData({ abi: abi as Abi, functionName: name, args }),
      value,
    })
  const mocks = compile(read([`${MOCKS}/PlainToken.sol`, `${MOCKS}/PlainNft.sol`]), {
    optimizer: { enabled: true, runs: 10_000 },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }).contracts
  const deployMock = async (name: string) => {
    const { abi, evm } = mocks[`${MOCKS}/${name}.sol`]![name]!
    const { contractAddress } = await send({
      from: stranger.address,
      data: encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}` }),
    })
    return { abi, address: contractAddress! }
  }
  const token = await deployMock('PlainToken')
  const nft = await deployMock('PlainNft')

  for (const [contract, abi] of [
    [orderBook, orderBookAbi],
    [platform, platformAbi],
    [marketplace, marketplaceAbi],
  ] as const)
    await call(ADMIN, contract, abi, 'setPayableToken', [token.address, true])
  await call(ADMIN, platform, platformAbi, 'addCreator', [creator.address])
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
  const made = await call(creator, collectionFactory, collectionFactoryAbi, 'createCollection', [terms, zeroHash])
  const collection = made.logs.find((log) => log.address === collectionFactory.toLowerCase())!.topics[1]!
  const own = `0x${collection.slice(-40)}` as Address

  // Nobody begins with nothing.
  await call(stranger, nft.address, nft.abi, 'setRoyalty', [ROYALTIES, 500n])
  const people = [buyer.address, seller.address, creator.address, TREASURY, ROYALTIES, orderBook, marketplace, own]
  for (const [i, who] of people.entries()) {
    await call(stranger, token.address, token.abi, 'mint', [who, 10n ** 24n])
    await chain.setBalance({ address: who, value: parseEther('1000') })
    await call(stranger, nft.address, nft.abi, 'mint', [who, 1000n + BigInt(i)])
    if (who !== orderBook && who !== marketplace && who !== own)
      await call(creator, own, collectionAbi, 'safeMint', [who, 1000n + BigInt(i), CONTENT])
  }
  await call(buyer, token.address, token.abi, 'approve', [orderBook, 2n ** 256n - 1n])

  const results: Result[] = []
  const record = async (name: string, goal: number, anchor: number | undefined, sent: ReturnType<typeof send>) => {
    const { gasUsed } = await sent
    results.push({ name, value: Number(gasUsed), unit: 'gas', goal, better: 'lower', ...(anchor && { anchor }) })
    say(`${name}: ${gasUsed}`)
  }

  // ---- Orders
  const now = async () => (await chain.getBlock()).timestamp
  const validUntil = (await now()) + 86_400n
  const newOrder = (currency: Address, price: bigint) =>
    call(
      buyer,
      orderBook,
      orderBookAbi.filter((item) => item.type !== 'function' || item.name !== 'newOrder' || item.inputs.length === 7),
      'newOrder',
      [seller.address, 1_234_567n, 5n, price, currency, keccak256(stringToHex('quote')), validUntil],
      currency === zeroAddress ? price : 0n,
    )
  const verb = (who: { address: Address }, name: string, ...args: unknown[]) => call(who, orderBook, orderBookAbi, name, args)
  /** A new order brought on by these verbs; answers its number. */
  const order = async (...verbs: string[]) => {
    await newOrder(token.address, PRICE)
    const id = await chain.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' })
    for (const name of verbs) await verb(seller, name, id)
    return id
  }
  await order()
  await record('newOrder, ERC-20, standing approval, with ref', 105_000, 150_600, newOrder(token.address, PRICE))
  await record('newOrder, native, with ref', 85_000, 125_700, newOrder(zeroAddress, parseEther('0.1')))
  await record('newOrderWithAuthorization, ERC-3009, sent by another', 130_000, 122_000, authorized())
  await record('acceptOrder', 30_000, undefined, verb(seller, 'acceptOrder', await order()))
  await record('deliverOrder', 30_000, undefined, verb(seller, 'deliverOrder', await order('acceptOrder')))
  const delivered = () => order('acceptOrder', 'deliverOrder')
  await record('completeOrder, ERC-20, with fee', 62_000, 66_300, verb(buyer, 'completeOrder', await delivered()))
  await record('cancelOrder, ERC-20', 52_000, 54_400, verb(buyer, 'cancelOrder', await order()))
  await record('rejectOrder, ERC-20', 52_000, 54_400, verb(seller, 'rejectOrder', await order()))
  const disputed = await delivered()
  await verb(buyer, 'disputeOrder', disputed, 5000n)
  await record('acceptDispute, ERC-20, half each, with fee', 70_000, 62_200, verb(seller, 'acceptDispute', disputed, 5000n))

  // ---- Minting
  await record('safeMint, content as URI', 80_000, 145_500, call(creator, own, collectionAbi, 'safeMint', [creator.address, 1n, CONTENT]))
  await record('redeem of a voucher, free', 100_000, 214_900, redeem(2n, 0n))

  // ---- Selling
  await selling()
  return results

  async function authorized() {
    const order = {
      seller: seller.address,
      productId: 1_234_567n,
      delivery: 5n,
      price: PRICE,
      token: token.address,
      ref: keccak256(stringToHex('quote')),
      validUntil,
    }
    const nonce = await chain.readContract({
      address: orderBook,
      abi: orderBookAbi,
      functionName: 'getAuthorizationNonce',
      args: [buyer.address, order],
    })
    const signature = await buyer.signTypedData({
      domain: { name: 'Plain', version: '1', chainId: localChain.id, verifyingContract: token.address },
      primaryType: 'ReceiveWithAuthorization',
      types: {
        ReceiveWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      message: { from: buyer.address, to: orderBook, value: PRICE, validAfter: 0n, validBefore: validUntil + 1n, nonce },
    })
    return call(stranger, orderBook, orderBookAbi, 'newOrderWithAuthorization', [buyer.address, order, signature])
  }

  async function redeem(tokenId: bigint, price: bigint) {
    const nonce = await chain.readContract({ address: own, abi: collectionAbi, functionName: 'voucherNonce' })
    const voucher = {
      tokenId,
      supply: 1n,
      price,
      currency: zeroAddress,
      content: CONTENT,
      recipient: zeroAddress,
      nonce,
      deadline: validUntil,
    }
    const fields = [
      ['tokenId', 'uint256'],
      ['supply', 'uint256'],
      ['price', 'uint256'],
      ['currency', 'address'],
      ['content', 'bytes32'],
      ['recipient', 'address'],
      ['nonce', 'uint256'],
      ['deadline', 'uint256'],
    ] as const
    const signature = await creator.signTypedData({
      domain: { name: 'Collection', version: '1', chainId: localChain.id, verifyingContract: own },
      primaryType: 'Voucher',
      types: { Voucher: fields.map(([name, type]) => ({ name, type })) },
      message: voucher,
    })
    return call(buyer, own, collectionAbi, 'redeem', [voucher, tokenId, buyer.address, signature], price)
  }

  async function selling() {
    const expires = (await now()) + 86_400n
    const [collection, id] = [nft.address, 7n]
    const market = (who: { address: Address }, name: string, args: unknown[], value = 0n) =>
      call(who, marketplace, marketplaceAbi, name, args, value)
    const list = () => market(seller, 'listNFT', [collection, id, PRICE, zeroAddress, CUT_BPS, expires])
    const offer = () => market(buyer, 'createOffer', [collection, id, PRICE, zeroAddress, expires], PRICE)
    const purchase = () => market(buyer, 'purchaseNFT', [collection, id, PRICE, zeroAddress], PRICE)
    const giveBack = () => call(buyer, collection, nft.abi, 'transferFrom', [buyer.address, seller.address, id])
    const approve = () => call(seller, collection, nft.abi, 'approve', [marketplace, id])
    await call(stranger, collection, nft.abi, 'mint', [seller.address, id])
    // Neither the first listing nor the first offer there ever was, nor the first fee.
    await call(stranger, collection, nft.abi, 'mint', [seller.address, 8n])
    await market(seller, 'listNFT', [collection, 8n, PRICE, zeroAddress, CUT_BPS, expires])
    await call(seller, collection, nft.abi, 'approve', [marketplace, 8n])
    await market(buyer, 'purchaseNFT', [collection, 8n, PRICE, zeroAddress], PRICE)
    await market(stranger, 'createOffer', [collection, id, 1n, zeroAddress, expires], 1n)

    await record('listNFT, native', 58_000, 55_100, list())
    await record('deListing', 26_000, 32_200, market(seller, 'deListing', [collection, id]))
    await record('createOffer, native, not the first', 60_000, 143_300, offer())
    await record('cancelOffer, native', 40_000, 40_400, market(buyer, 'cancelOffer', [collection, id, buyer.address]))
    await list()
    await approve()
    // The goal is for what every sale does. A royalty to somebody else is one more payment, and has a bound of its own.
    await record('purchaseNFT, native, with fee and a royalty to another', 97_500, undefined, purchase())
    await giveBack()
    await call(stranger, nft.address, nft.abi, 'setRoyalty', [seller.address, 500n])
    await list()
    await approve()
    await record('purchaseNFT, native, with fee, from the creator', 88_000, 90_300, purchase())
    await giveBack()
    await call(stranger, nft.address, nft.abi, 'setRoyalty', [ROYALTIES, 500n])
    await approve()
    await offer()
    const accept = market(seller, 'acceptOffer', [collection, id, buyer.address, PRICE, zeroAddress, CUT_BPS])
    await record('acceptOffer, native, with fee and royalty', 100_000, 109_000, accept)
  }
}
