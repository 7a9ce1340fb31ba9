import { eq, sql } from 'drizzle-orm'
import type { ChatRpc } from '../chat/index.ts'
import { blocks, chatSettings } from '../chat/tables.ts'
import { creatorApplications, creators } from '../creators/creator-tables.ts'
import { folioMedia, folios, folioVersions } from '../creators/folio-tables.ts'
import { postComments, postLikes, postMedia, postReports, posts } from '../creators/post-tables.ts'
import { savedListings, savedLists, savedMatches, savedSearches } from '../listings/saved-tables.ts'
import { applications, listingMedia, listings } from '../listings/tables.ts'
import { devices } from '../notifications/push-tables.ts'
import { notificationSettings, notifications } from '../notifications/tables.ts'
import { deliveryFiles, deliverySteps, evidence, evidenceFiles } from '../orders/delivery-tables.ts'
import { insertInvoice } from '../orders/invoices.testing.ts'
import { reports, reviews } from '../orders/review-tables.ts'
import { orders, quotes } from '../orders/tables.ts'
import { database } from '../shared/db.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import { sessionId } from '../shared/session.ts'
import { profiles, sessions, users } from '../shared/tables.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { carrots, credentials, follows, mailLinks } from './tables.ts'
import { testEnv } from './testing.ts'

const db = database(testEnv)
const chat = testEnv.CHAT as unknown as Service<typeof ChatRpc>

const terms = (seller: string, picture: string | null, face: string | null) =>
  JSON.stringify({
    title: 'A logo',
    plan: 'Basic',
    description: '',
    features: [],
    hours: null,
    picture: picture && { id: picture, kind: 'image', width: 1, height: 1, placeholder: null },
    seller: { name: seller, image: face },
    buyer: { name: 'Ben Buyer', image: null },
    rate: null,
  })
/** A quote for an order between two users, to insert. */
export const newQuote = (buyer: TestUser, seller: TestUser, over: Partial<typeof quotes.$inferInsert> = {}) => ({
  ref: `0x${opaqueId()}`,
  chainId: 31337,
  contract: '0x1',
  serviceId: 1,
  buyerId: buyer.id,
  sellerId: seller.id,
  buyer: buyer.address,
  seller: seller.address,
  token: '0x4',
  amount: '1',
  priceUsd: 1,
  feeBps: 1000,
  delivery: 1,
  terms: terms('x', null, null),
  createdAt: 1,
  validUntil: 1,
  ...over,
})
/** A finished order between two users, to insert. */
export const newOrder = (buyer: TestUser, seller: TestUser, over: Partial<typeof orders.$inferInsert> = {}) => ({
  id: opaqueId(),
  chainId: 31337,
  contract: '0x1',
  orderId: opaqueId(),
  ref: `0x${opaqueId()}`,
  termsState: 'ok',
  serviceId: 1,
  buyer: buyer.address,
  seller: seller.address,
  buyerId: buyer.id,
  sellerId: seller.id,
  token: '0x4',
  price: '1',
  feeBps: 1000,
  delivery: 1,
  status: 5,
  statusAt: 1,
  createdAt: 1,
  terms: terms('x', null, null),
  ...over,
})
/** Inserts a picture of a user and returns its id. */
const addFile = async (user: TestUser, name = 'me') => {
  const id = opaqueId()
  const row = {
    id,
    userId: user.id,
    kind: 'image',
    key: `originals/${id}`,
    originalFilename: `${name}-at-home.jpg`,
    contentType: 'image/jpeg',
  }
  await db.insert(media).values({ ...row, size: 1, createdAt: 1, readyAt: 1 })
  return id
}
/** Inserts a service of a user with this picture, also into the search index, and returns its id. */
export const addListing = async (user: TestUser, picture: string, name = 'me') => {
  const [row] = await db
    .insert(listings)
    .values({
      listType: 'services',
      userId: user.id,
      account: user.address,
      lang: 'en',
      category: 'design',
      title: `Logos by ${name}`,
      descriptionPreview: `${name} draws`,
      description: `<p>${name}</p>`,
      options: '{}',
      priceUsd: 1,
      createdAt: 1,
      updatedAt: 1,
    })
    .returning({ id: listings.id })
  await db.insert(listingMedia).values({ listingId: row!.id, mediaId: picture, position: 0 })
  await db.run(sql`insert into search_terms (rowid, terms) values (${row!.id}, ${`s0~every s2~${name}`})`)
  return row!.id
}

