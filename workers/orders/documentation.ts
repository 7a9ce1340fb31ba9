import { array, description, looseObject, pipe, union } from 'valibot'
import { success } from '../shared/answers.schema.ts'
import type { CallsOf, Documentation } from '../shared/documentation.ts'
import { EVENTS } from '../shared/limit-table.ts'
import * as answers from './answers.schema.ts'
import type { OrdersApi } from './index.ts'

const serviceReviews = {
  about: 'Ten on a page, only visible ones. `summary` counts all of them.',
  answer: answers.reviewPage,
  fields: { id: 'Id of the service.', sort: 'newest or best.', cursor: 'The `next` of the previous page.' },
  errors: [],
}
const partyReviews = {
  about: "For the caller's own orders: the reviews they wrote, and those of the other side that are visible.",
  answer: answers.reviews,
  errors: [],
}

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
  'POST /api/orders/addReview': {
    summary: 'Review an order',
    about:
      'For the two parties of a completed order that was paid by its quote, once each; a second call changes the review. Both reviews become ' +
      'visible when both are written or 14 days after the end of the order. Then the stars are final, and the text for 7 more days is not. ' +
      "Nobody may write a first review after the other side's is visible. Answers what getReviews answers.",
    answer: answers.reviews,
    fields: {
      orderId: 'Id of the order.',
      rating: '1 to 5. Without it, a new review gets 5 and an existing one keeps its stars.',
      review: 'Up to 2,000 characters after cleaning.',
    },
    errors: ['order_not_found', 'order_not_completed', 'order_not_agreed', 'review_closed', 'review_rating_final'],
  },
  'POST /api/orders/answerReview': {
    summary: 'Answer a review',
    about: 'For the reviewed party, when the review is visible. The answer can be changed for 7 days.',
    answer: answers.answeredReview,
    fields: { id: 'Id of the review.', answer: 'Up to 1,000 characters after cleaning.' },
    errors: ['review_not_found', 'forbidden', 'review_closed'],
  },
  'GET /api/orders/getReviews': {
    summary: 'Get the reviews of orders',
    ...partyReviews,
    fields: { ids: 'Ids of up to fifty orders, separated by commas.' },
  },
  'POST /api/orders/getReviews': {
    summary: 'Get the reviews of orders, by POST',
    ...partyReviews,
    fields: { ids: 'Ids of up to fifty orders.' },
  },
  'GET /api/orders/getReviewsByServiceId': { summary: 'List the reviews of a service', ...serviceReviews },
  'POST /api/orders/getReviewsByServiceId': { summary: 'List the reviews of a service, by POST', ...serviceReviews },
  'GET /api/orders/getReviewsByUserId': {
    summary: 'List the reviews that a member received',
    ...serviceReviews,
    fields: {
      userId: 'Id of the user.',
      as: 'As a seller or as a buyer.',
      sort: 'newest or best.',
      cursor: 'The `next` of the previous page.',
    },
  },
  'POST /api/orders/addReport': {
    summary: 'Report a review',
    about: 'Once per member. Admins read it with getReports.',
    answer: success,
    fields: { kind: 'What is reported.', id: 'Its id.', text: 'Optional, up to 1,000 characters after cleaning.' },
    errors: ['review_not_found', 'forbidden', 'reported_already'],
  },
  'GET /api/orders/getReports': {
    summary: 'List open reports',
    about: 'For sessions of a wallet that is an admin of the OrderBook. The contract is asked on every call.',
    answer: answers.reportPage,
    fields: { cursor: 'The `next` of the previous page.' },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'POST /api/orders/decideReports': {
    summary: 'Decide the open reports about a thing',
    about: 'For admins, like getReports. Every decision is recorded for good.',
    answer: success,
    fields: { kind: 'What was reported.', id: 'Its id.', action: '`hide` hides the review, `dismiss` leaves it.' },
    errors: ['forbidden', 'report_not_found', 'chain_unavailable'],
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
  about: 'Quotes, orders, disputes, and reviews with their reports. The money itself moves on the chain only.',
  calls,
  schemas: { Order: answers.order, Quote: answers.quote, Review: answers.review },
}
