import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { getAddress, isAddress } from 'viem'
import type { ListType } from '../listings/list-types.schema.ts'
import { listings } from '../listings/tables.ts'
import { reviews } from '../orders/review-tables.ts'
import type { AuditAction } from '../shared/audit-actions.schema.ts'
import type { Database } from '../shared/db.ts'
import { accounts, profiles, shownName, users } from '../shared/tables.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import { postComments, posts } from './post-tables.ts'
import type { AuditLogEntry, NamedSubject } from './settings.schema.ts'

/** What the subject of an entry is the id of. */
type Kind = 'member' | 'wallet' | 'application' | 'review' | 'listing' | 'post' | 'comment'

/** By action. Null: an address, or nothing that has a name. */
const ACTIONS: Record<AuditAction, Kind | null> = {
  disputeDecided: null,
  reviewHidden: 'review',
  reviewRestored: 'review',
  answerHidden: 'review',
  answerRestored: 'review',
  reportsDismissed: 'review',
  conversationReportClosed: null,
  messagesHidden: null,
  messagesRestored: null,
  sponsorshipClosed: null,
  creatorApplicationAsked: 'application',
  creatorApplicationRefused: 'application',
  creatorEnabled: 'member',
  creatorRestored: 'member',
  creatorRemoved: 'member',
  creatorPromoted: 'member',
  creatorUnpromoted: 'member',
  shopAllowed: 'member',
  shopDisallowed: 'member',
  creatorWalletAdded: null,
  creatorWalletRemoved: null,
  adminAdded: null,
  adminRemoved: null,
  ownershipOffered: null,
  ownershipTransferred: null,
  treasuryChanged: null,
  defaultFeeChanged: null,
  arbitrationFeeChanged: null,
  customFeeChanged: null,
  payableTokenChanged: null,
  pausedChanged: null,
  feesWithdrawn: null,
  postHidden: 'post',
  postRestored: 'post',
  commentHidden: 'comment',
  commentRestored: 'comment',
  postReportsDismissed: null,
  listingHidden: 'listing',
  listingRestored: 'listing',
  profileHidden: 'member',
  profileRestored: 'member',
  memberWarned: 'member',
  memberSuspended: 'member',
  suspensionEnded: 'member',
}
/** The same for closed reports, by the kind in the details. */
const REPORTED: Record<string, Kind> = { post: 'post', comment: 'comment', listing: 'listing', person: 'member', page: 'member' }

type Entry = Pick<AuditLogEntry, 'actor' | 'action' | 'subject' | 'details'>

/** Undefined for what has no name. Who has applied to become a creator is only for admins of the Platform contract. */
function kindOf({ action, subject, details }: Entry, isPlatformAdmin: boolean): Kind | undefined {
  if (action === 'postReportsDismissed') return REPORTED[String(details.kind)]
  if (ACTIONS[action] === 'application' && !isPlatformAdmin) return undefined
  return ACTIONS[action] ?? (isAddress(subject, { strict: false }) ? 'wallet' : undefined)
}

/** An address as wallets are stored; the text itself if it is none. */
const toWallet = (text: string) => (isAddress(text, { strict: false }) ? getAddress(text) : text)

const isActive = isNull(users.deletedAt)
const isPublicListing = sql<number>`(${listings.enabled} and ${listings.hiddenAt} is null and ${listings.deletedAt} is null)`
const listingColumns = { listingId: listings.id, title: listings.title, listType: listings.listType, isPublic: isPublicListing }

interface ListingRow {
  listingId: number
  title: string
  listType: string
  isPublic: number
}
const toListing = (row: ListingRow): NamedSubject => ({
  kind: 'listing',
  id: row.listingId,
  name: row.title,
  listType: row.listType as ListType,
  isPublic: row.isPublic === 1,
})
const toMember = ({ userId, name }: { userId: number; name: string }): NamedSubject => ({ kind: 'member', id: userId, name })

/**
 * The statements that find all names of a page of the log, each for the ids of one kind. Deleted accounts and listings are not found, and
 * listings that their owner does not show. Only admins of the Platform contract see the titles of hidden ones.
 */
