import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { postComments, postLikes, postMedia, postReports, posts } from './post-tables.ts'

/** The statements that delete comments, after their reports. */
export const deleteComments = (db: Database, condition: SQL) =>
  [
    db.delete(postReports).where(sql`kind = 'comment' and thing_id in (select ${postComments.id} from ${postComments} where ${condition})`),
    db.delete(postComments).where(condition),
  ] as const

/** The statements that delete posts, after all that belongs to them. */
export function deletePosts(db: Database, condition: SQL) {
  const isOfPosts = sql`post in (select ${posts.seq} from ${posts} where ${condition})`
  return [
    db.delete(postReports).where(sql`kind = 'post' and thing_id in (select ${posts.id} from ${posts} where ${condition})`),
    ...deleteComments(db, isOfPosts),
    db.delete(postLikes).where(isOfPosts),
    db.delete(postMedia).where(isOfPosts),
    db.delete(posts).where(condition),
  ] as const
}

/** The statements that delete the posts of a deleted account, and its comments, likes and reports. */
export const erasePosts = (db: Database, userId: number) =>
  [
    db.delete(postReports).where(eq(postReports.reporterId, userId)),
    // Those about the member's listings are deleted with the listings, by triggers.
    db.delete(postReports).where(and(inArray(postReports.kind, ['person', 'page']), eq(postReports.thingId, String(userId)))),
    ...deleteComments(db, eq(postComments.userId, userId)),
    db.delete(postLikes).where(eq(postLikes.userId, userId)),
    ...deletePosts(db, eq(posts.userId, userId)),
  ] as const
