import { byNetwork, byPerson, HOUR, health, type Limits, MINUTE } from '../limit-table.ts'

/** The limits of the calls of this area. */
export const CALL_LIMITS: Limits = {
  /** Each of the four reads of the node counts. */
  'POST /api/orders/quoteOrder': byPerson(240, 4000, MINUTE),
  /** Each of the two to four reads of the node counts. */
  'POST /api/orders/addOrder': byPerson(1200, 4000),
  // A search looks at a thousand orders, and an export reads all of them in pages.
  'GET /api/orders/getMyOrders': byPerson(600, 20_000, MINUTE),
  // A statement reads all invoices of a year in pages.
  'GET /api/orders/getInvoices': byPerson(300, 10_000, MINUTE),
  /** Each read of the node counts: two for a seller whose fees are not in memory. */
  'GET /api/orders/getFees': byNetwork(240, MINUTE, 40_000),
  /** Each read of the node counts: one for each contract, wallet and token. Every page that a member with an ended order opens asks. */
  'GET /api/orders/getOwed': byPerson(6000, 20_000),
  'POST /api/orders/acceptCustomOrder': byPerson(300, 1000),
  'POST /api/orders/addDelivery': byPerson(120, 400),
  'POST /api/orders/requestChanges': byPerson(60, 200),
  'POST /api/orders/addEvidence': byPerson(60, 200),
  // An answer contains up to 400 copied messages.
  'GET /api/orders/getEvidence': byPerson(600, 3000),
  'POST /api/orders/addReview': byPerson(60, 200),
  'POST /api/orders/answerReview': byPerson(60, 200),
  'POST /api/orders/addReport': byPerson(20, 60),
  'POST /api/orders/addConversationReport': byPerson(20, 60),
  // Guests may send it, and each one sends a mail.
  'POST /api/orders/addSponsorship': byNetwork(5, HOUR, 20),
  // These calls only read, but the specification asks for POST.
  'POST /api/orders/getReviews': byNetwork(600, MINUTE, 100_000),
  'POST /api/orders/getReviewsByServiceId': byNetwork(600, MINUTE, 100_000),
  // Each of these calls asks the contract whether the caller is an admin.
  'GET /api/orders/getReports': byPerson(600, 3000),
  'POST /api/orders/decideReports': byPerson(600, 3000),
  'GET /api/orders/getConversationReports': byPerson(600, 3000),
  'GET /api/orders/getHiddenMessages': byPerson(600, 3000),
  'POST /api/orders/decideConversationReport': byPerson(600, 3000),
  'GET /api/orders/getSponsorships': byPerson(600, 3000),
  'POST /api/orders/closeSponsorship': byPerson(600, 3000),
  'GET /api/orders/getDisputes': byPerson(600, 3000),
  'GET /api/orders/getArbitration': byPerson(600, 3000),
  'POST /api/orders/addDecisionReason': byPerson(600, 3000),
  /** Each request of a batch counts. */
  'POST /api/orders/rpc': byNetwork(600, MINUTE, 100_000),
  'GET /api/orders/health': health,
}
