// The measured operations, in an order that matters: a slot that was written before costs less to write again.
import { type Address, keccak256, parseEther, stringToHex, zeroAddress } from 'viem'
import { collectionAbi } from '../../../../contracts/abi/Collection.ts'
import { marketplaceAbi } from '../../../../contracts/abi/Marketplace.ts'
import { orderBookAbi } from '../../../../contracts/abi/OrderBook.ts'
import { localChain } from '../../../../contracts/script/deploy-local.ts'
import { maxFees } from '../../../orders/calldata.schema.ts'
import { authorize, type measureCommerce, type measureRefunds, measureSale } from './gas-anchors.ts'
import {
  buyer,
  CONTENT,
  type Contract,
  creator,
  type GasWorld,
  type MeasureAnchor,
  PRICE,
  type RecordGas,
  ROYALTIES,
  seller,
  stranger,
} from './gas-world.ts'

/** Platform fee and arbitration fee, before any change. */
const MAX_FEES = maxFees({ feeBps: 1000, arbitrationFeeBps: 500 })
/** The quote that an order names. */
const REF = keccak256(stringToHex('quote'))
const PRODUCT_ID = 1_234_567n
const DELIVERY_DAYS = 5n
/** The limit that a seller sets for fee and royalty together. */
const CUT_BPS = 1500n
const FIAT_NOTE = 'a token like FiatToken 2.2, behind a proxy'

/** The figures of other projects' contracts that orders are compared with. */
type OrderAnchors = {
  commerce: Awaited<ReturnType<typeof measureCommerce>>
  refunds: Awaited<ReturnType<typeof measureRefunds>>
}

/** Measures every step of an order, then those that move money again in a token like USDC. */
export async function measureOrders(world: GasWorld, record: RecordGas, { commerce, refunds }: OrderAnchors): Promise<void> {
  const { token, fiat } = world
  const { newOrder, act, createOrder } = orderCalls(world)
  const createDelivered = (money = token) => createOrder(money, 'acceptOrder', 'deliverOrder')
  await createOrder(token)
  await record('newOrder, ERC-20, standing approval, with ref', newOrder(token.address, PRICE), { goal: 105_000, anchor: refunds.pay })
  await record('newOrder, native, with ref', newOrder(zeroAddress, parseEther('0.1')), { goal: 85_000, anchor: 125_700 })
  await record('newOrderWithAuthorization, ERC-3009, sent by another', authorized(world, token, 'Plain', '1'), {
    goal: 130_000,
    anchor: commerce.authorize,
    note: 'an order is two new slots where the anchor writes one; the balance is compared, not believed',
  })
  await record('acceptOrder', act(seller, 'acceptOrder', await createOrder(token)), { goal: 30_000 })
  await record('deliverOrder', act(seller, 'deliverOrder', await createOrder(token, 'acceptOrder')), { goal: 30_000 })
  await record('completeOrder, ERC-20, with fee', act(buyer, 'completeOrder', await createDelivered()), {
    goal: 62_000,
    anchor: commerce.capture,
  })
  await record('cancelOrder, ERC-20', act(buyer, 'cancelOrder', await createOrder(token)), { goal: 52_000, anchor: commerce.void })
  await record('rejectOrder, ERC-20', act(seller, 'rejectOrder', await createOrder(token)), { goal: 52_000, anchor: refunds.refund })
  const disputed = await createDelivered()
  await act(buyer, 'disputeOrder', disputed, 5000n)
  await record('acceptDispute, ERC-20, half each, with fee', act(seller, 'acceptDispute', disputed, 5000n), {
    goal: 70_000,
    anchor: 62_200,
    note: 'three payments, none of which can block another; the dispute can still be read',
  })

  await newOrder(fiat.address, PRICE)
  await record('newOrder, FiatToken', newOrder(fiat.address, PRICE), { note: FIAT_NOTE })
  await record('newOrderWithAuthorization, FiatToken', authorized(world, fiat, 'USD Coin', '2'), { note: FIAT_NOTE })
  await record('completeOrder, FiatToken, with fee', act(buyer, 'completeOrder', await createDelivered(fiat)), { note: FIAT_NOTE })
  await record('cancelOrder, FiatToken', act(buyer, 'cancelOrder', await createOrder(fiat)), { note: FIAT_NOTE })
}

