import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, zeroAddress } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { ServiceOption } from '../listings/services.schema.ts'
import { applications, listingMedia, listings } from '../listings/tables.ts'
import { abortUnless } from '../shared/abort-unless.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database, isAccountDeleted } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { shownImage } from '../shared/hidden-tables.ts'
import { type Idempotency, idempotencyOf, requireSameRequest } from '../shared/idempotency.ts'
import { now } from '../shared/ids.ts'
import { countMore } from '../shared/limits.ts'
import { type RawBlock, rpc } from '../shared/rpc.ts'
import { isSuspended } from '../shared/sanction-tables.ts'
import { requireUser } from '../shared/session.ts'
import { accounts, profiles, shownName, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { Media } from '../uploads/media.schema.ts'
import { media } from '../uploads/tables.ts'
import type { OrdersEnv } from './env.ts'
import { feeCalls, feesOf } from './fees.ts'
import { findOffer, isOfferFree, offerColumns, requireFreeOffer } from './offers.ts'
import {
  amountIn,
  type ChangedTerms,
  differingTerms,
  type Quote,
  type QuoteRequest,
  quoteRequest,
  type Rate,
  type ShownTerms,
  split,
  type Terms,
} from './orders.schema.ts'
import { findPlace } from './places.ts'
import { ethPrice, MAX_AGE_SECONDS } from './price.ts'
import { quotes } from './tables.ts'

/** How long a quote can be paid (seconds). */
const VALID_SECONDS = 15 * 60

/** How much of a bid's message becomes the description of its order (characters). */
const MAX_BID_DESCRIPTION = 600

/** The plan, bid, offer or place that is bought; `plan` is its name in the order. */
type PurchasedOption = Pick<ServiceOption, 'price' | 'delivery' | 'description' | 'features' | 'hourly'> & {
  plan: string
  /** The id of the job of a bid. */
  job?: number
  /** Missing in a bid or an offer, which say nothing about it. */
  revisions?: number
}

/** Finds the accepted bid to the buyer's job. Its terms also apply after the job or the service was changed or disabled. */
async function findBid(db: Database, applicationId: string, serviceId: number, buyerId: number): Promise<PurchasedOption> {
  const [bid] = await db
    .select({
      job: listings.id,
      plan: listings.title,
      price: applications.bidPrice,
      delivery: applications.bidDelivery,
      message: applications.message,
    })
    .from(applications)
    .innerJoin(listings, eq(listings.id, applications.listingId))
    .where(
      and(
        eq(applications.id, applicationId),
        eq(applications.status, 'accepted'),
        eq(applications.bidService, serviceId),
        eq(listings.userId, buyerId),
      ),
    )
  if (!bid?.price || !bid.delivery) throw new ApiError('application_not_found')
  const { job, plan, price, delivery, message } = bid
  return { job, plan, price, delivery, description: [...message].slice(0, MAX_BID_DESCRIPTION).join(''), features: [], hourly: false }
}

/**
 * What is bought: `option` is its price and terms; for an offer also its place, and the title and picture on its card, which those of the
 * listing may no longer be; for a place at an event also its times, and until when it can be paid (UTC seconds).
 */
interface Purchase {
  listing: typeof listings.$inferSelect
  option: PurchasedOption
  card?: Pick<Terms, 'title' | 'picture' | 'offer'>
  event?: NonNullable<Terms['event']>
  payBy?: number
}

/**
 * Finds what is bought: a plan, bid or offer of a service, or a place at an event. A disabled service counts as not found, except for an
 * accepted bid or an offer; a place can be paid even if the event is disabled. What the team has hidden cannot be bought at all, and nothing of
 * a suspended member.
 */
async function findPurchase(env: OrdersEnv, db: Database, request: QuoteRequest, buyerId: number): Promise<Purchase> {
  const { serviceId, plan, applicationId } = request
  const offer = request.offer && (await findOffer(env, request.offer, request, buyerId))
  const [listing] = await db
    .select()
    .from(listings)
    .where(
      and(
        eq(listings.id, serviceId),
        inArray(listings.listType, ['services', 'events']),
        isNull(listings.deletedAt),
        sql`not ${isSuspended(listings.userId)}`,
      ),
    )
  if (listing?.userId === buyerId) throw new ApiError('own_listing')
  if (listing && listing.hiddenAt !== null) throw new ApiError('listing_not_found')
  if (listing?.listType === 'events' && !offer) return { listing, ...(await findPlace(db, applicationId, listing, buyerId)) }
  if (offer) {
    if (listing?.userId !== offer.sellerId) throw new ApiError('listing_not_found')
    return { listing, option: offer.option, card: offer.card }
  }
  const bid = applicationId && (await findBid(db, applicationId, serviceId, buyerId))
  if (!listing || !(bid || listing.enabled)) throw new ApiError('listing_not_found')
  if (bid) return { listing, option: bid }
  const options = JSON.parse(listing.options) as Record<string, ServiceOption>
  if (plan === undefined || !Object.hasOwn(options, plan)) throw new ApiError('plan_not_found')
  return { listing, option: { ...options[plan]!, plan } satisfies PurchasedOption }
}

/**
 * Throws `terms_changed`, with the current terms, if the page showed others. A bid fixes only price and days; its service may get another
 * title.
 */
function requireShownTerms(shown: ShownTerms, { listing: { title }, option, event }: Purchase): void {
  const { price, hourly, delivery, revisions, description, features } = option
  const terms: ChangedTerms['terms'] = event
    ? { title, price, hourly, description, event }
    : option.job !== undefined
      ? { price, hourly, delivery }
      : { title, price, hourly, delivery, revisions, description, features }
  if (differingTerms(shown, terms).length) throw new ApiError('terms_changed', { terms } satisfies ChangedTerms)
}

/** The seller's payout wallet: the listing's wallet while it is still linked, else the first linked one that may already be paid. */
async function payoutWallet(db: Database, listing: { userId: number; account: string }): Promise<Hex> {
  const linked = await db
    .select({ address: accounts.address })
    .from(accounts)
    .where(and(eq(accounts.userId, listing.userId), lte(accounts.paidFrom, now())))
    .orderBy(asc(accounts.linkedAt))
  const wallet = linked.find(({ address }) => address === listing.account) ?? linked[0]
  if (!wallet) throw new ApiError('seller_unpayable')
  return wallet.address as Hex
}

/** How many times {@link readContract} reads the node. */
const CONTRACT_READS = 4

/** Reads the fees for the seller's next order, whether the contract accepts the token, and the chain's time (UTC seconds). */
async function readContract(env: OrdersEnv, orderBook: Hex, seller: Hex, token: Hex) {
  const tokenCall = { abi: orderBookAbi, functionName: 'isPayableToken', args: [token] } as const
  const [custom, defaults, tokenData, block] = await rpc<[Hex, Hex, Hex, RawBlock]>(
    env,
    ...feeCalls(orderBook, seller),
    ['eth_call', { to: orderBook, data: encodeFunctionData(tokenCall) }, 'latest'],
    ['eth_getBlockByNumber', 'latest', false],
  )
  return {
    ...feesOf(custom, defaults),
    payable: decodeFunctionResult({ ...tokenCall, data: tokenData }),
    time: Number(block.timestamp),
  }
}

/** Reads the names and pictures that the buyer sees now, to store them with the quote. */
async function readPresentation(db: Database, listing: typeof listings.$inferSelect, buyerId: number) {
  const readUser = (id: number) =>
    db
      .select({ name: shownName, image: shownImage() })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.id, id))
  const [[seller], [buyer], [picture]] = await db.batch([
    readUser(listing.userId),
    readUser(buyerId),
    db
      .select({
        // A video is shown by its poster.
        id: sql<string>`coalesce(${media.poster}, ${media.id})`,
        kind: sql<'image'>`'image'`,
        width: media.width,
        height: media.height,
        placeholder: media.placeholder,
      })
      .from(listingMedia)
      .innerJoin(media, eq(media.id, listingMedia.mediaId))
      .where(and(eq(listingMedia.listingId, listing.id), or(eq(media.kind, 'image'), isNotNull(media.poster))))
      .orderBy(asc(listingMedia.position))
      .limit(1),
  ])
  return { seller: seller!, buyer: buyer!, picture: (picture as Media | undefined) ?? null }
}