/** Saves listings of others and a search of a user, and one listing of the user for somebody else. */
async function addSaved(user: TestUser, buyer: TestUser, name: string, wanted: number, plain: number): Promise<void> {
  const list = { createdAt: 1, usedAt: 1 }
  await db.insert(savedLists).values([
    { ...list, id: opaqueId(), userId: buyer.id, name: '' },
    { ...list, id: name, userId: user.id, name: `Ideas of ${name}`, token: `secret-of-a-link ${name}` },
  ])
  const [search] = await db
    .insert(savedSearches)
    .values({
      userId: user.id,
      name: `Signs by ${name}`,
      query: '{}',
      alert: 'daily',
      timeZone: 'Asia/Tokyo',
      seen: 0,
      dueAt: 1,
      createdAt: 1,
    })
    .returning({ id: savedSearches.id })
  await db.insert(savedMatches).values({ userId: user.id, listingId: wanted, searchId: search!.id, foundAt: 1 })
  await db.insert(savedListings).values([
    { userId: user.id, listingId: wanted, listId: name, title: 'Logos by Ben', savedAt: 1 },
    { userId: buyer.id, listingId: plain, listId: 'x', title: `Logos by ${name}`, savedAt: 1 },
  ])
}

/** Makes a user a creator, with the application for it, and a page and a post with this picture. */
async function addCreator({ id: userId, address: wallet }: TestUser, name: string, picture: string): Promise<void> {
  await db.insert(creators).values({ userId, name, wallet, since: 2 })
  await db.insert(folios).values({ userId, version: 1, website: `https://example.com/${name}` })
  const colors = { effect: 'NONE', primaryColor: '#fff0fa', secondaryColor: '#dbd0e6' }
  const texts = { title: name, about: `I am ${name}`, sections: JSON.stringify([{ title: name }]) }
  await db.insert(folioVersions).values({ userId, version: 1, savedAt: 3, ...texts, ...colors, image: picture })
  await db.insert(folioMedia).values({ userId, version: 1, mediaId: picture })
  const row = { userId, version: 1, draft: false, content: `<p>${name}</p>`, link: '', createdAt: 3 }
  const [post] = await db
    .insert(posts)
    .values({ ...row, id: opaqueId(), publishedAt: 3 })
    .returning({ seq: posts.seq, id: posts.id })
  await db.insert(postMedia).values({ post: post!.seq, mediaId: picture, position: 0 })
  await db.insert(postComments).values({ id: opaqueId(), post: post!.seq, userId, text: `I am ${name}`, createdAt: 4 })
  await db.insert(postLikes).values({ post: post!.seq, userId, at: 4 })
  const report = { reporterId: userId, reason: 'spam', text: `Signed ${name}`, content: name, createdAt: 4 }
  await db.insert(postReports).values({ kind: 'post', thingId: post!.id, ...report })
  const past = { userId, at: 1, reason: `${name} advertised` }
  await db.insert(hiddenProfiles).values({ userId, hiddenAt: 6 })
  await db.insert(sanctions).values([
    { ...past, kind: 'warning' },
    { ...past, kind: 'suspension', until: 9, endedAt: 5, endReason: `${name} apologized` },
  ])
  await db.insert(creatorApplications).values({
    id: opaqueId(),
    userId,
    state: 'granted',
    email: `${name}@example.com`,
    sns: `https://example.com/${name}`,
    fullName: name,
    wallet,
    name,
    text: `I am ${name}`,
    questions: JSON.stringify([{ question: 'Who are you?', askedAt: 1, answer: name, answeredAt: 2 }]),
    sentAt: 1,
    stateAt: 2,
  })
}

