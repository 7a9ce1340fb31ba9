import { eq, type SQL, sql } from 'drizzle-orm'
import { htmlText } from '../listings/richtext.schema.ts'
import type { Database } from '../shared/db.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles, shownName, users } from '../shared/tables.ts'
import { creators } from './creator-tables.ts'
import type { PostReportKind, PostReportList, PostReportPage, ReportedPost } from './post-reports.schema.ts'
import { postComments, posts } from './post-tables.ts'

/** Things on a page. */
const PAGE = 20
/** Reports shown for one thing. */
const SHOWN_REPORTS = 10

/** A thing of the page: what it is sorted by, and its open reports as JSON. */
interface Listed {
  kind: PostReportKind
  id: string
  at: number
  count: number
  reports: string
}

const jsonOfReports = sql`json_group_array(json_object('reason', reason, 'text', text, 'at', created_at, 'content', coalesce(content, ''))
  order by id)`

/** SQL: the things with open reports, the oldest first. */
const openThings = ([at, id]: [number, string]): SQL => sql`
  select kind, thing_id as id, min(created_at) as at, count(*) as count, ${jsonOfReports} as reports
  from post_reports where decided_at is null group by kind, thing_id
  having (min(created_at), thing_id) > (${at}, ${id}) order by min(created_at), thing_id limit ${PAGE + 1}`

/** SQL: the hidden things, the last hidden first. */
const hiddenThings = ([at, id]: [number, string]): SQL => sql`
  select kind, t.id, t.at, (select count(*) from post_reports r where r.kind = t.kind and r.thing_id = t.id and r.decided_at is null) as count,
    (select ${jsonOfReports} from post_reports r where r.kind = t.kind and r.thing_id = t.id and r.decided_at is null) as reports
  from (select 'post' as kind, id, hidden_at as at from posts where hidden_at is not null
    union all select 'comment', id, hidden_at from post_comments where hidden_at is not null) t
  where (t.at, t.id) < (${at}, ${id}) order by t.at desc, t.id desc limit ${PAGE + 1}`

/** The columns of a thing for admins; the table of the thing and that of its post are joined. */
const columnsOf = (table: typeof posts | typeof postComments) => ({
  id: table.id,
  pid: posts.id,
  creatorName: creators.name,
  authorId: table.userId,
  authorName: shownName,
  hiddenAt: table.hiddenAt,
})

const isAmong = (table: typeof posts | typeof postComments, ids: string) => sql`${table.id} in (select value from json_each(${ids}))`

type Thing = Omit<ReportedPost, 'kind' | 'author' | 'hidden' | 'count' | 'reports'> & {
  authorId: number
  authorName: string
  hiddenAt: number | null
}

/** Reads a page of reported or hidden posts and comments for admins. `cursor` is `[time].[id]`. */
export async function readReports(db: Database, list: PostReportList, cursor: string | undefined): Promise<PostReportPage> {
  const [time, lastId] = cursor?.split('.') ?? []
  const place: [number, string] = [Number(time ?? (list === 'open' ? 0 : 2 ** 40)), lastId ?? '']
  const rows = await db.all<Listed>(list === 'open' ? openThings(place) : hiddenThings(place))
  const page = rows.slice(0, PAGE)
  const ids = JSON.stringify(page.map(({ id }) => id))
  const [ofPosts, ofComments] = await db.batch([
    db
      .select({ ...columnsOf(posts), text: posts.content, link: posts.link })
      .from(posts)
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .innerJoin(users, eq(users.id, posts.userId))
      .leftJoin(profiles, eq(profiles.userId, posts.userId))
      .where(isAmong(posts, ids)),
    db
      .select({ ...columnsOf(postComments), text: postComments.text })
      .from(postComments)
      .innerJoin(posts, eq(posts.seq, postComments.post))
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .innerJoin(users, eq(users.id, postComments.userId))
      .leftJoin(profiles, eq(profiles.userId, postComments.userId))
      .where(isAmong(postComments, ids)),
  ])
  const things = new Map<string, Thing>([
    ...ofPosts.map((post) => [`post ${post.id}`, { ...post, text: htmlText(post.text) }] as const),
    ...ofComments.map((comment) => [`comment ${comment.id}`, { ...comment, link: '' }] as const),
  ])
  const last = page.at(-1)
  return {
    things: convertRows('reported post', page, ({ kind, id, count, reports }): ReportedPost => {
      const { pid, creatorName, authorId, authorName, text, link, hiddenAt } = things.get(`${kind} ${id}`)!
      const shown = (JSON.parse(reports) as ReportedPost['reports']).slice(0, SHOWN_REPORTS)
      return {
        kind,
        id,
        pid,
        creatorName,
        author: { id: authorId, name: authorName },
        text,
        link,
        hidden: hiddenAt !== null,
        count,
        reports: shown,
      }
    }),
    next: rows[PAGE] && last ? `${last.at}.${last.id}` : null,
  }
}