/**
 * SQL condition: the seller has not deleted the listing or their account, the bid or place is still accepted, and nobody else pays for the
 * offer.
 */
const isStillOffered = ({ serviceId, applicationId, offer }: QuoteRequest, session: string, at: number) => sql`(
  exists (select 1 from listings l join users u on u.id = l.user_id where l.id = ${serviceId} and l.deleted_at is null and u.deleted_at is null)
  and (${applicationId ?? null} is null or exists (select 1 from applications a where a.id = ${applicationId ?? null} and a.status = 'accepted'))
  and ${offer ? isOfferFree(offer.messageId, session, at) : sql`true`})`

type QuoteRow = typeof quotes.$inferSelect

function quoteOf(row: QuoteRow): Quote {
  const { fee, sellerGets } = split(BigInt(row.amount), row.feeBps)
  const { title, plan, description, features, revisions = null, event = null, rate } = JSON.parse(row.terms) as Terms
  return {
    ref: row.ref as Hex,
    chainId: row.chainId,
    contract: row.contract as Hex,
    seller: row.seller as Hex,
    productId: row.serviceId,
    title,
    plan,
    delivery: row.delivery,
    ...{ revisions, description, features, event },
    token: row.token as Hex,
    amount: row.amount,
    feeBps: row.feeBps,
    arbitrationFeeBps: row.arbitrationFeeBps,
    fee: String(fee),
    sellerGets: String(sellerGets),
    validUntil: row.validUntil,
    rate,
  }
}

/** The wallet in `account` with its checksum. Throws `wallet_required` if it is not linked to the member. */
async function findLinkedWallet(db: Database, account: string, userId: number): Promise<Hex> {
  const address = getAddress(account)
  const [linked] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.address, address), eq(accounts.userId, userId)))
  if (!linked) throw new ApiError('wallet_required', { account: address })
  return address
}

