import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { isSuspended } from '../shared/sanction-tables.ts'
import { valid } from '../shared/valid.ts'
import type { CreatorsEnv } from './env.ts'
import { selectPosts, toPosts } from './post-rows.ts'
import { posts } from './post-tables.ts'
import { POST_LIMITS, type PostFeedPage, postFeedQuery } from './posts.schema.ts'

/** A place in the feed: the time of a post and its number. Posts after it are older. */
type Place = readonly [publishedAt: number, seq: number]
/** Before every post. */
const START: Place = [2 ** 40, 0]

const ROWS = POST_LIMITS.page + 1

/** SQL condition: a row `p` of posts is shown, and is after this place. */
const isOfFeed = ([publishedAt, seq]: Place) =>
  sql`p.draft = 0 and p.hidden_at is null and (p.published_at, p.seq) < (${publishedAt}, ${seq})`

/** SQL: the followed creators whose newest post is among the newest of all, by one look-up in an index for each. */
export function recentCreators(me: number, place: Place): SQL {
  const newest = (column: SQL) => sql`(select ${column} from posts p where p.user_id = f.followee_id and ${isOfFeed(place)}
    order by p.published_at desc, p.seq desc limit 1)`
  return sql`select k.user_id from follows f join creators k on k.user_id = f.followee_id and k.removed_at is null
    where f.follower_id = ${me} and f.followee_id not in (select b.blocked_id from blocks b where b.blocker_id = ${me})
    order by ${newest(sql`p.published_at`)} desc, ${newest(sql`p.seq`)} desc limit ${ROWS}`
}

/**
 * The newest posts of the creators whom a member follows. Reads posts only of {@link recentCreators}, because no other creator has a post on
 * this page. So its cost does not depend on the number of posts.
 */
export function selectFollowing(db: Database, me: number, place: Place) {
  const ids = sql`select q.seq from (${recentCreators(me, place)}) r join posts q on q.seq in (
    select p.seq from posts p where p.user_id = r.user_id and ${isOfFeed(place)} order by p.published_at desc, p.seq desc limit ${ROWS})
    order by +q.published_at desc, q.seq desc limit ${ROWS}`
  // The signs keep SQLite from reading all posts in the order of an index until enough of them are found.
  return selectPosts(db, me, sql`${posts.seq} in (${ids})`).orderBy(sql`+${posts.publishedAt} desc, ${posts.seq} desc`)
}

/** The feed of all creators has so many posts of one creator and day (UTC) at most, the newest ones, so that nobody fills it alone. */
export const NEWS_A_DAY = 5

/** SQL condition: fewer newer posts of its creator are shown that were first published on the same day (UTC). */
const isOfNews = sql`(select count(*) from (select 1 from posts p where p.user_id = ${posts.userId} and p.draft = 0 and p.hidden_at is null
  and (p.published_at, p.seq) > (${posts.publishedAt}, ${posts.seq}) and p.published_at < (${posts.publishedAt} / 86400 + 1) * 86400
  limit ${NEWS_A_DAY})) < ${NEWS_A_DAY}`

/** The newest posts of all creators who are not suspended, at most {@link NEWS_A_DAY} of each and day. */
export const selectNews = (db: Database, viewer: number, [publishedAt, seq]: Place) =>
  selectPosts(
    db,
    viewer,
    and(
      eq(posts.draft, false),
      isNull(posts.hiddenAt),
      sql`(${posts.publishedAt}, ${posts.seq}) < (${publishedAt}, ${seq})`,
      isOfNews,
      sql`not ${isSuspended(posts.userId)}`,
    ),
  )
    .orderBy(desc(posts.publishedAt), desc(posts.seq))
    .limit(ROWS)

/** Posts of several creators. */
export const postFeedRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>()
  /** Returns the newest posts of all creators, or of those whom the caller follows. */
  .get('/getPostFeed', valid('query', postFeedQuery), async (c) => {
    const { feed, before } = c.req.valid('query')
    const viewer = c.var.viewer?.id ?? 0
    if (feed === 'following' && !viewer) throw new ApiError('unauthorized')
    const place = before ? (before.split('.').map(Number) as [number, number]) : START
    const db = database(c.env)
    const rows = await (feed === 'news' ? selectNews(db, viewer, place) : selectFollowing(db, viewer, place))
    const last = rows[POST_LIMITS.page] && rows[POST_LIMITS.page - 1]
    const answer: PostFeedPage = {
      posts: toPosts(rows.slice(0, POST_LIMITS.page)),
      next: last ? `${last.publishedAt}.${last.seq}` : null,
    }
    return c.json(answer)
  })
