import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { creators } from '../../creators/creator-tables.ts'
import { folios, folioVersions } from '../../creators/folio-tables.ts'
import type { Database } from '../../shared/db.ts'
import { isProfileHidden, shownDescription, shownTitle } from '../../shared/hidden-tables.ts'
import { profiles, users } from '../../shared/tables.ts'
import type { Creator } from '../listings.schema.ts'
import { matchQuery, type Query } from './query.schema.ts'
import { beginnings, MARKS, terms } from './terms.schema.ts'
import { foldText } from './words.schema.ts'

/** How many people that a search finds are ranked. */
const MAX_RANKED = 100

/** The fields of a person that are searched. */
export interface IndexedPerson {
  name: string | null
  username: string | null
  title: string | null
  description: string | null
  /** The name of a creator who has not been removed, and the title and text of the page. */
  creator: string | null
  pageTitle: string | null
  pageText: string | null
}

/** SQL that removes a person from the search index. */
export const removePerson = (userId: number): SQL => sql`delete from search_people_terms where rowid = ${userId}`

/** The index terms of a person. */
export function personTerms({ name, username, title, description, creator, pageTitle, pageText }: IndexedPerson): string {
  const names = [name, username, creator].filter(Boolean).join('\n')
  return [
    terms(names, MARKS.people.title),
    beginnings(names, MARKS.people.beginning),
    terms([title, description, pageTitle, pageText].filter(Boolean).join('\n'), MARKS.people.card),
  ].join(' ')
}

/**
 * SQL that adds a person to the search index, unless they have no profile or page that a hit could lead to. Run it in one batch after
 * `removePerson`.
 */
export const addPerson = (userId: number, person: IndexedPerson): SQL =>
  sql`insert into search_people_terms (rowid, terms) select id, ${personTerms(person)}
    from users where id = ${userId} and deleted_at is null and ${person.name ?? ''} <> ''
      and (${Number(person.creator !== null)} or not ${isProfileHidden(users.id)})`

/** SQL that reads what is searched of people. The page of a creator is the one that is shown; a removed creator has none. */
export const selectIndexed = (db: Database) =>
  db
    .select({
      id: users.id,
      name: profiles.name,
      username: users.username,
      title: shownTitle,
      description: shownDescription,
      creator: creators.name,
      pageTitle: folioVersions.title,
      pageText: folioVersions.about,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(creators, and(eq(creators.userId, users.id), isNull(creators.removedAt)))
    .leftJoin(folios, eq(folios.userId, creators.userId))
    .leftJoin(folioVersions, and(eq(folioVersions.userId, folios.userId), eq(folioVersions.version, folios.version)))

/** How often a person is written into the index if something changes meanwhile. The call that has changed it indexes them, too. */
const MAX_WRITES = 5

/**
 * Writes a person into the search index again. What is searched of them may change after it is read, for example because the profile is
 * hidden. So the batch that writes it reads it again, and it is written again if it differs.
 */
export async function indexPerson(db: Database, userId: number): Promise<void> {
  const select = selectIndexed(db).where(eq(users.id, userId))
  let [person] = await select
  for (let writes = 0; person && writes < MAX_WRITES; writes++) {
    const [, , [current]] = await db.batch([db.run(removePerson(userId)), db.run(addPerson(userId, person)), select])
    const isSame = current && personTerms(current) === personTerms(person) && (current.creator === null) === (person.creator === null)
    if (isSame) return
    person = current
  }
}

export interface PersonRow {
  userId: number
  name: string
  title: string
  image: string | null
  creator: string | null
  inName: number
  listings: number
}

/** The order of people: the whole name, also that of a creator, words of the name, then words of the rest; among equals, those with most listings. */
const rankOf = ({ name, creator, inName, listings }: PersonRow, folded: string): number[] => [
  Number(foldText(name) === folded || (creator !== null && foldText(creator) === folded)),
  inName,
  Math.min(listings, 3),
]

const isHidden = isProfileHidden(sql`u.id`)

/** SQL that finds people by name, username, title and description, and creators by name and page, for {@link rankPeople}. */
export const selectPeople = (query: Query): SQL =>
  sql`with named as materialized (select rowid as id from search_people_terms
      where search_people_terms match ${matchQuery(query, 'all', 'people', 'title')} order by rowid desc limit ${MAX_RANKED}),
    anywhere as materialized (select rowid as id from search_people_terms
      where search_people_terms match ${matchQuery(query, 'all', 'people', 'card')}
      order by rowid desc limit ${MAX_RANKED} - (select count(*) from named)),
    found as (select id, max(inName) as inName from (select id, 1 as inName from named union all select id, 0 from anywhere)
      group by id order by inName desc, id desc limit ${MAX_RANKED})
    select u.id as userId, p.name, iif(${isHidden}, '', p.title) as title, iif(${isHidden}, null, p.image) as image,
      c.name as creator, found.inName,
      (select count(*) from (select 1 from listings l where l.user_id = u.id and l.enabled and l.deleted_at is null limit 3)) as listings
    from found join users u on u.id = found.id join profiles p on p.user_id = u.id
      left join creators c on c.user_id = u.id and c.removed_at is null
    where u.deleted_at is null`

/** The people of {@link selectPeople}, at most `limit`, the best first. */
export function rankPeople(rows: PersonRow[], query: Query, limit: number): Creator[] {
  const sorted = rows
    .map((row) => ({ row, rank: rankOf(row, query.folded) }))
    .sort((a, b) => b.rank[0]! - a.rank[0]! || b.rank[1]! - a.rank[1]! || b.rank[2]! - a.rank[2]! || b.row.userId - a.row.userId)
  return sorted
    .slice(0, limit)
    .map(({ row: { userId, title, name, image, creator } }) => ({ user_id: userId, title, name, image, creator }))
}