/** The quote stored under an idempotency key. Throws if the key was used for a different request. */
async function findStoredQuote(db: Database, buyerId: number, idempotency: Idempotency | null): Promise<QuoteRow | undefined> {
  if (!idempotency) return
  const [row] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.buyerId, buyerId), eq(quotes.idempotencyKey, idempotency.key)))
  if (row) requireSameRequest(row.idempotencyHash, idempotency)
  return row
}

/**
 * How many seconds after `at` a quote can be paid. A place is not paid after its deadline `payBy`, and nothing at a rate that is older than
 * MAX_AGE_SECONDS. A new rate is young enough to leave a few minutes to pay.
 */
function secondsToPay(at: number, rate: Rate | null, payBy: number | undefined): number {
  const rateUntil = rate ? rate.at + MAX_AGE_SECONDS : Number.POSITIVE_INFINITY
  return Math.min(VALID_SECONDS, rateUntil - at, (payBy ?? Number.POSITIVE_INFINITY) - at)
}

export const quoteRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().post(
  '/quoteOrder',
  requireUser,
  valid('json', quoteRequest),
  async (c) => {
    const body = c.req.valid('json')
    const { id: me, session } = c.var.user
    const db = database(c.env)
    const { chainId, orderBook, tokens } = deployment(c.env)

    const purchase = await findPurchase(c.env, db, body, me)
    const { listing, option, card, event, payBy } = purchase
    // The admission or the offer fixes the price, so another amount would not pay for it.
    if ((event || body.offer) && body.customPrice !== undefined)
      throw new ApiError('invalid_body', { path: 'customPrice', rule: event ? 'place' : 'offer' })
    const token = tokens.find(({ address }) => address.toLowerCase() === body.token.toLowerCase())
    if (!token) throw new ApiError('token_unsupported')

    const buyer = await findLinkedWallet(db, body.account, me)
    const seller = await payoutWallet(db, listing)

    const hours = option.hourly ? body.hours : null
    const listPrice = option.price * (hours ?? 1)
    const priceUsd = body.customPrice ?? listPrice
    const idempotency = await idempotencyOf(c, 'quoteOrder', body)
    const stored = await findStoredQuote(db, me, idempotency)
    // A repeated request gets the quote that fixed the terms it names, also if they have changed since then.
    if (stored) return c.json(quoteOf(stored))
    if (body.offer) await requireFreeOffer(db, body.offer.messageId, session)
    else requireShownTerms(body.shown, purchase)

    const rate = token.address === zeroAddress ? await ethPrice(db) : null
    // The node provider charges per call, so each read counts against the limit.
    await countMore(c, CONTRACT_READS - 1)
    const { feeBps, arbitrationFeeBps, payable, time } = await readContract(c.env, orderBook, seller, token.address)
    if (!payable) throw new ApiError('token_unsupported')
    const terms: Terms = {
      title: listing.title,
      plan: option.plan,
      description: option.description,
      features: option.features,
      hours,
      replacedPrice: priceUsd === listPrice ? null : listPrice,
      ...(option.job !== undefined && { job: option.job }),
      ...(option.revisions !== undefined && { revisions: option.revisions }),
      ...{ ...(await readPresentation(db, listing, me)), ...card },
      rate,
      ...(event && { event }),
    }
    const at = now()
    // The contract compares with the chain's time, which may be ahead of ours.
    const chainTime = Math.max(at, time)
    const row: QuoteRow = {
      ...(await offerColumns(body, { ...option, title: terms.title }, session)),
      chainId,
      contract: orderBook,
      serviceId: listing.id,
      buyerId: me,
      sellerId: listing.userId,
      buyer,
      seller,
      token: token.address,
      amount: String(amountIn(token, priceUsd, rate)),
      priceUsd,
      feeBps,
      arbitrationFeeBps,
      delivery: option.delivery,
      terms: JSON.stringify(terms),
      createdAt: at,
      validUntil: chainTime + secondsToPay(at, rate, payBy),
      idempotencyKey: idempotency?.key ?? null,
      idempotencyHash: idempotency?.fingerprint ?? null,
      applicationId: body.applicationId ?? null,
    }
    await db
      .insert(quotes)
      .values({ ...row, createdAt: abortUnless(isStillOffered(body, session, at), at) })
      .onConflictDoNothing({ target: [quotes.buyerId, quotes.idempotencyKey] })
      .catch(async (error: unknown) => {
        // The listing, bid, place or wallet ended while the chain was read, or the offer was quoted to another session: throw the error that
        // a later request would get.
        if (!isAccountDeleted(error)) await payoutWallet(db, (await findPurchase(c.env, db, body, me)).listing)
        if (body.offer) await requireFreeOffer(db, body.offer.messageId, session)
        throw error
      })
    // Of two concurrent requests with one key, both get the quote that was stored first.
    return c.json(quoteOf((await findStoredQuote(db, me, idempotency)) ?? row))
  },
)
