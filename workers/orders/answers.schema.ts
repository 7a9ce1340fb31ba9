import {
  array,
  boolean,
  description,
  exactOptional,
  literal,
  maxLength,
  nullable,
  number,
  picklist,
  pipe,
  strictObject,
  string,
  tuple,
} from 'valibot'
import { address, amount, basisPoints, bytes32, microUsd, nextCursor, opaqueId, text, time, whole } from '../shared/answers.schema.ts'
import { media } from '../uploads/answers.schema.ts'
import { CONVERSATION_REASONS, MAX_ROOM_MEMBERS } from './conversation-reports.schema.ts'
import { PAID_OUT_BY } from './invoices.schema.ts'
import { MAX_COUNT, OWING_CONTRACTS } from './orders.schema.ts'
import { REPORT_KINDS, REPORT_REASONS } from './reports.schema.ts'
import { GENDERS } from './sponsorships.schema.ts'
import { TABS } from './statuses.schema.ts'

/** Schemas of the answers of this area's calls. */

const rate = {
  priceUsd: microUsd('Price of one whole coin'),
  priceJpy: nullable(whole('The same in yen, for display only; null while the feeds disagree about it.')),
  isJpyFixed: pipe(boolean(), description('Whether `priceJpy` is `priceUsd` at a fixed rate, because no feed has a price in yen.')),
  at: time('When the price feeds answered; of two answers, the time of the older one'),
}
export const price = strictObject({ symbol: literal('ETH'), ...rate })

export const fees = strictObject({
  feeBps: basisPoints("The platform fee as a share of the seller's part"),
  arbitrationFeeBps: basisPoints("The additional fee if an arbitrator decides, as a share of the seller's part"),
})

export const figures = strictObject({
  figures: pipe(
    nullable(
      strictObject({
        completed: whole('Number of completed orders.'),
        paidOut: pipe(
          array(strictObject({ token: address('The token; the zero address is ETH.'), amount: amount('What sellers have received') })),
          description('One entry for each token.'),
        ),
        delivered: whole('Number of orders that were delivered.'),
        disputed: whole('How many of them were disputed.'),
        at: time('When they were counted'),
      }),
    ),
    description('Null until they are first counted.'),
  ),
})

const chainId = whole('Id of the chain.')
const contract = address('The OrderBook contract.')
const token = address('The token; the zero address is ETH.')
const days = whole('Days that the seller has from accepting.')
const quotedFees = {
  ...fees.entries,
  fee: amount('The platform fee'),
  sellerGets: amount('What the seller gets without a refund'),
}

const eventTimes = pipe(
  nullable(strictObject({ start: time('When it starts'), end: time('When it ends') })),
  description('The event whose place was bought; null for a service.'),
)

export const quote = strictObject({
  ref: bytes32('The reference of the quote, which the payment contains.'),
  chainId,
  contract,
  seller: address("The seller's payout wallet."),
  productId: whole('Id of the service.'),
  title: text('The title of the service or event.'),
  plan: text('The name of the plan, or the title of the job that a bid was for; empty for a place or an offer.'),
  delivery: days,
  revisions: nullable(whole('How many change requests are included; null for a bid.')),
  description: text('The description of the plan or event, or the beginning of the message of a bid.'),
  features: array(string()),
  event: eventTimes,
  token,
  amount: amount('The price'),
  ...quotedFees,
  validUntil: time('The last time at which the contract accepts the payment'),
  rate: nullable(strictObject(rate)),
})

export const acceptedOffer = strictObject({
  orderId: opaqueId('Id of the order.'),
  roomId: opaqueId('Id of the room of the offer.'),
  messageId: opaqueId('Id of the message with the offer.'),
})

const disputeEntries = {
  amount: basisPoints('The refund that the buyer asks for, as a share of the price'),
  counterAmount: nullable(basisPoints('The refund that the seller offers')),
  disputeTimestamp: time('When the dispute was opened'),
  counterTimestamp: nullable(time('When the seller made the first offer')),
  settleableAfter: time('The last time before anybody may settle the dispute'),
  settleAmount: basisPoints('The refund of such a settlement. It may end in .5'),
}
const status = whole('0 proposed, 1 accepted, 2 cancelled, 3 rejected, 4 delivered, 5 completed, 6 disputed.')

