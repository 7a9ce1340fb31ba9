import { eq, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { postComments, postLikes, postMedia, postReports, posts } from './post-tables.ts'

/** The statements that delete the posts of a deleted account with all that belongs to them, and its comments, likes and reports. */
export function erasePosts(db: Database, userId: number) {
  const own = sql`(select ${posts.seq} from ${posts} where ${posts.userId} = ${userId})`
  const ids = sql`(select ${posts.id} from ${posts} where ${posts.userId} = ${userId})`
  const comments = sql`(select ${postComments.id} from ${postComments} where ${postComments.userId} = ${userId} or ${postComments.post} in ${own})`
  return [
    db
      .delete(postReports)
      .where(sql`reporter_id = ${userId} or (kind = 'post' and thing_id in ${ids}) or (kind = 'comment' and thing_id in ${comments})`),
    db.delete(postComments).where(sql`user_id = ${userId} or post in ${own}`),
    db.delete(postLikes).where(sql`user_id = ${userId} or post in ${own}`),
    db.delete(postMedia).where(sql`post in ${own}`),
    db.delete(posts).where(eq(posts.userId, userId)),
  ] as const
}
