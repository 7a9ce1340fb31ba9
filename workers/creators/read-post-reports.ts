import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ListType } from '../listings/list-types.schema.ts'
import { listings } from '../listings/tables.ts'
import type { Database } from '../shared/db.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles, shownName, users } from '../shared/tables.ts'
import type { Media } from '../uploads/media.schema.ts'
import { creators } from './creator-tables.ts'
import { folios, folioVersions, linkColumns } from './folio-tables.ts'
import {
  MAX_REPORTED_FILES,
  type PostReportKind,
  type PostReportPage,
  type PostReportsQuery,
  REPORT_PARTS,
  type ReportedItem,
  type ReportedPlace,
  type ReportPart,
} from './post-reports.schema.ts'
import { files, parseFiles } from './post-rows.ts'
import { POSITIONS, postComments, posts } from './post-tables.ts'
import { listingText, pageText, postText, profileText, reportedProfile, shownOf } from './reported-texts.ts'

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

/** SQL: the version of a thing by its kind, in a query of its table. It changes with every change of the content. */
export const versionOf = {
  post: sql<number>`${posts.version}`,
  comment: sql<number>`0`,
  listing: sql<number>`${listings.updatedAt}`,
  person: sql<number>`${profiles.updatedAt}`,
  // Both only grow, so the sum is another after each save and each change of the links.
  page: sql<number>`coalesce((select f.version + f.links_changed_at from ${folios} f where f.user_id = ${creators.userId}), 0)`,
} as const satisfies Record<PostReportKind, SQL>

/** SQL: whether `kind` is of a part of the list. */
const isOfPart = (part: ReportPart | undefined): SQL =>
  part ? sql`kind in (select value from json_each(${JSON.stringify(REPORT_PARTS[part])}))` : sql`true`

/** SQL: the things with open reports, the oldest first. */
const openThings = (part: ReportPart | undefined, [at, id]: [number, string]): SQL => sql`
  select kind, thing_id as id, min(created_at) as at, count(*) as count, ${jsonOfReports} as reports
  from post_reports where decided_at is null and ${isOfPart(part)} group by kind, thing_id
  having (min(created_at), thing_id) > (${at}, ${id}) order by min(created_at), thing_id limit ${PAGE + 1}`

/** SQL: the hidden things, the last hidden first. */
const hiddenThings = (part: ReportPart | undefined, [at, id]: [number, string]): SQL => sql`
  select kind, t.id, t.at, (select count(*) from post_reports r where r.kind = t.kind and r.thing_id = t.id and r.decided_at is null) as count,
    (select ${jsonOfReports} from post_reports r where r.kind = t.kind and r.thing_id = t.id and r.decided_at is null) as reports
  from (select 'post' as kind, id, hidden_at as at from posts where hidden_at is not null
    union all select 'comment', id, hidden_at from post_comments where hidden_at is not null
    union all select 'listing', cast(id as text), hidden_at from listings where hidden_at is not null and deleted_at is null
    union all select 'person', cast(user_id as text), hidden_at from hidden_profiles where hidden_at is not null) t
  where ${isOfPart(part)} and (t.at, t.id) < (${at}, ${id}) order by t.at desc, t.id desc limit ${PAGE + 1}`

/** The columns of the author of a thing; `users` and `profiles` are joined. */
const authorColumns = { authorId: users.id, authorName: shownName }

/** The columns of a post or comment for admins; its own table and that of its post are joined. */
const columnsOf = (table: typeof posts | typeof postComments) => ({
  ...authorColumns,
  version: versionOf[table === posts ? 'post' : 'comment'],
  id: table.id,
  pid: posts.id,
  creatorName: creators.name,
  hiddenAt: table.hiddenAt,
})

type Column = typeof posts.id | typeof postComments.id | typeof listings.id | typeof users.id | typeof creators.userId
/** SQL: whether a column is one of the ids of a JSON array. */
const isAmong = (column: Column, ids: string) => sql`${column} in (select value from json_each(${ids}))`

/** SQL: a file (`m`) as JSON. */
const fileJson = sql.raw(`json_object('id', m.id, 'kind', m.kind, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder,
    'poster', m.poster)`)