export const order = strictObject({
  id: opaqueId('Id of the order, for URLs and calls.'),
  order_id: text("The contract's number of the order, as decimal text."),
  room: nullable(opaqueId('Id of its chat room.')),
  service_id: whole('Id of the service or event.'),
  title: string(),
  plan: text('The name of the plan, or the title of the job that a bid was for.'),
  event: eventTimes,
  offer: pipe(
    nullable(
      strictObject({
        roomId: opaqueId('Id of the room in which it was sent.'),
        seq: nullable(whole('The `seq` of its message; null in orders from before it was stored.')),
        text: text('What it says is included.'),
      }),
    ),
    description('The custom offer that was ordered; null for a plan, bid or place.'),
  ),
  job: nullable(whole('The id of the buyer’s job whose accepted bid was ordered.')),
  hours: nullable(whole('Hours bought of an hourly plan.')),
  replacedPrice: nullable(whole('The price of the plan or bid in micro-USD, if the buyer chose to pay a custom amount instead.')),
  revisions: whole('How many change requests the order includes.'),
  changesRequested: pipe(boolean(), description('Whether the buyer has requested changes that the seller has not delivered yet.')),
  image: nullable(opaqueId('Media id of the picture.')),
  picture: nullable(media),
  seller: address("The seller's wallet."),
  buyer: address("The buyer's wallet."),
  seller_id: nullable(
    whole(
      'User id of the seller. Null if no account has the wallet, and for the buyer of an order without a matching quote until the seller has accepted it; the name, picture and room are then empty too.',
    ),
  ),
  buyer_id: nullable(whole('User id of the buyer.')),
  seller_name: string(),
  buyer_name: string(),
  seller_image: nullable(opaqueId('Media id.')),
  buyer_image: nullable(opaqueId('Media id.')),
  token,
  price: amount('The price'),
  ...quotedFees,
  status_: status,
  statusAt: time('When the current status began'),
  date: time('When the order was paid'),
  delivery: days,
  chain_id: chainId,
  contract,
  terms: pipe(picklist(['ok', 'unknown', 'unequal']), description('Whether the payment matches its quote; `unknown` without a quote.')),
  dispute: nullable(strictObject(disputeEntries)),
  decision: pipe(
    nullable(
      strictObject({
        by: address('The wallet of the arbitrator.'),
        refund: amount('The refund'),
        reason: nullable(text('What the arbitrator wrote; null if the decision was sent without this site.')),
      }),
    ),
    description("The arbitrator's decision; null without one."),
  ),
  outcome: pipe(
    nullable(
      strictObject({ toBuyer: amount('For the buyer'), toSeller: amount('For the seller'), toTreasury: amount('For the platform') }),
    ),
    description('How the deposit was split; null while the contract holds it.'),
  ),
  owedTo: pipe(
    array(picklist(['buyer', 'seller'])),
    description('The parties whose part could not be sent to their wallet. `getOwed` says what is still owed.'),
  ),
  history: array(
    strictObject({
      name: text('Name of the event on chain. Of UpdateDispute and CounterDispute the first 25 and the newest 25 each are listed.'),
      at: time('When it happened'),
      block: whole('Number of the block.'),
      transactionHash: text('Hash of the transaction.'),
      amount: exactOptional(basisPoints('The refund that the event names')),
    }),
  ),
})
const orderCount = whole(`Number of orders, ${MAX_COUNT} at most.`)
export const orderPage = strictObject({
  orders: array(order),
  tab: pipe(nullable(picklist(TABS)), description('The tab of these orders; null for those of all tabs.')),
  counts: pipe(
    nullable(strictObject({ open: orderCount, requests: orderCount, disputes: orderCount, completed: orderCount })),
    description('Orders in each tab, or those that were found. Null if a search has not looked at all orders in one call.'),
  ),
  next: nextCursor,
})
export const waitingOrders = strictObject({
  count: whole(`Number of orders, ${MAX_COUNT} at most.`),
  hasEnded: pipe(boolean(), description('Whether the caller has an order that has ended, which can leave an owed payment.')),
})
export const owed = strictObject({
  owed: array(
    strictObject({
      by: pipe(picklist(OWING_CONTRACTS), description('Which contract owes it.')),
      contract: address('The address of the contract; its `withdraw` pays it.'),
      codeHash: bytes32("keccak-256 of the contract's runtime code."),
      wallet: address('The linked wallet that it is owed to.'),
      token,
      amount: amount('How much is owed'),
    }),
  ),
})
const files = array(
  strictObject({ path: opaqueId('For downloadPrivateFile.'), filename: string(), size: whole('Size of the file in bytes.') }),
)
const steps = pipe(
  array(
    strictObject({
      id: opaqueId('Id of the step.'),
      kind: pipe(picklist(['delivery', 'changes']), description('A delivery by the seller, or changes that the buyer requested.')),
      message: string(),
      files,
      at: time('When it was stored'),
    }),
  ),
  description('Oldest first. The two kinds take turns.'),
)
export const deliveries = strictObject({ steps })
const party = picklist(['buyer', 'seller'])
const evidenceList = pipe(
  array(
    strictObject({
      id: opaqueId('Id of the evidence.'),
      party: pipe(party, description('Who submitted it.')),
      statement: text('It may be empty.'),
      files,
      messages: array(
        strictObject({
          number: whole("The message's number in the room of the order."),
          author: party,
          at: time('When it was sent'),
          text: text('The message as it was when it was submitted.'),
          hash: text(
            'SHA-256, in hex, of the UTF-8 bytes of this JSON array without spaces: id of the order, `number`, `author`, `at`, `text`.',
          ),
        }),
      ),
      at: time('When it was submitted'),
    }),
  ),
  description('Oldest first.'),
)
export const evidence = strictObject({ evidence: evidenceList })
export const reportedOrder = strictObject({ orderId: opaqueId('Id of the order.'), roomId: nullable(opaqueId('Id of its chat room.')) })
export const dispute = strictObject({
  orderId: opaqueId('Id of the order.'),
  status,
  arbitrationFeeBps: quotedFees.arbitrationFeeBps,
  ...disputeEntries,
})
export const review = strictObject({
  id: opaqueId('Id of the review.'),
  order_id: nullable(opaqueId('Id of the order; null except for its two parties.')),
  side: pipe(
    picklist(['buyer', 'seller']),
    description('Who wrote it. A buyer rates the service and its seller, a seller rates the buyer.'),
  ),
  rating: whole('1 to 5.'),
  review: string(),
  name: text('Name of the author; empty without a name, and after the account was deleted.'),
  image: nullable(opaqueId('Media id.')),
  user_id: nullable(whole('User id of the author; null after the account was deleted.')),
  service: pipe(
    nullable(strictObject({ id: whole('Id of the service or event.'), title: string(), listType: picklist(['services', 'events']) })),
    description('The service that was ordered, or the event, for reviews by buyers, while it is published.'),
  ),
  date: time('When it was written'),
  editedAt: nullable(time('When the text was last changed while the review was visible')),
  visible: pipe(boolean(), description('Whether everybody sees it.')),
  visibleAt: time('From when everybody sees it, at the latest'),
  hidden: pipe(boolean(), description('Whether an admin hid it.')),
  answer: nullable(
    strictObject({
      text: text('Empty if an admin hid it, except for its author.'),
      date: time('When it was first written'),
      editedAt: nullable(time('When it was last changed')),
      hidden: pipe(boolean(), description('Whether an admin hid it.')),
    }),
  ),
})
export const reviews = strictObject({ reviews: array(review) })
export const answeredReview = strictObject({ review })
const count = whole('Number of reviews.')
export const reviewPage = strictObject({
  reviews: array(review),
  summary: strictObject({
    mean: nullable(pipe(number(), description('Mean of the stars, with two decimals; null without reviews.'))),
    count,
    stars: pipe(tuple([count, count, count, count, count]), description('How many have one star, two stars, and so on.')),
  }),
  next: nextCursor,
})
export const reportPage = strictObject({
  things: array(
    strictObject({
      kind: picklist(REPORT_KINDS),
      id: opaqueId('Id of the review; also for its answer.'),
      count: whole('Number of open reports.'),
      reports: pipe(
        array(
          strictObject({
            reason: picklist(REPORT_REASONS),
            text: string(),
            at: time('When it was sent'),
            content: pipe(
              nullable(strictObject({ rating: whole('1 to 5.'), review: string(), answer: nullable(string()) })),
              description('The review and its answer when it was reported; null in old reports.'),
            ),
          }),
        ),
        description('The oldest ten open reports.'),
      ),
      review: pipe(nullable(review), description('As it is now.')),
      hidden: boolean(),
      version: whole('Changes with every change of the text.'),
      author_id: nullable(whole('Who wrote the review or the answer; null for a deleted account.')),
    }),
  ),
  next: nextCursor,
})
const reportParty = strictObject({ id: whole('User id.'), name: text('Empty without a name, or if the account was deleted.') })
const reportedMessage = strictObject({
  seq: whole('Number of the message in its room.'),
  userId: whole('Id of the author.'),
  text: string(),
  at: time('When it was stored'),
})
export const conversationReports = strictObject({
  reports: array(
    strictObject({
      id: whole('Id of the report.'),
      reason: picklist(CONVERSATION_REASONS),
      text: string(),
      at: time('When it was sent'),
      reporter: reportParty,
      subject: reportParty,
      room: pipe(
        nullable(
          strictObject({
            kind: picklist(['pair', 'order']),
            members: pipe(array(reportParty), maxLength(MAX_ROOM_MEMBERS)),
            disputedOrderId: nullable(text('The order, while it is disputed.')),
          }),
        ),
        description('The conversation of two members (`pair`), or about an order; null if it no longer exists.'),
      ),
      messages: pipe(array(reportedMessage), description('The reported messages, as they were then.')),
    }),
  ),
  next: nextCursor,
})
export const hiddenMessages = strictObject({
  hidden: array(
    strictObject({
      id: whole('Id of the report.'),
      at: time('When they were hidden'),
      subject: reportParty,
      messages: pipe(
        nullable(array(reportedMessage)),
        description('As they are stored now, without those that their author has deleted. Null if the room could not be read.'),
      ),
    }),
  ),
  next: nextCursor,
})
export const sponsorships = strictObject({
  requests: array(
    strictObject({
      id: opaqueId('Id of the request.'),
      at: time('When it was sent'),
      contact: text('E-mail address for the answer.'),
      company: string(),
      ageFrom: whole('Years.'),
      ageTo: whole('Years.'),
      gender: picklist(GENDERS),
      interests: pipe(array(string()), description('Categories of services; empty for all.')),
      location: text('Country code; empty for all.'),
      language: text('Language code, or `any`.'),
      message: string(),
    }),
  ),
})
const invoiceParty = (role: string) =>
  strictObject({
    id: whole(`User id of the ${role}.`),
    name: text('The name when the invoice was issued.'),
    wallet: address(`The wallet of the ${role}.`),
  })
