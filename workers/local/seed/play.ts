import { type Address, createWalletClient, encodeFunctionData, erc20Abi, type Hex, http, publicActions, zeroAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import type { LocalDeployment } from '../../../contracts/script/deploy-local.ts'
import type { Service } from '../../listings/services.schema.ts'
import { callData, newOrderCall } from '../../orders/calldata.schema.ts'
import { type Order, type PartyVerb, type Quote, VERBS } from '../../orders/orders.schema.ts'
import type { Review } from '../../orders/reviews.schema.ts'
import { MNEMONIC, type Session } from './client.ts'
import type { SeedOrder } from './orders.ts'

/** A party of an order: signed in to the app, with the index of their key on the chain. */
export interface Party {
  session: Session
  index: number
}

const BUYERS: ReadonlySet<PartyVerb> = new Set(['cancel', 'complete', 'dispute', 'lower', 'agree'])

/**
 * Executes the steps of an order, on the chain and in its room. After an interruption it can be called again; completed steps are skipped.
 */
export async function play(
  { rpcUrl, deployment }: { rpcUrl: string; deployment: Pick<LocalDeployment, 'chainId' | 'orderBook' | 'tokens'> },
  { key, plan, token, story, reviews }: SeedOrder,
  { serviceId, buyer, seller }: { serviceId: number; buyer: Party; seller: Party },
): Promise<void> {
  const transact = async ({ session, index }: Party, to: Address, data: Hex, value = 0n) => {
    const account = mnemonicToAccount(MNEMONIC, { addressIndex: index })
    const wallet = createWalletClient({ account, chain: anvil, transport: http(rpcUrl), pollingInterval: 25 }).extend(publicActions)
    const hash = await wallet.sendTransaction({ to, data, value })
    // Do not search for a replacement transaction: none can exist here, and the search would skip blocks.
    const { status } = await wallet.waitForTransactionReceipt({ hash, checkReplacement: false })
    if (status !== 'success') throw new Error(`a transaction of the order ${key} failed: ${hash}`)
    if (to === deployment.orderBook) await session.post('orders/addOrder', { transactionHash: hash, chainId: deployment.chainId })
  }

  const pay = async () => {
    const { address } = deployment.tokens.find(({ symbol }) => symbol === token)!
    const { address: account } = mnemonicToAccount(MNEMONIC, { addressIndex: buyer.index })
    const { title, options } = await buyer.session.get<Service>(`listings/getListing?listType=SERVICES&id=${serviceId}`)
    const shown = { title, ...options[plan] }
    const quote = await buyer.session.post<Quote>('orders/quoteOrder', { serviceId, plan, shown, token: address, account })
    if (address !== zeroAddress) {
      const args = [quote.contract, BigInt(quote.amount)] as const
      await transact(buyer, address, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
    }
    const { data, value } = newOrderCall(quote)
    await transact(buyer, quote.contract, data, value)
  }

  const find = async () => {
    const { orders } = await buyer.session.get<{ orders: Order[] }>('orders/getMyOrders')
    return orders.find((order) => order.service_id === serviceId && order.plan === plan && order.buyer_id === buyer.session.id)
  }
  let order = await find()
  if (!order) {
    await pay()
    order = await find()
  }
  if (!order?.room) throw new Error(`the order ${key} was paid and has no room`)

  for (const [i, step] of story.entries()) {
    if (!('do' in step)) {
      const [by, text] = 'buyer' in step ? [buyer, step.buyer] : [seller, step.seller]
      // The same client id, so a repeated message is ignored.
      const message = { roomId: order.room, clientId: `seed-${key}-${i}`, message: { text } }
      await by.session.post('chat/sendMessage', message)
      continue
    }
    if (order.history.some(({ name }) => name === VERBS[step.do].event)) continue
    if (step.message) await seller.session.post('orders/addDelivery', { orderId: order.id, message: step.message })
    await transact(BUYERS.has(step.do) ? buyer : seller, deployment.orderBook, callData(step.do, order.order_id, step.refund))
  }

  if (!reviews) return
  let { reviews: written } = await seller.session.get<{ reviews: Review[] }>(`orders/getReviews?ids=${order.id}`)
  if (written.length < 2) {
    await buyer.session.post('orders/addReview', { orderId: order.id, ...reviews.buyer })
    const both = await seller.session.post<{ reviews: Review[] }>('orders/addReview', { orderId: order.id, ...reviews.seller })
    written = both.reviews
  }
  const toAnswer = written.find(({ side }) => side === 'buyer')
  if (reviews.answer && toAnswer && !toAnswer.answer)
    await seller.session.post('orders/answerReview', { id: toAnswer.id, answer: reviews.answer })
}
