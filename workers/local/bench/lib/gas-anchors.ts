// The operations of gas-steps.ts on the contracts of other projects, which are implemented in contracts/test/anchors.
import type { Address, Hex } from 'viem'
import { localChain } from '../../../../contracts/script/deploy-local.ts'
import { buyer, type Contract, type GasWorld, type MeasureAnchor, PRICE, ROYALTIES, seller, stranger, TREASURY } from './gas-world.ts'

/** What an ERC-3009 authorization says, besides its payer (the buyer) and its amount (the price). */
type Authorization = { name: string; version: string; to: Address; validBefore: bigint; nonce: Hex }

/** Signs the buyer's ERC-3009 authorization. */
export const authorize = (money: Contract, { name, version, to, validBefore, nonce }: Authorization): Promise<Hex> =>
  buyer.signTypedData({
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

/** Measures a payment that is authorized by signature and captured with a fee, and one that is voided. Neither is its operator's first. */
export async function measureCommerce({ chain, call, contracts, token, validUntil }: GasWorld, cost: MeasureAnchor) {
  const { commerce, collector } = contracts
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
    const nonce = (await chain.readContract({ ...collector, functionName: 'nonceOf', args: [payment(salt)] })) as Hex
    const terms = { name: 'Plain', version: '1', to: collector.address, validBefore: validUntil, nonce }
    return act('authorize', payment(salt), PRICE, await authorize(token, terms))
  }
  await pay(1n)
  await act('capture', payment(1n), PRICE, 1000, TREASURY)
  const paid = await cost('commerce-payments, authorize', pay(2n))
  const captured = await cost('commerce-payments, capture with fee', act('capture', payment(2n), PRICE, 1000, TREASURY))
  await pay(3n)
  return { authorize: paid, capture: captured, void: await cost('commerce-payments, void', act('void', payment(3n))) }
}

/** Measures a payment with a standing approval, and a refund. */
export async function measureRefunds({ call, contracts: { refunds } }: GasWorld, cost: MeasureAnchor) {
  const act = (from: { address: Address }, name: string, args: unknown[]) => call(from, refunds.address, refunds.abi, name, args)
  const pay = () => act(buyer, 'pay', [seller.address, PRICE, buyer.address])
  await pay()
  await pay()
  const paid = await cost('refund-protocol, pay', pay())
  await cost('refund-protocol, withdraw', act(seller, 'withdraw', [[0n]]))
  const refund = await cost('refund-protocol, refund', act(stranger, 'refundByArbiter', [1n]))
  return { pay: paid, refund }
}

/**
 * Measures a sale of a plain ERC-721 for an order signed off chain. It pays ETH to `feeRecipients` (0 to 2) recipients besides the seller.
 */
export async function measureSale(world: GasWorld, cost: MeasureAnchor, tokenId: bigint, feeRecipients: number): Promise<number> {
  const { call, contracts, nft, validUntil } = world
  const { sale } = contracts
  const order = {
    seller: seller.address,
    collection: nft.address,
    tokenId,
    price: PRICE,
    startsAt: 0n,
    endsAt: validUntil,
    salt: tokenId,
  }
  const recipients = [TREASURY, ROYALTIES].slice(0, feeRecipients).map((to) => ({ amount: PRICE / 20n, to }))
  const signature = await seller.signTypedData({
    domain: { name: 'AnchorSale', version: '1', chainId: localChain.id, verifyingContract: sale.address },
    primaryType: 'Order',
    types: {
      Order: toFields(
        'address seller,address collection,uint256 tokenId,uint256 price,uint256 startsAt,uint256 endsAt,uint256 salt,Recipient[] recipients,uint256 counter',
      ),
      Recipient: toFields('uint256 amount,address to'),
    },
    message: { ...order, recipients, counter: 0n },
  })
  await call(stranger, nft.address, nft.abi, 'mint', [seller.address, tokenId])
  await call(seller, nft.address, nft.abi, 'approve', [sale.address, tokenId])
  return cost(
    `Seaport, basic order, ${feeRecipients} fee recipients`,
    call(buyer, sale.address, sale.abi, 'fulfil', [order, recipients, signature], PRICE),
  )
}

/** The fields of an EIP-712 type, from a list that is written as in Solidity. */
const toFields = (list: string) => list.split(',').map((each) => ({ type: each.split(' ')[0]!, name: each.split(' ')[1]! }))