const hash = (what: string) => bytes32(`Hash of the transaction of the ${what}.`)
export const invoice = strictObject({
  order: opaqueId('Id of the order.'),
  number: text("The seller's id and the running number, such as `217-0003`."),
  isVoid: pipe(boolean(), description('Whether a reorg removed its payout from the chain.')),
  paidOutAt: time('When the escrow paid it out'),
  issuedAt: time('When the invoice was issued'),
  seller: invoiceParty('seller'),
  buyer: invoiceParty('buyer'),
  title: string(),
  plan: text('The name of the plan, or the title of the job that a bid was for.'),
  hours: nullable(whole('Hours bought of an hourly plan.')),
  event: eventTimes,
  chainId,
  contract,
  orderNumber: text("The contract's number of the order, as decimal text."),
  token,
  price: amount('What was paid into escrow'),
  priceUsd: microUsd('The quoted price'),
  rate: pipe(
    nullable(strictObject({ priceUsd: rate.priceUsd, at: rate.at })),
    description('What one ETH cost in the quote; null for stablecoins.'),
  ),
  paidAt: time('When the order was paid'),
  paymentHash: hash('payment'),
  payoutHash: hash('payout'),
  paidOutBy: pipe(
    picklist(['release', ...Object.values(PAID_OUT_BY)]),
    description(
      "How the order was paid out: by the buyer's release, by a timeout after the delivery, by agreement or an arbitrator's decision in a " +
        'dispute, or after the deadline of a dispute.',
    ),
  ),
  refund: amount('What went back to the buyer'),
  total: amount('The price without the refund'),
  sellerPart: pipe(
    nullable(strictObject({ fee: amount('The platform fee'), received: amount('What the seller received') })),
    description('Only for the seller.'),
  ),
})
export const invoicePage = strictObject({
  invoices: array(invoice),
  since: nullable(time("The payout of the caller's first invoice in this role")),
  next: nextCursor,
})
export const disputePage = strictObject({ orders: array(order), next: nextCursor })
export const arbitration = strictObject({
  order,
  description: text('The description of the plan; empty without a quote.'),
  features: pipe(array(string()), description('What the plan promised.')),
  deliveries: steps,
  evidence: evidenceList,
  wallet: address('The wallet of the session, which must send the decision.'),
})
const part = text('`ok`, or a short description of the problem.')
export const health = strictObject({
  db: part,
  chain: part,
  contracts: part,
  cron: part,
  cronAgeSeconds: nullable(whole('Seconds since the cron last made progress.')),
  blocksBehind: nullable(whole('Blocks from the last one that was read to the newest one.')),
  secondsBehind: nullable(whole('The same as the difference of their timestamps.')),
  unexpectedEvents: nullable(whole('Stored event logs that the contract should not have emitted.')),
  prices: part,
  priceAgeSeconds: pipe(
    strictObject({ coinbase: nullable(whole('Seconds.')), kraken: nullable(whole('Seconds.')) }),
    description('How long ago each price feed answered; null for one that never did.'),
  ),
  lastError: nullable(strictObject({ at: time('When the indexer last failed.'), message: text('Why, without addresses.') })),
})