/** Calls of the order book. `createOrder` also makes the seller's `calls` on the new order, and returns its number. */
function orderCalls({ chain, call, contracts: { orderBook }, validUntil }: GasWorld) {
  const newOrder = (currency: Address, price: bigint) =>
    call(
      buyer,
      orderBook,
      orderBookAbi.filter((item) => item.type !== 'function' || item.name !== 'newOrder' || item.inputs.length === 8),
      'newOrder',
      [seller.address, PRODUCT_ID, DELIVERY_DAYS, price, currency, REF, validUntil, MAX_FEES],
      currency === zeroAddress ? price : 0n,
    )
  const act = (who: { address: Address }, name: string, ...args: unknown[]) => call(who, orderBook, orderBookAbi, name, args)
  const createOrder = async (money: Contract, ...calls: string[]) => {
    await newOrder(money.address, PRICE)
    const id = await chain.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' })
    for (const name of calls) await act(seller, name, id)
    return id
  }
  return { newOrder, act, createOrder }
}

/** The stranger sends an order that the buyer pays by an authorization; `name` and `version` are those of the token's EIP-712 domain. */
async function authorized({ chain, call, contracts, validUntil }: GasWorld, money: Contract, name: string, version: string) {
  const { orderBook } = contracts
  const order = {
    seller: seller.address,
    productId: PRODUCT_ID,
    delivery: DELIVERY_DAYS,
    price: PRICE,
    token: money.address,
    ref: REF,
    validUntil,
    maxFees: MAX_FEES,
  }
  const nonce = await chain.readContract({
    address: orderBook,
    abi: orderBookAbi,
    functionName: 'getAuthorizationNonce',
    args: [buyer.address, order],
  })
  const signature = await authorize(money, { name, version, to: orderBook, validBefore: validUntil + 1n, nonce })
  return call(stranger, orderBook, orderBookAbi, 'newOrderWithAuthorization', [buyer.address, order, signature])
}

const mint = ({ call, own }: GasWorld, to: Address, id: bigint) => call(creator, own, collectionAbi, 'safeMint', [to, id, CONTENT])

/** Measures NFTs that the creator mints, and vouchers that the buyer redeems. */
export async function measureMinting(world: GasWorld, record: RecordGas): Promise<void> {
  const { token, fiat } = world
  await record('safeMint, content as URI', mint(world, creator.address, 1n), { goal: 80_000, anchor: 145_500 })
  await record('safeMint to another account', mint(world, seller.address, 3n))
  await record('redeem of a voucher, free', redeem(world, 2n, zeroAddress, 0n), { goal: 100_000, anchor: 214_900 })
  await record('redeem of a voucher, native, fee and creator paid', redeem(world, 4n, zeroAddress, PRICE))
  await record('redeem of a voucher, ERC-20, fee and creator paid', redeem(world, 5n, token.address, PRICE))
  await record('redeem of a voucher, FiatToken, fee and creator paid', redeem(world, 6n, fiat.address, PRICE), { note: FIAT_NOTE })
  await record('redeem of a voucher, free, to another account', redeem(world, 7n, zeroAddress, 0n, seller.address))
}

/** The creator signs a voucher, and the buyer redeems it for `to`. */
async function redeem(
  { chain, call, own, validUntil }: GasWorld,
  tokenId: bigint,
  currency: Address,
  price: bigint,
  to: Address = buyer.address,
) {
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

/** Measures listings, offers and sales of the creator's collection, each after a first one; `cost` measures the anchor of a sale. */
export async function measureSelling(world: GasWorld, record: RecordGas, cost: MeasureAnchor): Promise<void> {
  const { chain, call, contracts, own } = world
  const { marketplace } = contracts
  const expires = (await chain.getBlock()).timestamp + 86_400n
  const id = 70n
  const market = (who: { address: Address }, name: string, args: unknown[], value = 0n) =>
    call(who, marketplace, marketplaceAbi, name, args, value)
  const list = (tokenId = id) => market(seller, 'listNFT', [own, tokenId, PRICE, zeroAddress, CUT_BPS, expires])
  const offer = () => market(buyer, 'createOffer', [own, id, PRICE, zeroAddress, expires], PRICE)
  const purchase = (tokenId = id) => market(buyer, 'purchaseNFT', [own, tokenId, PRICE, zeroAddress], PRICE)
  const giveBack = () => call(buyer, own, collectionAbi, 'transferFrom', [buyer.address, seller.address, id])
  const approve = (tokenId = id) => call(seller, own, collectionAbi, 'approve', [marketplace, tokenId])
  const royaltyTo = (who: Address) => call(creator, own, collectionAbi, 'setRoyalty', [who, 500n])
  await mint(world, seller.address, id)
  // Make a first listing, a first offer and a first fee, so that none of the measured ones is the first.
  await mint(world, seller.address, 71n)
  await list(71n)
  await approve(71n)
  await purchase(71n)
  await market(stranger, 'createOffer', [own, id, 1n, zeroAddress, expires], 1n)
  await measureSale(world, cost, 900n, 1)
  const plain = await measureSale(world, cost, 901n, 0)
  const withFee = await measureSale(world, cost, 902n, 1)
  const withBoth = await measureSale(world, cost, 903n, 2)

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
