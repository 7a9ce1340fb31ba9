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
import { testUsdcAbi } from '../../../contracts/abi/TestUSDC.ts'
import { startAnvil } from '../../../contracts/script/anvil.ts'
import { compile, read } from '../../../contracts/script/compile.ts'
import { bytecode, onlyThisTransaction } from '../../../contracts/script/deploy-contracts.ts'
import { deployLocal, localChain } from '../../../contracts/script/deploy-local.ts'
import { maxFees } from '../../orders/calldata.schema.ts'
import type { Bench, Result } from './lib/result.ts'

const account = (index: number) => mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: index })
const [buyer, seller, creator, stranger] = [account(1), account(2), account(3), account(4)] as const
/** Anvil's own accounts, because anvil has their keys. The last one holds the tokens that the others must not have. */
const [ADMIN, TREASURY, ROYALTIES, OWNER] = [account(5).address, account(6).address, account(7).address, account(8).address] as const
const PRICE = 100_000_000n
/** Platform fee and arbitration fee, before any change. */
const MAX_FEES = maxFees({ feeBps: 1000, arbitrationFeeBps: 500 })
const CONTENT = keccak256(stringToHex('content'))
/** The limit that a seller sets for fee and royalty together. */
const CUT_BPS = 1500n
const [MOCKS, ANCHORS] = ['contracts/test/mocks', 'contracts/test/anchors']

/**
 * Measures what operations cost: `gasUsed` from receipts of a node started here, base fee and calldata included, with the deployed
 * bytecode. Every balance involved (tokens, ETH, NFTs) is above zero beforehand. The token is a plain ERC-20 with permits and
 * authorizations. In rows named FiatToken it is TestUSDC behind a proxy like Circle's: it checks and stores what Circle's FiatToken 2.2
 * does, except for its name, which is a constant and saves an authorization one slot.
 *
 * Anchors are the costs of other projects' contracts for the same operation. Those of commerce-payments, refund-protocol and Seaport are
 * measured here on our own implementations in contracts/test/anchors, because the originals are not on npm. The other anchors are figures
 * from their authors or from explorers.
 */
export const run: Bench = async (log) => {
  const cache = mkdtempSync(join(tmpdir(), 'warren-gas-'))
  const node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache })
  try {
    return await measure(node.url, log)
  } finally {
    node.process.kill('SIGKILL')
    rmSync(cache, { recursive: true, force: true })
  }
}

