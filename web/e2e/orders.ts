import { signIn, upload } from '../../workers/local/seed/client.ts'
import type { SeedOrder } from '../../workers/local/seed/orders.ts'
import { type Party, play } from '../../workers/local/seed/play.ts'
import type { Order } from '../../workers/orders/orders.schema.ts'
import { draft } from './calls.ts'
import { configOf } from './money.ts'
import { rpcUrl, url } from './world.ts'

/** Signs in as the demo seller (1) or the demo buyer (2), without a browser. */
const party = async (world: string, index: 1 | 2): Promise<Party> => ({
  index,
  session: await signIn(world, index),
})

/**
 * Creates a service for 120 USDC, and an order for it by the demo buyer. `story` lists the steps after the payment. Returns the order's
 * path. `world` defaults to that of this worker, and `offeredBy` to the demo seller.
 */
export async function createOrder(
  title: string,
  story: SeedOrder['story'] = [],
  world = { url, rpcUrl },
  offeredBy?: Party,
): Promise<string> {
  const [seller, buyer] = await Promise.all([offeredBy ?? party(world.url, 1), party(world.url, 2)])
  const options = { Basic: { price: 120_000_000, delivery: 5, description: 'Three drafts.', features: [], hourly: false, revisions: 1 } }
  const product = draft(await upload(seller.session, 'island'), { title, options })
  const { id: serviceId } = await seller.session.post<{ id: number }>('listings/addService', { product })
  const order: SeedOrder = { key: crypto.randomUUID(), buyer: 'ben', service: title, plan: 'Basic', token: 'USDC', story }
  await play({ rpcUrl: world.rpcUrl, deployment: await configOf(world.url) }, order, { serviceId, buyer, seller })
  const { orders } = await buyer.session.get<{ orders: Order[] }>('orders/getMyOrders')
  const { id, room } = orders.find(({ service_id }) => service_id === serviceId)!
  return `/orders/${id}/${room}`
}
