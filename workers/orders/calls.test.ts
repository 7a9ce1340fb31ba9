import { createExecutionContext } from 'cloudflare:test'
import { zeroHash } from 'viem'
import { describeCalls } from '../shared/calls.testing.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, signedIn } from '../shared/testing.ts'
import worker from './index.ts'
import { orders } from './tables.ts'
import { db, deployed, publish, testEnv, usdc } from './testing.ts'

const area = '/api/orders'

describeCalls('calls of orders', {
  app: worker,
  env: testEnv,
  send: (method, path, init) => call(worker, testEnv, createExecutionContext(), method, path, init),
  lasting: ['quoteOrder', 'addOrder', 'rpc'].map((name) => `POST ${area}/${name}`),
  world: async () => {
    const owner = await signedIn(testEnv)
    const seller = await signedIn(testEnv)
    const stranger = await signedIn(testEnv)
    const newcomer = await signedIn(testEnv, { terms: false, name: '', wallet: false })
    const serviceId = await publish(seller)
    const id = opaqueId()
    await db.insert(orders).values({
      id,
      chainId: deployed.chainId,
      contract: deployed.orderBook,
      // A number too high to collide with an order of the contract.
      orderId: String(crypto.getRandomValues(new Uint32Array(1))[0]! + 2 ** 33),
      ref: zeroHash,
      termsState: 'unknown',
      serviceId,
      buyer: owner.address,
      seller: seller.address,
      buyerId: owner.id,
      sellerId: seller.id,
      token: usdc,
      price: '240000000',
      feeBps: 1000,
      delivery: 7,
      status: 0,
      statusAt: now(),
      terms: '{}',
      createdAt: now(),
    })
    const data = '0x12345678'
    return {
      people: { owner, seller, stranger, newcomer },
      samples: {
        [`POST ${area}/quoteOrder`]: { json: { serviceId, plan: 'Hourly', token: usdc, account: owner.address, hours: 2 } },
        [`POST ${area}/addOrder`]: { json: { transactionHash: zeroHash, chainId: deployed.chainId } },
        [`GET ${area}/getMyOrders`]: {},
        [`GET ${area}/getOrder`]: { query: { id } },
        [`GET ${area}/getDispute`]: { query: { orderId: id } },
        [`GET ${area}/getPrice`]: {},
        [`GET ${area}/getFees`]: { query: { seller: seller.address } },
        [`POST ${area}/rpc`]: {
          json: { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: deployed.orderBook, data }, 'latest'] },
        },
        [`GET ${area}/health`]: {},
      },
    }
  },
})