async function measure(rpcUrl: string, log: (line: string) => void): Promise<Result[]> {
  const chain = createTestClient({ mode: 'anvil', chain: localChain, transport: http(rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
  const deployment = await deployLocal({ rpcUrl, treasury: TREASURY, owner: OWNER, admin: ADMIN, mintTo: [] })
  const { orderBook, platform, marketplace, collectionFactory } = deployment
  log('contracts deployed')

  type Request = { from: Address; to?: Address; data: Hex; value?: bigint }
  const send = async ({ from, ...request }: Request) => {
    const hash = await chain.sendTransaction({ account: from, ...request, gas: 12_000_000n })
    const receipt = await chain.waitForTransactionReceipt({ hash, ...onlyThisTransaction })
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
  const sources = {
    PlainToken: `${MOCKS}/PlainToken.sol`,
    PlainNft: `${MOCKS}/PlainNft.sol`,
    FiatTokenProxy: `${MOCKS}/FiatTokenProxy.sol`,
    AnchorCommerce: `${ANCHORS}/AnchorCommerce.sol`,
    AnchorRefunds: `${ANCHORS}/AnchorRefunds.sol`,
    AnchorSale: `${ANCHORS}/AnchorSale.sol`,
  }
  const compiled = compile(read(Object.values(sources)), {
    optimizer: { enabled: true, runs: 10_000 },
    viaIR: true,
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }).contracts
  const deployCode = async (data: Hex) => (await send({ from: stranger.address, data })).contractAddress!
  const deployMock = async (name: keyof typeof sources, ...args: unknown[]) => {
    const { abi, evm } = compiled[sources[name]]![name]!
    return { abi, address: await deployCode(encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}`, args })) }
  }
  const token = await deployMock('PlainToken')
  const nft = await deployMock('PlainNft')
  const fiat = {
    abi: testUsdcAbi as Abi,
    address: (await deployMock('FiatTokenProxy', await deployCode(bytecode('TestUSDC').creation), ADMIN)).address,
  }
  const commerce = await deployMock('AnchorCommerce')
  const refunds = await deployMock('AnchorRefunds', token.address)
  const sale = await deployMock('AnchorSale')

  for (const [contract, abi] of [
    [orderBook, orderBookAbi],
    [platform, platformAbi],
    [marketplace, marketplaceAbi],
  ] as const)
    for (const money of [token, fiat]) await call(OWNER, contract, abi, 'setPayableToken', [money.address, true])
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
  const collection = made.logs.find((entry) => entry.address === collectionFactory.toLowerCase())!.topics[1]!
  const own = `0x${collection.slice(-40)}` as Address

  // Every account starts with a balance.
  const store = await chain.readContract({
    address: commerce.address,
    abi: commerce.abi,
    functionName: 'storeOf',
    args: [stranger.address],
  })
  const collector = await chain.readContract({ address: commerce.address, abi: commerce.abi, functionName: 'COLLECTOR' })
  const contracts = [orderBook, marketplace, own, refunds.address, sale.address, store as Address]
  const people = [buyer.address, seller.address, creator.address, TREASURY, ROYALTIES]
  for (const [i, who] of [...people, ...contracts].entries()) {
    for (const money of [token, fiat]) await call(stranger, money.address, money.abi, 'mint', [who, 10n ** 24n])
    await chain.setBalance({ address: who, value: parseEther('1000') })
    await call(stranger, nft.address, nft.abi, 'mint', [who, 1000n + BigInt(i)])
    if (i < people.length) await call(creator, own, collectionAbi, 'safeMint', [who, 1000n + BigInt(i), CONTENT])
  }
  const all = 2n ** 256n - 1n
  for (const money of [token, fiat])
    for (const spender of [orderBook, own]) await call(buyer, money.address, money.abi, 'approve', [spender, all])
  await call(buyer, token.address, token.abi, 'approve', [refunds.address, all])

  const results: Result[] = []
  type Extra = Pick<Result, 'goal' | 'anchor' | 'note'>
  const record = async (name: string, sent: ReturnType<typeof send>, extra: Extra = {}) => {
    const value = Number((await sent).gasUsed)
    results.push({ name, value, unit: 'gas', better: 'lower', ...extra })
    log(`${name}: ${value}`)
  }
  const cost = async (name: string, sent: ReturnType<typeof send>) => {
    const value = Number((await sent).gasUsed)
    log(`anchor, ${name}: ${value}`)
    return value
  }

  // ---- Orders
  const now = async () => (await chain.getBlock()).timestamp
  const validUntil = (await now()) + 86_400n
  const newOrder = (currency: Address, price: bigint) =>
    call(
      buyer,
      orderBook,
      orderBookAbi.filter((item) => item.type !== 'function' || item.name !== 'newOrder' || item.inputs.length === 8),
      'newOrder',
      [seller.address, 1_234_567n, 5n, price, currency, keccak256(stringToHex('quote')), validUntil, MAX_FEES],
      currency === zeroAddress ? price : 0n,
    )
  const verb = (who: { address: Address }, name: string, ...args: unknown[]) => call(who, orderBook, orderBookAbi, name, args)
  /** Creates an order and applies these verbs to it; returns its number. */
  const order = async (...verbs: string[]) => orderIn(token.address, ...verbs)
  const orderIn = async (currency: Address, ...verbs: string[]) => {
    await newOrder(currency, PRICE)
    const id = await chain.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' })
    for (const name of verbs) await verb(seller, name, id)
    return id
  }
  const escrow = await measureCommerce()
  const ledger = await measureRefunds()
  await order()
  await record('newOrder, ERC-20, standing approval, with ref', newOrder(token.address, PRICE), { goal: 105_000, anchor: ledger.pay })
  await record('newOrder, native, with ref', newOrder(zeroAddress, parseEther('0.1')), { goal: 85_000, anchor: 125_700 })
  await record('newOrderWithAuthorization, ERC-3009, sent by another', authorized(token, 'Plain', '1'), {
    goal: 130_000,
    anchor: escrow.authorize,
    note: 'an order is two new slots where the anchor writes one; the balance is compared, not believed',
  })
  await record('acceptOrder', verb(seller, 'acceptOrder', await order()), { goal: 30_000 })
  await record('deliverOrder', verb(seller, 'deliverOrder', await order('acceptOrder')), { goal: 30_000 })
  const delivered = (currency = token.address) => orderIn(currency, 'acceptOrder', 'deliverOrder')
  await record('completeOrder, ERC-20, with fee', verb(buyer, 'completeOrder', await delivered()), { goal: 62_000, anchor: escrow.capture })
  await record('cancelOrder, ERC-20', verb(buyer, 'cancelOrder', await order()), { goal: 52_000, anchor: escrow.void })
  await record('rejectOrder, ERC-20', verb(seller, 'rejectOrder', await order()), { goal: 52_000, anchor: ledger.refund })
  const disputed = await delivered()
  await verb(buyer, 'disputeOrder', disputed, 5000n)
  await record('acceptDispute, ERC-20, half each, with fee', verb(seller, 'acceptDispute', disputed, 5000n), {
    goal: 70_000,
    anchor: 62_200,
    note: 'three payments, none of which can block another; the dispute can still be read',
  })

  // ---- Orders paid in a token like USDC
  const like = 'a token like FiatToken 2.2, behind a proxy'
  await newOrder(fiat.address, PRICE)
  await record('newOrder, FiatToken', newOrder(fiat.address, PRICE), { note: like })
  await record('newOrderWithAuthorization, FiatToken', authorized(fiat, 'USD Coin', '2'), { note: like })
  await record('completeOrder, FiatToken, with fee', verb(buyer, 'completeOrder', await delivered(fiat.address)), { note: like })
  await record('cancelOrder, FiatToken', verb(buyer, 'cancelOrder', await orderIn(fiat.address)), { note: like })

  // ---- Minting
  const mint = (to: Address, id: bigint) => call(creator, own, collectionAbi, 'safeMint', [to, id, CONTENT])
  await record('safeMint, content as URI', mint(creator.address, 1n), { goal: 80_000, anchor: 145_500 })
  await record('safeMint to another account', mint(seller.address, 3n))
  await record('redeem of a voucher, free', redeem(2n, zeroAddress, 0n), { goal: 100_000, anchor: 214_900 })
  await record('redeem of a voucher, native, fee and creator paid', redeem(4n, zeroAddress, PRICE))
  await record('redeem of a voucher, ERC-20, fee and creator paid', redeem(5n, token.address, PRICE))
  await record('redeem of a voucher, FiatToken, fee and creator paid', redeem(6n, fiat.address, PRICE), { note: like })
  await record('redeem of a voucher, free, to another account', redeem(7n, zeroAddress, 0n, seller.address))

  // ---- Selling
  await selling()
  return results

  type Money = { address: Address; abi: Abi }

  /** An ERC-3009 authorization from the buyer to `to`. */
  function authorize(money: Money, name: string, version: string, to: Address, validBefore: bigint, nonce: Hex) {
    return buyer.signTypedData({
      domain: { name, version, chainId: localChain.id, verifyingContract: money.address },
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
      message: { from: buyer.address, to, value: PRICE, validAfter: 0n, validBefore, nonce },
    })
  }

  async function authorized(money: Money, name: string, version: string) {
    const order = {
      seller: seller.address,
      productId: 1_234_567n,
      delivery: 5n,
      price: PRICE,
      token: money.address,
      ref: keccak256(stringToHex('quote')),
      validUntil,
      maxFees: MAX_FEES,
    }
    const nonce = await chain.readContract({
      address: orderBook,
      abi: orderBookAbi,
      functionName: 'getAuthorizationNonce',
      args: [buyer.address, order],
    })
    const signature = await authorize(money, name, version, orderBook, validUntil + 1n, nonce)
    return call(stranger, orderBook, orderBookAbi, 'newOrderWithAuthorization', [buyer.address, order, signature])
  }

  /** A payment authorized by signature and captured with a fee, and another one voided. Neither is its operator's first. */
  async function measureCommerce() {
    const of = (abi: Abi, address: Address) => (functionName: string, args: unknown[]) =>
      chain.readContract({ address, abi, functionName, args })
    const payment = (salt: bigint) => ({
      operator: stranger.address,
      payer: buyer.address,
      receiver: seller.address,
      token: token.address,
      maxAmount: PRICE,
      preApprovalExpiry: Number(validUntil),
      authorizationExpiry: Number(validUntil),
      refundExpiry: Number(validUntil),
      minFeeBps: 0,
      maxFeeBps: 1000,
      feeReceiver: TREASURY,
      salt,
    })
    const act = (name: string, ...args: unknown[]) => call(stranger, commerce.address, commerce.abi, name, args)
    const pay = async (salt: bigint) => {
      const collectorAbi = compiled[sources.AnchorCommerce]!.AnchorCollector!.abi
      const nonce = await of(collectorAbi, collector as Address)('nonceOf', [payment(salt)])
      const signature = await authorize(token, 'Plain', '1', collector as Address, validUntil, nonce as Hex)
      return act('authorize', payment(salt), PRICE, signature)
    }
    await pay(1n)
    await act('capture', payment(1n), PRICE, 1000, TREASURY)
    const paid = await cost('commerce-payments, authorize', pay(2n))
    const captured = await cost('commerce-payments, capture with fee', act('capture', payment(2n), PRICE, 1000, TREASURY))
    await pay(3n)
    return { authorize: paid, capture: captured, void: await cost('commerce-payments, void', act('void', payment(3n))) }
  }

  /** A payment with a standing approval, and a refund. */
  async function measureRefunds() {
    const pay = () => call(buyer, refunds.address, refunds.abi, 'pay', [seller.address, PRICE, buyer.address])
    await pay()
    await pay()
    const paid = await cost('refund-protocol, pay', pay())
    await cost('refund-protocol, withdraw', call(seller, refunds.address, refunds.abi, 'withdraw', [[0n]]))
    const refund = await cost('refund-protocol, refund', call(stranger, refunds.address, refunds.abi, 'refundByArbiter', [1n]))
    return { pay: paid, refund }
  }

  /** A sale of a plain ERC-721 for an order signed off chain, paying ETH to this many recipients besides the seller. */
  async function measureSale(tokenId: bigint, others: number) {
    const order = {
      seller: seller.address,
      collection: nft.address,
      tokenId,
      price: PRICE,
      startsAt: 0n,
      endsAt: validUntil,
      salt: tokenId,
    }
    const recipients = [TREASURY, ROYALTIES].slice(0, others).map((to) => ({ amount: PRICE / 20n, to }))
    const field = (list: string) => list.split(',').map((each) => ({ type: each.split(' ')[0]!, name: each.split(' ')[1]! }))
    const signature = await seller.signTypedData({
      domain: { name: 'AnchorSale', version: '1', chainId: localChain.id, verifyingContract: sale.address },
      primaryType: 'Order',
      types: {
        Order: field(
          'address seller,address collection,uint256 tokenId,uint256 price,uint256 startsAt,uint256 endsAt,uint256 salt,Recipient[] recipients,uint256 counter',
        ),
        Recipient: field('uint256 amount,address to'),
      },
      message: { ...order, recipients, counter: 0n },
    })
    await call(stranger, nft.address, nft.abi, 'mint', [seller.address, tokenId])
    await call(seller, nft.address, nft.abi, 'approve', [sale.address, tokenId])
    return cost(
      `Seaport, basic order, ${others} fee recipients`,
      call(buyer, sale.address, sale.abi, 'fulfil', [order, recipients, signature], PRICE),
    )
  }

  async function redeem(tokenId: bigint, currency: Address, price: bigint, to = buyer.address) {
    const nonce = await chain.readContract({ address: own, abi: collectionAbi, functionName: 'voucherNonce' })
    const voucher = {
      tokenId,
      supply: 1n,
      price,
      currency,
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
    const value = currency === zeroAddress ? price : 0n
    return call(buyer, own, collectionAbi, 'redeem', [voucher, tokenId, to, signature], value)
  }

  async function selling() {
    const expires = (await now()) + 86_400n
    const id = 70n
    const market = (who: { address: Address }, name: string, args: unknown[], value = 0n) =>
      call(who, marketplace, marketplaceAbi, name, args, value)
    const list = (tokenId = id) => market(seller, 'listNFT', [own, tokenId, PRICE, zeroAddress, CUT_BPS, expires])
    const offer = () => market(buyer, 'createOffer', [own, id, PRICE, zeroAddress, expires], PRICE)
    const purchase = (tokenId = id) => market(buyer, 'purchaseNFT', [own, tokenId, PRICE, zeroAddress], PRICE)
    const giveBack = () => call(buyer, own, collectionAbi, 'transferFrom', [buyer.address, seller.address, id])
    const approve = (tokenId = id) => call(seller, own, collectionAbi, 'approve', [marketplace, tokenId])
    const royaltyTo = (who: Address) => call(creator, own, collectionAbi, 'setRoyalty', [who, 500n])
    await mint(seller.address, id)
    // Make a first listing, a first offer and a first fee, so that none of the measured ones is the first.
    await mint(seller.address, 71n)
    await list(71n)
    await approve(71n)
    await purchase(71n)
    await market(stranger, 'createOffer', [own, id, 1n, zeroAddress, expires], 1n)
    await measureSale(900n, 1)
    const [plain, withFee, withBoth] = [await measureSale(901n, 0), await measureSale(902n, 1), await measureSale(903n, 2)]

    await record('listNFT, native', list(), {
      goal: 58_000,
      anchor: 55_100,
      note: "reads the seller's counter, which voids all listings at once, and asks a collection that is a proxy",
    })
    await record('deListing', market(seller, 'deListing', [own, id]), { goal: 26_000, anchor: 32_200 })
    await record('createOffer, native, not the first', offer(), {
      goal: 60_000,
      anchor: 143_300,
      note: "asks whether the token exists and its collection is the factory's",
    })
    await record('cancelOffer, native', market(buyer, 'cancelOffer', [own, id, buyer.address]), { goal: 40_000, anchor: 40_400 })
    await list()
    await approve()
    await record('purchaseNFT, native, with fee and a royalty to another', purchase(), {
      goal: 88_000,
      anchor: withBoth,
      note: `a second payment, of which the chain takes 9,300; Seaport without any fee recipient costs ${plain}`,
    })
    await giveBack()
    await royaltyTo(seller.address)
    await list()
    await approve()
    await record('purchaseNFT, native, with fee, from the creator', purchase(), { goal: 88_000, anchor: withFee })
    await giveBack()
    await royaltyTo(ROYALTIES)
    await approve()
    await offer()
    const accept = market(seller, 'acceptOffer', [own, id, buyer.address, PRICE, zeroAddress, CUT_BPS])
    await record('acceptOffer, native, with fee and royalty', accept, { goal: 100_000, anchor: 109_000 })
  }
}
