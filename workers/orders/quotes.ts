import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, toHex, zeroAddress } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { accounts, profiles, shownName, users } from '../auth/tables.ts'
import type { ServiceOption } from '../listings/services.schema.ts'
import { applications, listingMedia, listings } from '../listings/tables.ts'
import type { AreaVariables } from '../shared/area.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { demandSameRequest, idempotencyOf } from '../shared/idempotency.ts'
import { now } from '../shared/ids.ts'
import { type RawBlock, rpc } from '../shared/rpc.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { Media } from '../uploads/media.schema.ts'
import { media } from '../uploads/tables.ts'
import type { OrdersEnv } from './env.ts'
import { amountIn, MAX_FEE_BPS, type Quote, type QuoteRequest, quoteRequest, split, type Terms } from './orders.schema.ts'
import { ethPrice } from './price.ts'
import { quotes } from './tables.ts'

/** How long the buyer has to pay at these terms (seconds). */
const VALID_SECONDS = 15 * 60

/** How much of a bid's words goes into the order it leads to (characters). */
const BID_WORDS = 600

/** What of a plan an order is made of, and what it is called there. */
type Bought = Pick<ServiceOption, 'price' | 'delivery' | 'description' | 'features' | 'hourly'> & { plan: string }

/** An accepted bid to this person's job with a service: terms that stand, whatever became of job and service since. */
async function findBid(db: Database, applicationId: string, serviceId: number, buyerId: number): Promise<Bought> {
  const [bid] = await db
    .select({ plan: listings.title, price: applications.bidPrice, delivery: applications.bidDelivery, message: applications.message })
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
  const { plan, price, delivery, message } = bid
  return { plan, price, delivery, description: [...message].slice(0, BID_WORDS).join(''), features: [], hourly: false }
}

/** The service and what is bought of it, if it takes orders from this person. A hidden one does not exist, except for an accepted bid. */
async function findPlan(db: Database, { serviceId, plan, applicationId }: QuoteRequest, buyerId: number) {
  const [listing] = await db
    .select()
    .from(listings)
    .where(and(eq(listings.id, serviceId), eq(listings.listType, 'services'), isNull(listings.deletedAt)))
  if (listing?.userId === buyerId) throw new ApiError('own_listing')
  const bid = applicationId && (await findBid(db, applicationId, serviceId, buyerId))
  if (!listing || !(bid || listing.enabled)) throw new ApiError('listing_not_found')
  if (bid) return { listing, option: bid }
  const options = JSON.parse(listing.options) as Record<string, ServiceOption>
  if (plan === undefined || !Object.hasOwn(options, plan)) throw new ApiError('plan_not_found')
  return { listing, option: { ...options[plan]!, plan } satisfies Bought }
}

/** Where the seller is paid: the wallet the listing names while it is still theirs, else the first they linked that may be paid. */
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

/** What the contract will charge for this seller's next order, whether it takes the token, and its clock. */
async function readContract(env: OrdersEnv, orderBook: Hex, seller: Hex, token: Hex) {
  const feeCall = { abi: orderBookAbi, functionName: 'getCustomFees', args: [seller] } as const
  const arbitrationCall = { abi: orderBookAbi, functionName: 'getDefaultFees' } as const
  const tokenCall = { abi: orderBookAbi, functionName: 'isPayableToken', args: [token] } as const
  const [feeData, arbitrationData, tokenData, block] = await rpc<[Hex, Hex, Hex, RawBlock]>(
    env,
    ['eth_call', { to: orderBook, data: encodeFunctionData(feeCall) }, 'latest'],
    ['eth_call', { to: orderBook, data: encodeFunctionData(arbitrationCall) }, 'latest'],
    ['eth_call', { to: orderBook, data: encodeFunctionData(tokenCall) }, 'latest'],
    ['eth_getBlockByNumber', 'latest', false],
  )
  const feeBps = Number(decodeFunctionResult({ ...feeCall, data: feeData })[1])
  const [, arbitrationFeeBps] = decodeFunctionResult({ ...arbitrationCall, data: arbitrationData })
  return {
    feeBps,
    // Where the seller's own fee leaves less room, the arbitration fee gives way.
    arbitrationFeeBps: Math.min(Number(arbitrationFeeBps), MAX_FEE_BPS - feeBps),
    payable: decodeFunctionResult({ ...tokenCall, data: tokenData }),
    time: Number(block.timestamp),
  }
}

