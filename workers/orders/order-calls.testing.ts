import { createExecutionContext } from 'cloudflare:test'
import type { Hex } from 'viem'
import { expect } from 'vitest'
import { call, type TestUser } from '../shared/testing.ts'
import worker from './index.ts'
import type { Order, Quote } from './orders.schema.ts'
import type { ReviewPage } from './reviews.schema.ts'
import { deployed, node, shownPlan, testEnv, usdc } from './testing.ts'

/** What addOrder answers. */
export type Added = { orderId: string; roomId: string }

/** Makes a call of the orders area; without a user, as a guest. */
export const ask = (method: 'GET' | 'POST', path: string, as?: TestUser, body: object = {}, env = testEnv): Promise<Response> =>
  call(worker, env, createExecutionContext(), method, `/api/orders/${path}`, { ...(as && { as }), body })

/** Reports a transaction. `more` adds or replaces fields of the body. */
export const report = (transactionHash: Hex, as: TestUser, more: object = {}, env = testEnv): Promise<Response> =>
  ask('POST', 'addOrder', as, { transactionHash, chainId: deployed.chainId, ...more }, env)

/** Reports a transaction, and expects that its order is stored. */
export async function reportOk(hash: Hex, as: TestUser): Promise<Added> {
  const answer = await report(hash, as)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Added
}

/** Asks for a quote of the plan Studio, to be paid from the user's wallet. `overrides` replaces fields of the body. */
export async function requestQuote(serviceId: number, as: TestUser, overrides: object = {}): Promise<Quote> {
  const body = { serviceId, plan: 'Studio', shown: shownPlan(), token: usdc, account: as.address, ...overrides }
  const answer = await ask('POST', 'quoteOrder', as, body)
  return (await answer.json()) as Quote
}

export const getOrder = async (id: string, as: TestUser): Promise<Order> =>
  (await (await ask('GET', `getOrder?id=${id}`, as)).json()) as Order

/** Reads a page of the reviews of a service. `query` continues the address, such as `&sort=best`. */
export const getReviewPage = async (serviceId: number, query = ''): Promise<ReviewPage> =>
  (await (await ask('GET', `getReviewsByServiceId?id=${serviceId}${query}`)).json()) as ReviewPage

/** The contract's number of the newest order, from the newest NewOrder log. */
export async function newestOrderId(): Promise<bigint> {
  const logs = await node<{ topics: Hex[] }[]>('eth_getLogs', { address: deployed.orderBook, fromBlock: '0x0', toBlock: 'latest' })
  return BigInt(logs.findLast((log) => log.topics.length === 4)!.topics[1]!)
}
