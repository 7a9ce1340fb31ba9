import { array, description, looseObject, pipe, union } from 'valibot'
import type { CallsOf, Documentation } from '../shared/documentation.ts'
import { EVENTS } from '../shared/limit-table.ts'
import * as answers from './answers.schema.ts'
import type { OrdersApi } from './index.ts'

const calls: CallsOf<OrdersApi, 'orders'> = {
  'POST /api/orders/quoteOrder': {
    summary: 'Get a quote for a service',
    about:
      'Fixes price, fees and terms for the caller. The wallet then pays into the contract with the `ref` of the quote. ' +
      'With the header Idempotency-Key a repeated request answers the same quote.',
    answer: answers.quote,
    fields: {
      serviceId: 'Id of the service.',
      plan: 'The name of the plan.',
      applicationId: "Id of an accepted bid to the caller's job, instead of a plan.",
      token: 'Address of the token; the zero address is ETH.',
      account: 'The linked wallet that will pay.',
      hours: 'Hours to buy of an hourly plan.',
    },
    errors: [
      'bad_request',
      'idempotency_key_reused',
      'own_listing',
      'listing_not_found',
      'application_not_found',
      'plan_not_found',
      'token_unsupported',
      'wallet_required',
      'seller_unpayable',
      'price_unavailable',
      'chain_unavailable',
    ],
  },
  'POST /api/orders/addOrder': {
    summary: 'Report a transaction',
    about: 'For any transaction of a party with the contract. The server reads the receipt itself. The cron finds unreported ones, too.',
    limits: { 'Transactions that lead to no order of the caller': EVENTS.transactionReport },
    answer: answers.reportedOrder,
    fields: { transactionHash: 'Hash of the transaction.', chainId: 'Id of the chain.' },
    errors: ['transaction_pending', 'transaction_not_found', 'transaction_failed', 'transaction_foreign', 'chain_unavailable'],
  },
  'GET /api/orders/getMyOrders': {
    summary: "List the caller's orders",
    about: 'Open orders first, then up to 200 ended ones, each newest first.',
    answer: answers.orders,
    errors: [],
  },
  'GET /api/orders/getOrder': {
    summary: 'Get an order',
    answer: answers.order,
    fields: { id: 'Id of the order.' },
    errors: ['order_not_found'],
  },
  'GET /api/orders/getDispute': {
    summary: 'Get the dispute of an order',
    answer: answers.dispute,
    fields: { orderId: 'Id of the order.' },
    errors: ['order_not_found', 'dispute_not_found'],
  },
  'GET /api/orders/getPrice': { summary: 'Get the price of ETH', answer: answers.price, errors: ['price_unavailable'] },
  'GET /api/orders/getFees': {
    summary: 'Get the current fees',
    about: "The contract's fees for the next order, up to a minute old. A quote has the exact ones.",
    answer: answers.fees,
    fields: { seller: "The seller's wallet, which may have a fee of its own. Without it, the default fees." },
    errors: ['chain_unavailable'],
  },
  'POST /api/orders/rpc': {
    summary: 'Read the chain',
    about: 'A JSON-RPC proxy to the node: read methods only. Each request of a batch counts towards the rate limit.',
    answer: pipe(
      union([array(looseObject({})), looseObject({})]),
      description("The node's answer to a request, or a list of them for a batch."),
    ),
    fields: { id: 'Chosen by the client; the answer repeats it.', method: 'A method that reads, such as eth_call.' },
    errors: ['rpc_method_refused', 'chain_unavailable'],
  },
  'GET /api/orders/health': { summary: 'Check database, chain, contracts and cron', answer: answers.health, errors: [] },
}

export const documentation: Documentation = {
  about: 'Quotes, orders and disputes. The money itself moves on the chain only.',
  calls,
  schemas: { Order: answers.order, Quote: answers.quote },
}
