import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../shared/db.ts'
import { signedIn } from '../../shared/testing.ts'
import { MAX_TOTAL } from '../listings.schema.ts'
import { listings } from '../tables.ts'
import { publish, testEnv } from '../testing.ts'
import { findCandidates } from './candidates.ts'
import { parseQuery } from './query.schema.ts'

const db = database(testEnv)
const COPY = 'A zorilla, copied'

let inText: number
let onCard: number
let inTitle: number
beforeAll(async () => {
  const user = await signedIn(testEnv)
  inText = await publish(user, { title: 'Portraits', description: `<p>${'A zorilla smiles at every visitor. '.repeat(4)}</p>` })
  onCard = await publish(user, { title: 'Portraits', descriptionPreview: 'A zorilla, for example.' })
  inTitle = await publish(user, { title: 'A zorilla' })
})
afterAll(async () => {
  await db.run(sql`delete from search_terms where rowid in (select id from listings where title = ${COPY})`)
  await db.delete(listings).where(eq(listings.title, COPY))
})

/** Copies the listing with the word in its title this many times. */
async function copyTitle(count: number): Promise<void> {
  const [row] = await db.select().from(listings).where(eq(listings.id, inTitle))
  const { id: _, ...copy } = { ...row!, title: COPY, idempotencyKey: null }
  await db.insert(listings).values(Array(count).fill(copy))
  await db.run(sql`insert into search_terms (rowid, terms) select id, 's1~zorilla' from listings
    where title = ${COPY} and id not in (select rowid from search_terms where search_terms match '"s1~zorilla"')`)
}

test('looks for words on cards, and then in texts, only while fewer listings have them than are counted', async () => {
  const find = async (conditions: SQL[]) => {
    const filter = { type: 'services' as const, properties: [], conditions, upTo: 2 ** 32 }
    return (await findCandidates(db, parseQuery('zorilla')!, filter, 'all', MAX_TOTAL + 50)).map(({ id }) => id)
  }
  await copyTitle(MAX_TOTAL - 3)
  for (const [titles, others] of [
    [MAX_TOTAL - 2, [onCard, inText]],
    [MAX_TOTAL - 1, [onCard]],
    [MAX_TOTAL, []],
  ] as const) {
    for (const conditions of [[], [sql`true`]]) {
      const found = await find(conditions)
      expect(found).toHaveLength(titles + others.length)
      expect(found.filter((id) => id === onCard || id === inText)).toEqual(others)
    }
    await copyTitle(1)
  }
})