/** SQL: JSON of the files of a listing, those of its gallery first. */
const filesOfListing = sql<string>`(
  select json_group_array(${fileJson} order by f.position)
  from listing_media f join media m on m.id = f.media_id where f.listing_id = ${listings.id} and m.ready_at is not null)`

interface Thing {
  /** Throws if the row is damaged. */
  place: () => ReportedPlace
  authorId: number
  authorName: string
  text: string
  version: number
  hiddenAt: number | null
}

/** The files that admins see of a thing, and how many it has. */
const shownFiles = (all: Media[]) => ({ media: all.slice(0, MAX_REPORTED_FILES), mediaCount: all.length })

/** The files of a post and its preview. A damaged preview is left out, so that it hides no reported post from admins. */
function readFiles(pid: string, row: { files: string; preview: string | null }): ReturnType<typeof parseFiles> {
  try {
    return parseFiles(row)
  } catch (error) {
    log('error', 'row_unreadable', { kind: 'reported post', id: pid, error: describeError(error) })
    return parseFiles({ ...row, preview: null })
  }
}

function placeOfPost({
  pid,
  creatorName,
  link,
  ...row
}: {
  pid: string
  creatorName: string
  link: string
  files: string
  preview: string | null
  draft: boolean
}): ReportedPlace {
  if (row.draft) return { kind: 'post', pid, creatorName, isDraft: true, ...shownFiles([]), link: '', preview: null }
  const { all, preview } = readFiles(pid, row)
  const media = all.filter(({ position }) => position < POSITIONS.preview).map((file) => file.media)
  return { kind: 'post', pid, creatorName, isDraft: false, ...shownFiles(media), link, preview }
}

/** Reads the posts and comments with these ids. */
async function readPosts(db: Database, ids: string): Promise<[string, Thing][]> {
  const [ofPosts, ofComments] = await db.batch([
    db
      .select({ ...columnsOf(posts), content: posts.content, link: posts.link, draft: posts.draft, preview: posts.preview, files })
      .from(posts)
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .innerJoin(users, eq(users.id, posts.userId))
      .leftJoin(profiles, eq(profiles.userId, posts.userId))
      .where(isAmong(posts.id, ids)),
    db
      .select({ ...columnsOf(postComments), text: postComments.text })
      .from(postComments)
      .innerJoin(posts, eq(posts.seq, postComments.post))
      .innerJoin(creators, eq(creators.userId, posts.userId))
      .innerJoin(users, eq(users.id, postComments.userId))
      .leftJoin(profiles, eq(profiles.userId, postComments.userId))
      .where(isAmong(postComments.id, ids)),
  ])
  return [
    ...ofPosts.map((post): [string, Thing] => [
      `post ${post.id}`,
      { ...post, place: () => placeOfPost(post), text: post.draft ? '' : shownOf(postText(post)) },
    ]),
    ...ofComments.map((comment): [string, Thing] => [
      `comment ${comment.id}`,
      { ...comment, place: () => ({ kind: 'comment', pid: comment.pid, creatorName: comment.creatorName }) },
    ]),
  ]
}

/** SQL: JSON of the picture and the uploaded video of a profile. */
const filesOfProfile = sql<string>`(
  select json_group_array(${fileJson} order by m.kind) from media m
  where m.id in (${profiles.image}, iif(${profiles.videoProvider} = 'file', ${profiles.videoId}, null)) and m.ready_at is not null)`

