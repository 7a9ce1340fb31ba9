import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { creators } from '../creators/creator-tables.ts'
import { database } from '../shared/db.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { profiles } from '../shared/tables.ts'
import { signedIn } from '../shared/testing.ts'
import type { ListingPage } from './listings.schema.ts'
import { reindexUser } from './reindex-user.ts'
import { indexPerson } from './search/people.ts'
import { listings } from './tables.ts'
import { ask, publish, testEnv } from './testing.ts'

const db = database(testEnv)
const findIds = async (text: string) =>
  ((await (await ask('GET', `query?text=${encodeURIComponent(text)}`)).json()) as ListingPage).services.map(({ id }) => id)
const findPeople = async (text: string) =>
  ((await (await ask('GET', `query?text=${encodeURIComponent(text)}`)).json()) as ListingPage).creators!.map(({ user_id, title }) => [
    user_id,
    title,
  ])

describe('reindexUser', () => {
  it('makes published listings appear in a search for the new name, and no longer in one for the old name', async () => {
    const user = await signedIn(testEnv, { name: 'Quirin Oldname' })
    const [published, disabled] = [await publish(user), await publish(user)]
    await ask('POST', 'toggleService', { as: user, body: { serviceId: disabled, enabled: false, listType: 'services' } })
    expect(await findIds('Oldname')).toEqual([published])
    await db.update(profiles).set({ name: '小林 Newname' }).where(eq(profiles.userId, user.id))
    await reindexUser(db, user.id)
    await reindexUser(db, user.id)
    expect([await findIds('Oldname'), await findIds('Newname'), await findIds('小林')]).toEqual([[], [published], [published]])
    await ask('POST', 'toggleService', { as: user, body: { serviceId: disabled, enabled: true, listType: 'services' } })
    expect(await findIds('小林')).toEqual([disabled, published])
  })

  it('reindexes all 250 listings of a user', { timeout: 30_000 }, async () => {
    const user = await signedIn(testEnv, { name: 'Before' })
    const [row] = await db
      .select()
      .from(listings)
      .where(eq(listings.id, await publish(user)))
    const { id: _, ...copy } = row!
    await db.insert(listings).values(Array.from({ length: 249 }, () => ({ ...copy, idempotencyKey: opaqueId() })))
    await db.update(profiles).set({ name: 'Zebulon' }).where(eq(profiles.userId, user.id))
    await reindexUser(db, user.id)
    const [found] = (await db.all(sql`select count(*) as n from search_terms where search_terms match '"s2~zebulon"'`)) as {
      n: number
    }[]
    expect(found!.n).toBe(250)
  })

  it('leaves out a damaged listing, and indexes the others', async () => {
    const user = await signedIn(testEnv, { name: 'Osric Oldname' })
    const [good, bad] = [await publish(user), await publish(user)]
    await db.update(listings).set({ options: '{' }).where(eq(listings.id, bad))
    await db.update(profiles).set({ name: 'Osric Zandernym' }).where(eq(profiles.userId, user.id))
    await reindexUser(db, user.id)
    expect(await findIds('Zandernym')).toEqual([good])
  })

  it('does not fail for a user without listings', async () => reindexUser(db, (await signedIn(testEnv)).id))
})

it('indexes what is shown at the end if a profile is hidden, or a page removed, while it is indexed', async () => {
  const word = `Okapi${crypto.randomUUID().slice(0, 8)}`
  const [hidden, removed] = [await signedIn(testEnv, { name: 'Hidden Later' }), await signedIn(testEnv, { name: 'Removed Later' })]
  await db
    .update(profiles)
    .set({ title: `${word}title` })
    .where(eq(profiles.userId, hidden.id))
  for (const { id, address } of [hidden, removed])
    await db.insert(creators).values({ userId: id, name: `${word}${id}`, wallet: address, since: 1 })
  for (const [user, change] of [
    [hidden, () => db.insert(hiddenProfiles).values({ userId: hidden.id, hiddenAt: 5 })],
    [removed, () => db.update(creators).set({ removedAt: 5 }).where(eq(creators.userId, removed.id))],
  ] as const) {
    const race = raceBefore('insert into search_people_terms', change)
    // A new connection, because an older one keeps its `fetch`.
    await indexPerson(database(testEnv), user.id)
    race.restore()
    expect(race.happened).toBe(true)
  }
  expect([await findPeople(`${word}title`), await findPeople(`${word}${removed.id}`)]).toEqual([[], []])
  // They are still found by what others see of them.
  expect([await findPeople(`${word}${hidden.id}`), await findPeople('Removed Later')]).toEqual([[[hidden.id, '']], [[removed.id, '']]])
})

it('does not leave a hidden member in the index if the creator of the same name is removed while it is indexed', async () => {
  const word = `quokka${crypto.randomUUID().slice(0, 8)}`
  const { id, address } = await signedIn(testEnv, { name: word })
  await db.insert(hiddenProfiles).values({ userId: id, hiddenAt: 5 })
  await db.insert(creators).values({ userId: id, name: word, wallet: address, since: 1 })
  const race = raceBefore('insert into search_people_terms', () => db.update(creators).set({ removedAt: 5 }).where(eq(creators.userId, id)))
  await indexPerson(database(testEnv), id)
  race.restore()
  expect(race.happened).toBe(true)
  expect(await findPeople(word)).toEqual([])
})

it('finds a hidden profile neither by its texts nor by its name, but its creator by the page', async () => {
  const word = `Quagga${crypto.randomUUID().slice(0, 8)}`
  const [user, creator] = [await signedIn(testEnv, { name: word }), await signedIn(testEnv, { name: word })]
  await db
    .update(profiles)
    .set({ title: `${word}title` })
    .where(inArray(profiles.userId, [user.id, creator.id]))
  await db.insert(creators).values({ userId: creator.id, name: `${word}page`, wallet: creator.address, since: 1 })
  const reindex = async () => {
    for (const { id } of [user, creator]) await indexPerson(db, id)
  }
  await reindex()
  expect((await findPeople(`${word}title`)).length).toBe(2)
  await db.insert(hiddenProfiles).values([user, creator].map(({ id }) => ({ userId: id, hiddenAt: 5 })))
  await reindex()
  expect([await findPeople(`${word}title`), await findPeople(word)]).toEqual([[], [[creator.id, '']]])
  await db.update(hiddenProfiles).set({ hiddenAt: null })
  await reindex()
  expect((await findPeople(`${word}title`)).length).toBe(2)
})
