import { and, asc, eq, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { notificationSettings } from '../../notifications/tables.ts'
import { type Database, isRefused } from '../../shared/db.ts'
import { now } from '../../shared/ids.ts'
import { describeError, log } from '../../shared/log.ts'
import { conditionsOf, propertiesOf } from '../find-listings.ts'
import { LIST_TYPES } from '../list-types.schema.ts'
import { savedSearches } from '../saved-tables.ts'
import { selectMatches } from '../search/candidates.ts'
import { parseQuery } from '../search/query.schema.ts'
import { listings } from '../tables.ts'
import { isTimeZone } from '../time-zones.schema.ts'
import { nextMorning, type SavedQuery } from './searches.schema.ts'

/** Searches of each kind of alert that one run compares. The next run continues with those that were compared longest ago. */
export const SEARCHES_PER_RUN = 200
/** Searches in one request to the database. */
const CHUNK = 20
/** The most new listings that one comparison of a search finds, the newest of them. */
const MAX_MATCHES = 50
/** Greater than every id of a listing. */
const NEWEST = 2 ** 32

interface DueSearch {
  id: number
  userId: number
  query: string
  alert: string
  /** The time zone of the settings of notifications, or else that of the search. */
  timeZone: string
  seen: number
}

/** Reads a stored query. Throws for a damaged one, which neither the pages nor the comparison could use. */
export function readQuery(json: string): SavedQuery {
  const query = JSON.parse(json) as Partial<SavedQuery> | null
  const texts = [query?.type, query?.text, query?.category, query?.subCategory, query?.country, query?.city]
  if (texts.some((text) => typeof text !== 'string')) throw new Error('the query lacks a field')
  return query as SavedQuery
}

/** The number of the newest publication; 0 without any. */
export const newestPublication = sql<number>`(select coalesce(max(number), 0) from publications)`

/**
 * Selects what the search `row` finds among the listings that were published after it was last compared, up to `last`. It is the search
 * itself with one more condition. Leaves out the member's own listings and events that are over. A new listing has no rating, so the
 * filter by rating is ignored. Throws for a damaged row.
 */
export function selectNew({ id, userId, query, seen }: Omit<DueSearch, 'alert' | 'timeZone'>, last: number): SQL {
  const { type, text, country, city, rating: _, within: __, ...rest } = readQuery(query)
  const parsed = parseQuery(text)
  if (text.trim() && !parsed) throw new Error('the text is too short')
  const published = sql`from publications where number > ${seen} and number <= ${last}`
  // One pass over the newest terms. Without the plus sign, SQLite looks for each new listing on its own, and each look may take as long as a
  // pass over all.
  const isNew = sql`rowid >= (select min(listing_id) ${published}) and +rowid in (select listing_id ${published})`
  const parts = (type === 'all' ? LIST_TYPES : [type]).map((one) => {
    const place = { country: country || undefined, city: city ? Number(city) : undefined }
    const request = { ...rest, ...place, text, type: one }
    const conditions = [
      ...conditionsOf(request),
      sql`${listings.enabled} and ${listings.deletedAt} is null and ${listings.userId} <> ${userId}`,
      sql`(${listings.endsAt} is null or ${listings.endsAt} > ${now()})`,
    ]
    return sql`select id from (${selectMatches(parsed, { type: one, properties: propertiesOf(request), conditions, upTo: NEWEST }, isNew, MAX_MATCHES)})`
  })
  return sql`select ${id} as searchId, id as listingId from (${sql.join(parts, sql` union all `)}) order by id desc limit ${MAX_MATCHES}`
}

/** The next time of an alert every morning, in UTC if the time zone is unknown; null for the others. */
export const nextDue = ({ alert, timeZone }: Pick<DueSearch, 'alert' | 'timeZone'>, at: number): number | null =>
  alert === 'daily' ? nextMorning(isTimeZone(timeZone) ? timeZone : 'UTC', at) : null

/**
 * Selects the searches to compare: those with an alert at once, if something was published since; and those with a daily alert whose
 * morning has come. All daily searches of a member are due at the same time.
 */
async function selectDue(db: Database, last: number, at: number): Promise<DueSearch[]> {
  const columns = {
    id: savedSearches.id,
    userId: savedSearches.userId,
    query: savedSearches.query,
    alert: savedSearches.alert,
    timeZone: sql<string>`coalesce(${notificationSettings.timeZone}, ${savedSearches.timeZone})`,
    seen: savedSearches.seen,
  }
  const select = () =>
    db.select(columns).from(savedSearches).leftJoin(notificationSettings, eq(notificationSettings.userId, savedSearches.userId))
  const [atOnce, daily] = await db.batch([
    select()
      .where(and(sql`${savedSearches.alert} = 'now'`, lt(savedSearches.seen, last)))
      .orderBy(asc(savedSearches.seen), asc(savedSearches.userId), asc(savedSearches.id))
      .limit(SEARCHES_PER_RUN),
    select()
      .where(and(isNotNull(savedSearches.dueAt), lte(savedSearches.dueAt, at)))
      .orderBy(asc(savedSearches.dueAt), asc(savedSearches.userId), asc(savedSearches.id))
      .limit(SEARCHES_PER_RUN),
  ])
  return [...atOnce, ...daily]
}

interface Found {
  searchId: number
  listingId: number
}

/**
 * What these searches find. One that cannot be read, or whose statement the database refuses, finds nothing and does not stop the others.
 * Throws if the database cannot be reached.
 */
async function compare(db: Database, searches: DueSearch[], last: number): Promise<Found[]> {
  const logged = (id: number) => (error: unknown) => {
    log('error', 'row_unreadable', { kind: 'saved search', id, error: describeError(error) })
    return []
  }
  const readable = searches.flatMap((search) => {
    try {
      return search.seen < last ? [{ id: search.id, select: selectNew(search, last) }] : []
    } catch (error) {
      return logged(search.id)(error)
    }
  })
  const [first, ...others] = readable.map(({ select }) => db.all<Found>(select))
  if (!first) return []
  try {
    return (await db.batch([first, ...others])).flat()
  } catch (error) {
    if (!isRefused(error)) throw error
    log('warn', 'searches_compared_singly', { error: describeError(error) })
    const found = readable.map(({ id, select }) =>
      db.all<Found>(select).catch((one: unknown) => {
        if (!isRefused(one)) throw one
        return logged(id)(one)
      }),
    )
    return (await Promise.all(found)).flat()
  }
}

/**
 * Compares saved searches with the listings that were published since. A listing that several searches of a member find is stored once.
 * Safe to repeat and to run concurrently: a run that ends early leaves the rest to the next one.
 */
export async function matchSearches(db: Database, at = now()): Promise<void> {
  const [newest] = (await db.all(sql`select ${newestPublication} as number`)) as { number: number }[]
  const last = newest!.number
  const due = await selectDue(db, last, at)
  for (let i = 0; i < due.length; i += CHUNK) {
    const chunk = due.slice(i, i + CHUNK)
    const found = await compare(db, chunk, last)
    const steps = chunk.map((search) => ({ id: search.id, dueAt: nextDue(search, at) }))
    await db.batch([
      // Adds nothing for a search that was deleted or turned off meanwhile, or whose member has left.
      db.run(sql`insert into saved_matches (user_id, listing_id, search_id, found_at)
        select s.user_id, f.value ->> '$.listingId', s.id, ${at} from json_each(${JSON.stringify(found)}) f
          join saved_searches s on s.id = f.value ->> '$.searchId' and s.alert <> 'never'
          join users u on u.id = s.user_id and u.deleted_at is null
        where true order by f.value ->> '$.listingId', f.key on conflict do nothing`),
      db.run(sql`update saved_searches set seen = max(seen, ${last}), due_at = iif(saved_searches.due_at is null, null, coalesce(n.due_at, saved_searches.due_at))
        from (select value ->> '$.id' as id, value ->> '$.dueAt' as due_at from json_each(${JSON.stringify(steps)})) n
        where saved_searches.id = n.id`),
    ])
  }
}