/** Reads the listings with these ids, and the members. */
async function readListingsAndPeople(db: Database, listingIds: string, userIds: string): Promise<[string, Thing][]> {
  const [ofListings, ofPeople] = await db.batch([
    db
      .select({
        ...authorColumns,
        version: versionOf.listing,
        id: listings.id,
        listType: listings.listType,
        title: listings.title,
        descriptionPreview: listings.descriptionPreview,
        description: listings.description,
        hiddenAt: listings.hiddenAt,
        files: filesOfListing,
      })
      .from(listings)
      .innerJoin(users, eq(users.id, listings.userId))
      .leftJoin(profiles, eq(profiles.userId, listings.userId))
      .where(isAmong(listings.id, listingIds)),
    db
      .select({
        ...authorColumns,
        version: versionOf.person,
        ...reportedProfile,
        hiddenAt: hiddenProfiles.hiddenAt,
        files: filesOfProfile,
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .leftJoin(hiddenProfiles, eq(hiddenProfiles.userId, users.id))
      .where(isAmong(users.id, userIds)),
  ])
  return [
    ...ofListings.map((listing): [string, Thing] => [
      `listing ${listing.id}`,
      {
        ...listing,
        place: () => ({
          kind: 'listing',
          listType: listing.listType as ListType,
          title: listing.title,
          ...shownFiles(JSON.parse(listing.files)),
        }),
        text: shownOf(listingText(listing)),
      },
    ]),
    ...ofPeople.map((person): [string, Thing] => [
      `person ${person.authorId}`,
      { ...person, place: () => ({ kind: 'person', ...shownFiles(JSON.parse(person.files)) }), text: shownOf(profileText(person)) },
    ]),
  ]
}

/** SQL: JSON of the files of the last save of a page. */
const filesOfPage = sql<string>`(
  select json_group_array(${fileJson})
  from folio_media f join media m on m.id = f.media_id
  where f.user_id = ${creators.userId} and f.version = ${folioVersions.version} and m.ready_at is not null)`

/** Reads the creators' pages of these members, as they were saved last. */
async function readPages(db: Database, userIds: string): Promise<[string, Thing][]> {
  const rows = await db
    .select({
      ...authorColumns,
      version: versionOf.page,
      creatorName: creators.name,
      title: folioVersions.title,
      about: folioVersions.about,
      sections: folioVersions.sections,
      ...linkColumns,
      files: filesOfPage,
    })
    .from(creators)
    .innerJoin(users, eq(users.id, creators.userId))
    .leftJoin(profiles, eq(profiles.userId, creators.userId))
    .leftJoin(folios, eq(folios.userId, creators.userId))
    .leftJoin(folioVersions, and(eq(folioVersions.userId, creators.userId), eq(folioVersions.version, folios.version)))
    .where(isAmong(creators.userId, userIds))
  return rows.map((page) => [
    `page ${page.authorId}`,
    {
      ...page,
      place: () => ({ kind: 'page', creatorName: page.creatorName, ...shownFiles(JSON.parse(page.files)) }),
      text: shownOf(pageText(page.creatorName, page)),
      hiddenAt: null,
    },
  ])
}

/** Reads a page of reported or hidden things for admins. `cursor` is `[time].[id]`. */
export async function readReports(db: Database, { list, part, cursor }: PostReportsQuery): Promise<PostReportPage> {
  const [time, lastId] = cursor?.split('.') ?? []
  const place: [number, string] = [Number(time ?? (list === 'open' ? 0 : 2 ** 40)), lastId ?? '']
  const rows = await db.all<Listed>(list === 'open' ? openThings(part, place) : hiddenThings(part, place))
  const page = rows.slice(0, PAGE)
  const idsOf = (...kinds: PostReportKind[]) => page.flatMap(({ kind, id }) => (kinds.includes(kind) ? id : []))
  const numbers = (kind: PostReportKind) => JSON.stringify(idsOf(kind).map(Number))
  const things = new Map([
    ...(await readPosts(db, JSON.stringify(idsOf('post', 'comment')))),
    ...(await readListingsAndPeople(db, numbers('listing'), numbers('person'))),
    ...(await readPages(db, numbers('page'))),
  ])
  const last = page.at(-1)
  return {
    things: convertRows('reported thing', page, ({ kind, id, count, reports }): ReportedItem => {
      const { place: where, authorId, authorName, text, version, hiddenAt } = things.get(`${kind} ${id}`)!
      const shown = (JSON.parse(reports) as ReportedItem['reports']).slice(0, SHOWN_REPORTS)
      return { ...where(), id, author: { id: authorId, name: authorName }, text, version, hidden: hiddenAt !== null, count, reports: shown }
    }),
    next: rows[PAGE] && last ? `${last.at}.${last.id}` : null,
  }
}