/** Names and pictures as the buyer sees them now. */
async function snapshot(db: Database, listing: typeof listings.$inferSelect, buyerId: number) {
  const shown = (id: number) =>
    db
      .select({ name: shownName, image: profiles.image })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.id, id))
  const [[seller], [buyer], [picture]] = await db.batch([
    shown(listing.userId),
    shown(buyerId),
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

type QuoteRow = typeof quotes.$inferSelect

function quoteOf(row: QuoteRow): Quote {
  const { fee, sellerGets } = split(BigInt(row.amount), row.feeBps)
  return {
    ref: row.ref as Hex,
    chainId: row.chainId,
    contract: row.contract as Hex,
    seller: row.seller as Hex,
    productId: row.serviceId,
    delivery: row.delivery,
    token: row.token as Hex,
    amount: row.amount,
    feeBps: row.feeBps,
    arbitrationFeeBps: row.arbitrationFeeBps,
    fee: String(fee),
    sellerGets: String(sellerGets),
    validUntil: row.validUntil,
    rate: (JSON.parse(row.terms) as Terms).rate,
  }
}

export const quoteRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().post(
  '/quoteOrder',
  requireUser,
  valid('json', quoteRequest),
  async (c) => {
    const body = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const { chainId, orderBook, tokens } = deployment(c.env)

    const { listing, option } = await findPlan(db, body, me)
    const token = tokens.find(({ address }) => address.toLowerCase() === body.token.toLowerCase())
    if (!token) throw new ApiError('token_unsupported')

    const buyer = getAddress(body.account)
    const [mine] = await db
      .select({ userId: accounts.userId })
      .from(accounts)
      .where(and(eq(accounts.address, buyer), eq(accounts.userId, me)))
    if (!mine) throw new ApiError('wallet_required', { account: buyer })
    const seller = await payoutWallet(db, listing)

    const hours = option.hourly ? body.hours : null
    const priceUsd = option.price * (hours ?? 1)
    const idempotency = await idempotencyOf(c, 'quoteOrder', body)
    /** What this key was answered with; refused where it was asked for something else. */
    const before = async () => {
      if (!idempotency) return
      const [row] = await db
        .select()
        .from(quotes)
        .where(and(eq(quotes.buyerId, me), eq(quotes.idempotencyKey, idempotency.key)))
      if (row) demandSameRequest(row.idempotencyHash, idempotency)
      return row
    }
    const answered = await before()
    if (answered) return c.json(quoteOf(answered))

    const rate = token.address === zeroAddress ? await ethPrice(db, c.env) : null
    const { feeBps, arbitrationFeeBps, payable, time } = await readContract(c.env, orderBook, seller, token.address)
    if (!payable) throw new ApiError('token_unsupported')
    const terms: Terms = {
      title: listing.title,
      plan: option.plan,
      description: option.description,
      features: option.features,
      hours,
      ...(await snapshot(db, listing, me)),
      rate,
    }
    const row: QuoteRow = {
      ref: toHex(crypto.getRandomValues(new Uint8Array(32))),
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
      createdAt: now(),
      // It is the chain's clock that decides.
      validUntil: Math.max(now(), time) + VALID_SECONDS,
      idempotencyKey: idempotency?.key ?? null,
      idempotencyHash: idempotency?.fingerprint ?? null,
    }
    await db
      .insert(quotes)
      .values(row)
      .onConflictDoNothing({ target: [quotes.buyerId, quotes.idempotencyKey] })
    // Of two at once with one key the first one stored counts.
    return c.json(quoteOf((await before()) ?? row))
  },
)
