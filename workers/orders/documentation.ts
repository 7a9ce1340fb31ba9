import { array, description, looseObject, pipe, union } from 'valibot'
import { success } from '../shared/answers.schema.ts'
import type { CallsOf, Documentation } from '../shared/documentation.ts'
import { EVENTS } from '../shared/limit-table.ts'
import * as answers from './answers.schema.ts'
import { MAX_REPORTED } from './conversation-reports.schema.ts'
import type { OrdersApi } from './index.ts'

const reviewPages = {
  about: 'Ten on a page, only visible ones. `summary` counts all of them.',
  answer: answers.reviewPage,
  errors: [],
}
const pageFields = { sort: 'newest or best.', cursor: 'The `next` of the previous page.' }
const partyReviews = {
  about: "For the caller's own orders: the reviews they wrote, and those of the other side that are visible.",
  answer: answers.reviews,
  errors: [],
}

const calls: CallsOf<OrdersApi, 'orders'> = {
  'POST /api/orders/quoteOrder': {
    summary: 'Get a quote for a service or a place at an event',
    about:
      'Fixes price, fees and terms for the caller. The wallet then pays into the contract with the `ref` of the quote. ' +
      'With the header Idempotency-Key a repeated request answers the same quote. A new quote counts four times towards the rate limit: ' +
      'once for each read of the chain.',
    answer: answers.quote,
    fields: {
      serviceId: 'Id of the service or event.',
      plan: 'The name of the plan.',
      applicationId: "Instead of a plan: id of an accepted bid to the caller's job, or of the caller's accepted request to join the event.",
      offer: 'Instead of a plan: an offer in a room of the caller. Only one session at a time gets a quote of it.',
      'offer.roomId': 'Id of the room.',
      'offer.messageId': 'Id of the message with the offer.',
      'offer.edits':
        'The number of changes of the offer that the buyer has seen. The call refuses with `offer_changed` if there were more.',
      shown:
        'The terms that the buyer has seen, from the listing. Of a plan all except `event`; of a bid `price` and `delivery`; of an offer ' +
        'these two and the text as `description`; of a place at an event `title`, `price`, `description` and `event`. The call refuses with `terms_changed` if one of them is another by now.',
      'shown.title': 'The title of the service or event.',
      'shown.price': 'Micro-USD; per hour of an hourly plan. For a place the price of the admission.',
      'shown.delivery': 'Days.',
      'shown.description': 'The description of the plan, or the `descriptionPreview` of the event.',
      'shown.revisions': 'How many change requests the plan includes.',
      'shown.event.start': 'UTC seconds.',
      'shown.event.end': 'UTC seconds.',
      token: 'Address of the token; the zero address is ETH.',
      account: 'The linked wallet that will pay.',
      hours: 'Hours to buy of an hourly plan.',
      customPrice: 'What to pay in micro-USD, instead of the price of the plan or bid. The seller sees both and may reject the order.',
    },
    errors: [
      'bad_request',
      'idempotency_key_reused',
      'own_listing',
      'listing_not_found',
      'application_not_found',
      'event_over',
      'event_free',
      'place_paid',
      'place_expired',
      'plan_not_found',
      'not_room_member',
      'person_blocked',
      'message_undeliverable',
      'offer_not_found',
      'offer_own',
      'offer_changed',
      'offer_declined',
      'offer_countered',
      'offer_withdrawn',
      'offer_expired',
      'offer_ordered',
      'offer_in_payment',
      'terms_changed',
      'token_unsupported',
      'wallet_required',
      'seller_unpayable',
      'price_unavailable',
      'chain_unavailable',
    ],
  },
  'POST /api/orders/acceptCustomOrder': {
    summary: 'Show an order in the offer that it pays for',
    about:
      'The order must name a quote of this offer: the call compares with the chain, and believes neither id. The server also does this by ' +
      'itself once it has read the payment. Safe to repeat.',
    answer: answers.acceptedOffer,
    fields: { orderId: 'Id of the order.', roomId: 'Id of the room of the offer.', messageId: 'Id of the message with the offer.' },
    errors: ['order_not_found', 'offer_not_ordered'],
  },
  'POST /api/orders/addOrder': {
    summary: 'Report a transaction',
    about:
      'For any transaction of a party with the contract, and for the decision of an arbitrator. The server reads the receipt itself. ' +
      'The cron finds unreported ones, too. Each of the two to four reads of the chain counts towards the rate limit.',
    limits: { 'Transactions that lead to no order of the caller': EVENTS.transactionReport },
    answer: answers.reportedOrder,
    fields: { transactionHash: 'Hash of the transaction.', chainId: 'Id of the chain.' },
    errors: ['transaction_pending', 'transaction_not_found', 'transaction_failed', 'transaction_foreign', 'chain_unavailable'],
  },
  'GET /api/orders/getMyOrders': {
    summary: "List the caller's orders",
    about:
      'In pages, newest first; orders without a matching quote come last. A search looks at 1,000 orders per call, so that a page may have ' +
      'few orders and a next one. Without `tab`: the open orders, then up to 200 ended ones, in one answer. The buyer of an order without ' +
      'a matching quote sees only the wallet of the seller until the seller has accepted it.',
    answer: answers.orderPage,
    fields: {
      tab: 'open, requests, disputes, completed, or all. auto: requests if there are any with a matching quote, else disputes, else open.',
      role: 'Only orders in which the caller is the buyer or the seller.',
      text: "Words of the title or the other party's name, or the order's number. The first eight words count.",
      cursor: 'The `next` of the previous page, with the tab of that page.',
      limit: 'Orders on a page, 1 to 100.',
    },
    errors: [],
  },
  'GET /api/orders/getWaitingOrders': {
    summary: 'Count the orders that wait for the caller',
    about:
      'For a seller: to accept (only orders with a matching quote), to deliver (a place at an event once it is over), to deliver again, to answer the ask of a dispute. For a buyer: to check a delivery, to answer an offer. Of each role and status, only the newest 1,000 orders are looked at.',
    answer: answers.waitingOrders,
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
  'POST /api/orders/addDelivery': {
    summary: 'Deliver an order: a message, files, or both',
    about:
      'For the seller. While the order is accepted, the delivery is prepared: the buyer sees it once the order is delivered on chain, and ' +
      'another call replaces it. Afterwards there is one delivery for each change request. For a place at an event, both are optional, an ' +
      'empty delivery only removes the prepared one, and nothing can be added after the delivery on chain.',
    answer: answers.deliveries,
    fields: {
      orderId: 'Id of the order.',
      message: 'Up to 2,000 characters after cleaning.',
      files: 'The `path` of up to ten finished attachments (uploadFile) that were not delivered before.',
    },
    errors: ['order_not_found', 'forbidden', 'delivery_closed', 'media_not_yours'],
  },
  'POST /api/orders/requestChanges': {
    summary: 'Request changes to a delivery',
    about:
      'For the buyer, once after each delivery, and as often as the plan includes revisions; not for a place at an event. The deadline of the release ' +
      'does not change.',
    answer: answers.deliveries,
    fields: { orderId: 'Id of the order.', message: '10 to 1,000 characters after cleaning.' },
    errors: ['order_not_found', 'forbidden', 'changes_closed', 'revisions_used'],
  },
  'GET /api/orders/getDeliveries': {
    summary: 'List the deliveries of an order',
    about: 'With the change requests between them. For the two parties; the buyer sees none before the order is delivered on chain.',
    answer: answers.deliveries,
    fields: { orderId: 'Id of the order.' },
    errors: ['order_not_found'],
  },
  'GET /api/orders/getInvoice': {
    summary: 'Get the invoice of an order',
    about:
      "For the two parties. An order whose payment matches its quote gets an invoice when a part of its price went to the seller and the block of that is final, within a minute or two. The numbers of a seller's invoices have no gaps.",
    answer: answers.invoice,
    fields: { orderId: 'Id of the order.' },
    errors: ['invoice_not_found'],
  },
  'GET /api/orders/getInvoices': {
    summary: "List the caller's invoices of a year",
    about: 'One hundred on a page, in the order of their payouts.',
    answer: answers.invoicePage,
    fields: {
      role: 'Issued by the caller as the seller, or to the caller as the buyer.',
      year: 'The year of the payout in UTC, 2000 to 2099.',
      cursor: 'The `next` of the previous page, with the same role and year.',
    },
    errors: [],
  },
  'POST /api/orders/addEvidence': {
    summary: 'Submit evidence in a dispute',
    about:
      'For the two parties, while the order is disputed, ten times each. The other party and arbitrators see it. It cannot be changed or ' +
      'deleted, and is stored for a year after the end of the order. The server copies the messages from the room, so that they stay if ' +
      'they are deleted there. With the header Idempotency-Key a repeated request is stored once.',
    answer: answers.evidence,
    fields: {
      orderId: 'Id of the order.',
      statement: 'Up to 2,000 characters after cleaning.',
      files: 'The `path` of up to ten finished attachments (uploadFile) that were neither delivered nor submitted before.',
      messages: 'The `seq` of up to twenty messages of the room of the order.',
    },
    errors: [
      'bad_request',
      'idempotency_key_reused',
      'order_not_found',
      'evidence_closed',
      'evidence_limit',
      'message_unavailable',
      'media_not_yours',
      'unavailable',
    ],
  },
  'GET /api/orders/getEvidence': {
    summary: 'List the evidence of an order',
    about: 'For the two parties, also after the end of the dispute. Arbitrators get it with getArbitration.',
    answer: answers.evidence,
    fields: { orderId: 'Id of the order.' },
    errors: ['order_not_found'],
  },
  'GET /api/orders/getOwed': {
    summary: "List what is owed to the caller's wallets",
    about:
      'Payments that could not be sent to a linked wallet. The contracts are asked on every call. Each contract, wallet and token counts ' +
      'towards the rate limit.',
    answer: answers.owed,
    errors: ['chain_unavailable'],
  },
  'POST /api/orders/addReview': {
    summary: 'Review an order',
    about:
      'For the two parties of a completed order whose payment matches its quote, once each; a second call changes the review. Both reviews become ' +
      'visible when both are written or 14 days after the end of the order. From then on the stars are final; the text can be changed for 7 ' +
      "more days. Nobody may write a first review after the other side's is visible. The answer is the same as that of getReviews.",
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
    about: 'For the reviewed party, when the review is visible. The answer can be changed for 7 days, unless an admin hid it.',
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
  'GET /api/orders/getReviewsByServiceId': {
    summary: 'List the reviews of a service',
    ...reviewPages,
    fields: { id: 'Id of the service.', ...pageFields },
  },
  'POST /api/orders/getReviewsByServiceId': {
    summary: 'List the reviews of a service, by POST',
    ...reviewPages,
    fields: { id: 'Id of the service.', ...pageFields },
  },
  'GET /api/orders/getReviewsByUserId': {
    summary: 'List the reviews that a member received',
    ...reviewPages,
    fields: { userId: 'Id of the user.', as: 'As a seller or as a buyer.', ...pageFields },
  },
  'POST /api/orders/addReport': {
    summary: 'Report a review or its answer',
    about:
      'Once per member, and again once the text was changed after the decision. Not for what the caller wrote. The text as it is now is ' +
      'stored with the report. Admins read it with getReports.',
    answer: success,
    fields: {
      kind: 'What is reported.',
      id: 'Id of the review, also for its answer.',
      text: 'Optional, up to 1,000 characters after cleaning.',
    },
    errors: ['review_not_found', 'forbidden', 'reported_already'],
  },
  'GET /api/orders/getReports': {
    summary: 'List open reports',
    about:
      'For sessions of a wallet that is an admin of the OrderBook. The contract is asked on every call. 20 on a page: the oldest report first, ' +
      'or the last hidden thing first.',
    answer: answers.reportPage,
    fields: {
      list: '`open`: with open reports. `hidden`: hidden by an admin.',
      cursor: 'The `next` of the previous page of the same list.',
    },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'POST /api/orders/decideReports': {
    summary: 'Decide the open reports about a thing',
    about:
      'For admins, like getReports. Every decision is recorded for good. `dismiss` and `restore` are refused with `conflict` if the text was ' +
      'changed after the version that the admin has seen; `hide` only without an open report: it also hides again what was hidden and is ' +
      'shown again by mistake. An admin who is a party of the order is refused with `forbidden`, except to hide what ' +
      'they wrote.',
    answer: success,
    fields: {
      kind: 'What was reported.',
      id: 'Id of the review, also for its answer.',
      action: '`hide` hides the review or only the answer, `dismiss` leaves it, `restore` shows a hidden one again.',
      version: 'The `version` of getReports.',
    },
    errors: ['forbidden', 'report_not_found', 'conflict', 'chain_unavailable'],
  },
  'POST /api/orders/addConversationReport': {
    summary: 'Report messages of a conversation',
    about:
      `Copies these messages and no others. Their author does not learn of it. At most ${MAX_REPORTED} messages, one of them by another ` +
      'member. A member has one open report about the same messages.',
    answer: success,
    fields: {
      roomId: 'Id of the room.',
      messages: 'The `seq` of each message.',
      reason: 'Why it is reported.',
      text: 'Optional, up to 1,000 characters after cleaning.',
    },
    errors: ['not_room_member', 'message_unavailable', 'forbidden', 'reported_already'],
  },
  'GET /api/orders/getConversationReports': {
    summary: 'List open reports about messages',
    about: 'For admins, like getReports. The oldest first.',
    answer: answers.conversationReports,
    fields: { cursor: 'The `next` of the previous page.' },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'GET /api/orders/getHiddenMessages': {
    summary: 'List hidden messages',
    about: 'For admins, like getReports. Hidden because of reports, the newest report first.',
    answer: answers.hiddenMessages,
    fields: { cursor: 'The `next` of the previous page.' },
    errors: ['forbidden', 'chain_unavailable', 'unavailable'],
  },
  'POST /api/orders/decideConversationReport': {
    summary: 'Decide about reported messages',
    about:
      'For admins, like getReports, who have neither reported them nor are reported. `hide` hides the messages of the reported member, ' +
      'and no others, from everybody in the conversation. `hide` and `dismiss` close the report and delete the copies of the messages. ' +
      '`restore` shows the messages again as they were, without those that were deleted in the meantime or that another report hides. ' +
      'After that, `hide` hides them again.',
    answer: success,
    fields: { id: 'Id of the report.', action: '`hide`, `dismiss` or `restore`.' },
    errors: ['forbidden', 'report_not_found', 'chain_unavailable'],
  },
  'POST /api/orders/addSponsorship': {
    summary: 'Ask to sponsor',
    about: 'Also for guests. The team receives it by mail, and admins read it with getSponsorships.',
    answer: success,
    fields: {
      contact: 'E-mail address for the answer.',
      company: '1 to 100 characters after cleaning.',
      ageFrom: '18 to 99 years.',
      ageTo: '18 to 99 years, at least `ageFrom`.',
      interests: 'Categories of services, at most ten; empty for all.',
      location: 'Country code; empty for all.',
      language: 'Language of the people to address.',
      message: 'Optional, up to 1,000 characters after cleaning.',
    },
    errors: [],
  },
  'GET /api/orders/getSponsorships': {
    summary: 'List open requests to sponsor',
    about: 'For admins, like getReports. The oldest hundred.',
    answer: answers.sponsorships,
    errors: ['forbidden', 'chain_unavailable'],
  },
  'POST /api/orders/closeSponsorship': {
    summary: 'Close a request to sponsor',
    about: 'For admins, like getReports. Deletes what the request contains.',
    answer: success,
    fields: { id: 'Id of the request.' },
    errors: ['forbidden', 'report_not_found', 'chain_unavailable'],
  },
  'GET /api/orders/getDisputes': {
    summary: 'List open disputes',
    about:
      'For admins, like getReports; also disputes that the caller may not decide as a party. Twenty on a page, the oldest first; orders ' +
      'without a matching quote come last.',
    answer: answers.disputePage,
    fields: { cursor: 'The `next` of the previous page.' },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'GET /api/orders/getArbitration': {
    summary: 'Get a dispute to decide',
    about: 'For admins who are not a party: an open dispute, or one that an arbitrator has decided, with its deliveries and its evidence.',
    answer: answers.arbitration,
    fields: { orderId: 'Id of the order.' },
    errors: ['forbidden', 'order_not_found', 'arbitrator_is_party', 'dispute_not_found', 'dispute_closed', 'chain_unavailable'],
  },
  'POST /api/orders/addDecisionReason': {
    summary: 'Store the reason for a decision',
    about:
      "For admins, before the session's wallet calls `resolveDispute` with the same refund. The reason stays hidden until the decision is " +
      'on the chain; then both parties see it. Until then, a second call with the same refund replaces it.',
    answer: success,
    fields: {
      orderId: 'Id of the order.',
      refund: "The refund in the token's smallest units, as decimal text.",
      reason: '10 to 2,000 characters after cleaning.',
    },
    errors: [
      'forbidden',
      'order_not_found',
      'arbitrator_is_party',
      'dispute_not_found',
      'dispute_closed',
      'decision_too_early',
      'decision_too_late',
      'decision_out_of_bounds',
      'chain_unavailable',
    ],
  },
  'GET /api/orders/getPrice': {
    summary: 'Get the price of ETH',
    about: 'The mean of two feeds, asked every minute. Refused if they are more than 2 % apart, or if neither answered in ten minutes.',
    answer: answers.price,
    errors: ['price_unavailable'],
  },
  'GET /api/orders/getFees': {
    summary: 'Get the current fees',
    about:
      "The contract's fees for the next order, up to a minute old. A quote has the exact ones. Fees that have to be read from the chain " +
      'count twice towards the rate limit.',
    answer: answers.fees,
    fields: { seller: "The seller's wallet, which may have a fee of its own. Without it, the default fees." },
    errors: ['chain_unavailable'],
  },
  'GET /api/orders/getFigures': {
    summary: 'Get the public figures of the marketplace',
    about: 'Counted every hour from the events of the contract. Orders whose payment matches no quote are not counted.',
    answer: answers.figures,
    errors: [],
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
  'GET /api/orders/health': { summary: 'Check database, chain, contracts, cron and prices', answer: answers.health, errors: [] },
}

export const documentation: Documentation = {
  about:
    'Quotes, orders, invoices, disputes with their evidence and decisions, and reviews with their reports. The money itself moves on the ' +
    'chain only.',
  calls,
  schemas: { Order: answers.order, Quote: answers.quote, Invoice: answers.invoice, Review: answers.review },
}