function statements(db: Database, idsOf: (...kinds: (Kind | 'actor')[]) => string, isPlatformAdmin: boolean) {
  const among = (column: SQL | typeof users.id, ids: string) => sql`${column} in (select value from json_each(${ids}))`
  const member = { userId: users.id, name: shownName }
  const post = { creatorName: creators.name, pid: posts.id, name: shownName }
  const isNamed = isPlatformAdmin ? sql`(${isPublicListing} or ${listings.hiddenAt} is not null)` : isPublicListing
  const isShown = sql<number>`(not ${posts.draft} and ${posts.hiddenAt} is null and ${creators.removedAt} is null)`
  return [
    db
      .select({ ...member, key: sql<string>`cast(${users.id} as text)` })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(and(among(users.id, idsOf('member')), isActive)),
    db
      .select({ ...member, key: accounts.address })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(and(among(sql`${accounts.address}`, idsOf('wallet', 'actor')), isActive)),
    db
      .select({ ...member, key: creatorApplications.id })
      .from(creatorApplications)
      .innerJoin(users, eq(users.id, creatorApplications.userId))
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(and(among(sql`${creatorApplications.id}`, idsOf('application')), isActive)),
    db
      .select({ ...listingColumns, key: sql<string>`cast(${listings.id} as text)` })
      .from(listings)
      .where(and(among(sql`${listings.id}`, idsOf('listing')), isNull(listings.deletedAt), isNamed)),
    db
      .select({ ...listingColumns, key: reviews.id })
      .from(reviews)
      .innerJoin(listings, eq(listings.id, reviews.serviceId))
      .where(and(among(sql`${reviews.id}`, idsOf('review')), isNull(listings.deletedAt), isNamed)),
    db
      .select({ ...post, key: posts.id, isPublic: isShown })
      .from(posts)
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .innerJoin(users, eq(users.id, posts.userId))
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(and(among(sql`${posts.id}`, idsOf('post')), isActive)),
    db
      .select({ ...post, key: postComments.id, isPublic: isShown })
      .from(postComments)
      .innerJoin(posts, eq(posts.seq, postComments.post))
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .innerJoin(users, eq(users.id, postComments.userId))
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(and(among(sql`${postComments.id}`, idsOf('comment')), isActive)),
  ] as const
}

/**
 * Adds the present names to entries of the log, with one request to the database. The log itself has no names, so none outlives an account.
 */
export async function addNames<E extends Entry>(
  db: Database,
  entries: E[],
  isPlatformAdmin: boolean,
): Promise<(E & Pick<AuditLogEntry, 'actorMember' | 'named'>)[]> {
  const idsOf = (...kinds: (Kind | 'actor')[]) =>
    JSON.stringify(
      entries.flatMap((entry) => {
        const kind = kindOf(entry, isPlatformAdmin)
        return [
          ...(kind && kinds.includes(kind)
            ? [kind === 'member' || kind === 'listing' ? Number(entry.subject) : toWallet(entry.subject)]
            : []),
          ...(kinds.includes('actor') ? [toWallet(entry.actor)] : []),
        ]
      }),
    )
  const [members, wallets, applications, ofListings, ofReviews, ofPosts, ofComments] = await db.batch(
    statements(db, idsOf, isPlatformAdmin),
  )
  const toPost = ({ creatorName, pid, name, isPublic }: (typeof ofPosts)[number], kind: 'post' | 'comment'): NamedSubject => ({
    ...{ kind, creatorName, pid, name, isPublic: isPublic === 1 },
  })
  const found = new Map<string, NamedSubject>([
    ...members.map((row) => [`member ${row.key}`, toMember(row)] as const),
    ...wallets.map((row) => [`wallet ${row.key}`, toMember(row)] as const),
    ...applications.map((row) => [`application ${row.key}`, toMember(row)] as const),
    ...ofListings.map((row) => [`listing ${row.key}`, toListing(row)] as const),
    ...ofReviews.map((row) => [`review ${row.key}`, toListing(row)] as const),
    ...ofPosts.map((row) => [`post ${row.key}`, toPost(row, 'post')] as const),
    ...ofComments.map((row) => [`comment ${row.key}`, toPost(row, 'comment')] as const),
  ])
  return entries.map((entry) => {
    const actor = wallets.find(({ key }) => key === toWallet(entry.actor))
    return {
      ...entry,
      actorMember: actor ? { id: actor.userId, name: actor.name } : null,
      named: found.get(`${kindOf(entry, isPlatformAdmin)} ${toWallet(entry.subject)}`) ?? null,
    }
  })
}
