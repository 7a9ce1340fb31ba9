import { createExecutionContext } from 'cloudflare:test'
import { zeroHash } from 'viem'
import { describeCalls } from '../shared/calls.testing.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, signedIn } from '../shared/testing.ts'
import worker from './index.ts'
import { insertInvoice } from './invoices.testing.ts'
import { reports, reviews } from './review-tables.ts'
import { db, deployed, insertOrder, publish, shownPlan, testEnv, usdc } from './testing.ts'

const area = '/api/orders'
// No mail is sent, because the mail provider would be asked again and again.
const env = { ...testEnv, NOTIFICATIONS: { notify: testEnv.NOTIFICATIONS.notify, mailTeam: async () => {} } } as typeof testEnv

describeCalls('calls of orders', {
  app: worker,
  env,
  send: (method, path, init) => call(worker, env, createExecutionContext(), method, path, init),
  lasting: [
    'quoteOrder',
    'addOrder',
    'acceptCustomOrder',
    'rpc',
    'addDelivery',
    'requestChanges',
    'addEvidence',
    'addReview',
    'answerReview',
    'getReviews',
    'getReviewsByServiceId',
    'addReport',
    'decideReports',
    'addConversationReport',
    'decideConversationReport',
    'addSponsorship',
    'closeSponsorship',
    'addDecisionReason',
  ].map((name) => `POST ${area}/${name}`),
  world: async () => {
    const owner = await signedIn(testEnv)
    const seller = await signedIn(testEnv)
    const stranger = await signedIn(testEnv)
    const newcomer = await signedIn(testEnv, { terms: false, name: '', wallet: false })
    const serviceId = await publish(seller)
    const id = await insertOrder(owner, seller, { termsState: 'unknown', serviceId, status: 0, statusAt: now() })
    const delivered = await insertOrder(owner, seller, { serviceId, status: 4 })
    const disputed = await insertOrder(owner, seller, { serviceId, status: 6 })
    const accepted = await insertOrder(seller, owner, { serviceId, status: 1 })
    const completed = await insertOrder(owner, seller, { serviceId })
    const invoiced = await insertInvoice(db, owner, seller)
    // The seller's review of the owner is visible, so the owner may answer it.
    const written = {
      subjectId: owner.id,
      serviceId,
      rating: 5,
      text: 'Clear and quick.',
      createdAt: now(),
      visibleAt: now(),
      visible: true,
    }
    const received = opaqueId()
    await db.insert(reviews).values({ id: received, orderId: id, side: 'seller', authorId: seller.id, ...written })
    const requestId = opaqueId()
    const request = { kind: 'sponsorship', thingId: requestId, reporterId: 0, reason: 'other', text: '', createdAt: now() }
    await db.insert(reports).values({ ...request, content: '{}' })
    const ages = { ageFrom: 20, ageTo: 40, gender: 'any' }
    const sponsorship = {
      contact: 'kim@example.com',
      company: 'Kamo Books',
      ...ages,
      interests: ['design'],
      location: 'JP',
      language: 'ja',
    }
    const data = '0x12345678'
    return {
      people: { owner, seller, stranger, newcomer },
      samples: {
        [`POST ${area}/quoteOrder`]: {
          json: { serviceId, plan: 'Hourly', shown: shownPlan('Hourly'), token: usdc, account: owner.address, hours: 2 },
        },
        [`POST ${area}/addOrder`]: { json: { transactionHash: zeroHash, chainId: deployed.chainId } },
        [`POST ${area}/acceptCustomOrder`]: { json: { orderId: id, roomId: opaqueId(), messageId: opaqueId() } },
        [`GET ${area}/getMyOrders`]: { query: { tab: 'requests', role: 'buyer', text: 'Logo', limit: '5' } },
        [`GET ${area}/getWaitingOrders`]: {},
        [`GET ${area}/getOrder`]: { query: { id } },
        [`GET ${area}/getDispute`]: { query: { orderId: id } },
        [`POST ${area}/addDelivery`]: { json: { orderId: accepted, message: 'Three drafts.', files: [opaqueId()] } },
        [`POST ${area}/requestChanges`]: { json: { orderId: delivered, message: 'Please use the darker green.' } },
        [`GET ${area}/getInvoice`]: { query: { orderId: invoiced } },
        [`GET ${area}/getInvoices`]: { query: { role: 'seller', year: '2026', cursor: `1790000000.${seller.id}.1` } },
        [`GET ${area}/getDeliveries`]: { query: { orderId: delivered } },
        [`POST ${area}/addEvidence`]: {
          json: { orderId: disputed, statement: 'Two drafts are missing.', files: [opaqueId()], messages: [1, 2] },
        },
        [`GET ${area}/getEvidence`]: { query: { orderId: disputed } },
        [`POST ${area}/addReview`]: { json: { orderId: completed, rating: 4, review: 'Good work.' } },
        [`POST ${area}/answerReview`]: { json: { id: received, answer: 'Thank you.' } },
        [`GET ${area}/getReviews`]: { query: { ids: `${completed},${id}` } },
        [`POST ${area}/getReviews`]: { json: { ids: [completed, id] } },
        [`GET ${area}/getReviewsByServiceId`]: { query: { id: String(serviceId), sort: 'best' } },
        [`POST ${area}/getReviewsByServiceId`]: { json: { id: serviceId } },
        [`GET ${area}/getReviewsByUserId`]: { query: { userId: String(owner.id), as: 'buyer' } },
        [`POST ${area}/addReport`]: { json: { kind: 'review', id: received, reason: 'spam', text: 'An advertisement.' } },
        [`GET ${area}/getReports`]: { query: { list: 'open', cursor: '1' } },
        [`POST ${area}/decideReports`]: { json: { kind: 'review', id: received, action: 'dismiss', version: 0 } },
        [`POST ${area}/addConversationReport`]: { json: { roomId: opaqueId(), messages: [1, 2], reason: 'spam', text: 'Every day.' } },
        [`GET ${area}/getConversationReports`]: { query: { cursor: '1' } },
        [`GET ${area}/getHiddenMessages`]: { query: { cursor: '1' } },
        [`POST ${area}/decideConversationReport`]: { json: { id: 999_999, action: 'hide' } },
        [`POST ${area}/addSponsorship`]: { json: sponsorship },
        [`GET ${area}/getSponsorships`]: {},
        [`POST ${area}/closeSponsorship`]: { json: { id: requestId } },
        [`GET ${area}/getDisputes`]: { query: { cursor: `-1770000000.${id}` } },
        [`GET ${area}/getArbitration`]: { query: { orderId: id } },
        [`POST ${area}/addDecisionReason`]: { json: { orderId: id, refund: '60000000', reason: 'Half of the work is usable.' } },
        [`GET ${area}/getPrice`]: {},
        [`GET ${area}/getOwed`]: {},
        [`GET ${area}/getFees`]: { query: { seller: seller.address } },
        [`GET ${area}/getFigures`]: {},
        [`POST ${area}/rpc`]: {
          json: { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: deployed.orderBook, data }, 'latest'] },
        },
        [`GET ${area}/health`]: {},
      },
    }
  },
})