/** Creates a user with data in every table: an ordered listing, one without orders, a finished order, a room. */
export async function createFullUser() {
  // A unique name, which the tests later search for in the whole database.
  const name = `Zofia${crypto.randomUUID().slice(0, 8)}`
  const user = await signedIn(testEnv, { name })
  const buyer = await signedIn(testEnv, { name: 'Ben Buyer' })
  const [face, picture, unordered] = [await addFile(user, name), await addFile(user, name), await addFile(user, name)]
  await db
    .update(users)
    .set({ email: `${name}@example.com`, username: name })
    .where(eq(users.id, user.id))
  await db
    .update(profiles)
    .set({ image: face, description: `I am ${name}` })
    .where(eq(profiles.userId, user.id))
  await db.insert(credentials).values({ userId: user.id, claimedEmail: `${name}@new.example`, passwordHash: 'scrypt-secret-hash' })
  await db
    .insert(mailLinks)
    .values({ tokenHash: opaqueId(), userId: user.id, purpose: 'reset', email: `${name}@new.example`, expiresAt: 9 })
  await db.insert(carrots).values({ userId: user.id, amount: 10, reason: 'daily', day: '2026-11-20', at: 1 })
  await db.insert(follows).values([
    { followerId: user.id, followeeId: buyer.id, at: 1 },
    { followerId: buyer.id, followeeId: user.id, at: 1 },
  ])
  const [ordered, plain] = [await addListing(user, picture, name), await addListing(user, unordered, name)]
  const wanted = await addListing(buyer, await addFile(buyer), 'Ben')
  await addSaved(user, buyer, name, wanted, plain)
  await addCreator(user, name, face)
  const cv = await addFile(user, `${name}-cv`)
  await db.insert(applications).values([
    { id: opaqueId(), listingId: wanted, userId: user.id, message: `I am ${name}`, cvId: cv, createdAt: 1, placePrice: 7, payBy: 8 },
    { id: opaqueId(), listingId: plain, userId: buyer.id, message: `Dear ${name}`, createdAt: 1 },
  ])
  const agreed = terms(name, picture, face)
  const storedQuote = newQuote(buyer, user, { serviceId: ordered, terms: agreed })
  await db.insert(quotes).values([storedQuote, newQuote(buyer, user, { serviceId: plain }), newQuote(user, buyer)])
  const bought = newOrder(buyer, user, { serviceId: ordered, ref: storedQuote.ref, terms: agreed })
  await db.insert(orders).values(bought)
  const step = { orderId: bought.id, createdAt: 1 }
  const [delivered, stepId] = [await addFile(user, 'logo.zip'), opaqueId()]
  await db.insert(deliverySteps).values([
    { ...step, id: stepId, number: 1, kind: 'delivery', message: 'Three drafts' },
    { ...step, id: opaqueId(), number: 2, kind: 'changes', message: 'Darker, please' },
  ])
  await db.insert(deliveryFiles).values({ mediaId: delivered, stepId, position: 0 })
  const [submitted, evidenceId] = [await addFile(user, 'proof.pdf'), opaqueId()]
  const copies = [
    { number: 1, author: 'buyer', at: 1, text: 'Ben wrote this', hash: 'hash of 1' },
    { number: 2, author: 'seller', at: 2, text: 'Three drafts, as agreed', hash: 'hash of 2' },
  ]
  const messages = JSON.stringify(copies)
  const inOrder = { orderId: bought.id, messages, createdAt: 1 }
  await db.insert(evidence).values([
    { ...inOrder, id: evidenceId, number: 1, party: 'seller', statement: 'All drafts were sent' },
    { ...inOrder, id: opaqueId(), number: 2, party: 'buyer', statement: 'One was missing' },
  ])
  await db.insert(evidenceFiles).values({ mediaId: submitted, evidenceId, position: 0 })
  const review = { orderId: bought.id, serviceId: ordered, rating: 4, createdAt: 1, visibleAt: 1, visible: true }
  await db.insert(reviews).values([
    { ...review, id: opaqueId(), side: 'seller', authorId: user.id, subjectId: buyer.id, text: 'A clear briefing' },
    {
      ...review,
      id: opaqueId(),
      side: 'buyer',
      authorId: buyer.id,
      subjectId: user.id,
      text: 'Fast work',
      answer: 'Glad to',
      answeredAt: 2,
    },
  ])
  await db
    .insert(reports)
    .values({ kind: 'review', thingId: opaqueId(), reporterId: user.id, reason: 'spam', text: `Signed ${name}`, createdAt: 1 })
  await insertInvoice(db, buyer, user, { orderId: bought.id, document: { seller: { id: user.id, name, wallet: user.address } } })
  const notification = { kind: 'orderPlaced', thingKind: 'order', thingId: bought.id, params: '{"title":"A logo"}', at: 1 }
  await db.insert(notifications).values([
    { ...notification, userId: user.id, eventKey: opaqueId() },
    { ...notification, userId: buyer.id, eventKey: opaqueId() },
  ])
  await db.insert(notificationSettings).values({ userId: user.id, timeZone: 'Asia/Tokyo' })
  await db.insert(chatSettings).values({ userId: user.id, hidesSeen: true, digestHours: 24 })
  const blocked = await signedIn(testEnv)
  await db.insert(blocks).values([
    { blockerId: user.id, blockedId: blocked.id, createdAt: 1 },
    { blockerId: blocked.id, blockedId: user.id, createdAt: 1 },
  ])
  const device = { endpoint: `https://web.push.apple.com/${name}`, p256dh: 'device-key', auth: 'device-secret', userAgent: 'test' }
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, user.id))
  await db.insert(devices).values({ ...device, userId: user.id, session: sessionId(session!.tokenHash), createdAt: 1 })
  const room = await chat.openRoom({ orderId: bought.id, users: [user.id, buyer.id], metadata: { title: 'A logo' } })
  return { user, name, buyer, cv, delivered, submitted, face, picture, unordered, ordered, plain, bought, room }
}
