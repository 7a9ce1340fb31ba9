import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { creators } from '../../creators/creator-tables.ts'
import { folios, folioVersions } from '../../creators/folio-tables.ts'
import { database } from '../../shared/db.ts'
import { signedIn, type TestUser } from '../../shared/testing.ts'
import type { ListingPage } from '../listings.schema.ts'
import { indexProgress } from '../tables.ts'
import { ask, publish, publishEvent, publishJob, serviceDraft, testEnv } from '../testing.ts'
import { differsByOne } from './corrections.ts'
import { indexOlder } from './index-older.ts'
import { indexPerson } from './people.ts'

const db = database(testEnv)
let user: TestUser
beforeAll(async () => {
  user = await signedIn(testEnv, { name: 'Search Tester' })
})

async function search(params: Record<string, string>): Promise<ListingPage> {
  const answer = await ask('GET', `query?${new URLSearchParams(params)}`)
  expect(answer.status).toBe(200)
  return answer.json()
}
const findIds = async (params: Record<string, string>) => (await search(params)).services.map(({ id }) => id)

describe('a search', () => {
  it('finds other forms of an English word, and words with and without accents', async () => {
    const id = await publish(user, { title: 'Zeppelin restorations for a café' })
    for (const text of ['zeppelins', 'restoring zeppelin', 'cafe zeppelin', 'CAFÉ zeppelin']) expect(await findIds({ text })).toEqual([id])
  })

  it('finds hiragana, katakana and half-width spellings of the same word', async () => {
    const id = await publish(user, { title: 'ジュゴンの置物' })
    for (const text of ['ジュゴン', 'じゅごん', 'ｼﾞｭｺﾞﾝ']) expect(await findIds({ text })).toEqual([id])
  })

  it('finds a thing under its name in the other language', async () => {
    const id = await publish(user, { title: '結婚式の撮影 bettong' })
    expect((await findIds({ text: 'wedding bettong' }))[0]).toBe(id)
  })

  it('puts a listing with the words in its title before one that has them on the card, and that before one in the text', async () => {
    const description = `<p>${'A narwhal of glass, blown by hand from a single piece. '.repeat(4)}</p>`
    const inText = await publish(user, { title: 'Glass animals', description })
    const onCard = await publish(user, { title: 'Glass animals', descriptionPreview: 'A narwhal, for example.' })
    const inTitle = await publish(user, { title: 'A narwhal of glass' })
    expect(await findIds({ text: 'narwhal' })).toEqual([inTitle, onCard, inText])
  })

  it('prefers listings in a language of the reader', async () => {
    const [english, german] = [
      await publish(user, { title: 'Axolotl one', lang: 'en' }),
      await publish(user, { title: 'Axolotl two', lang: 'de' }),
    ]
    expect(await findIds({ text: 'axolotl', languages: 'de' })).toEqual([german, english])
    expect(await findIds({ text: 'axolotl', languages: 'en' })).toEqual([english, german])
  })

  it('of one word asks the database once, whether it finds nothing or a few', async () => {
    await publish(user, { title: 'Numbatqx' })
    const real = globalThis.fetch
    const asked = vi.fn(real)
    vi.stubGlobal('fetch', asked)
    const requestsOf = async (text: string) => {
      asked.mockClear()
      const page = await search({ type: 'services', text })
      expect(page.creators).toEqual([])
      return [page.services.length, asked.mock.calls.length]
    }
    expect([await requestsOf('zzqumbatvk'), await requestsOf('numbatqx')]).toEqual([
      [0, 1],
      [1, 1],
    ])
    vi.stubGlobal('fetch', real)
  })

  it('uses a corrected text if nothing has the words, and proposes it beside a few hits', async () => {
    const id = await publish(user, { title: 'Pterodactyl kites' })
    expect(await search({ text: 'pterodactil kites' })).toMatchObject({
      corrected: 'pterodactyl kites',
      proposal: null,
      services: [{ id }],
    })
    const odd = await publish(user, { title: 'Pterodactil models' })
    expect(await search({ text: 'pterodactil' })).toMatchObject({ corrected: null, services: [{ id: odd }] })
  })

  it('finds listings with some of the words if none has all', async () => {
    const id = await publish(user, { title: 'Okapi portraits' })
    const page = await search({ text: 'okapi submarine' })
    expect(page).toMatchObject({ isPartial: true, corrected: null })
    expect(page.services.map((card) => card.id)).toContain(id)
  })

  it('counts what it finds', async () => {
    for (let i = 0; i < 3; i++) await publish(user, { title: `Capybara ${i}` })
    expect((await search({ text: 'capybara' })).total).toBe(3)
    expect((await search({ text: 'nothing-has-this-word' })).total).toBe(0)
  })
})

describe('filters and sorting', () => {
  it('of services are price, delivery, language, age and the order of prices', async () => {
    const plan = (price: number, delivery: number) => ({
      options: { Basic: { ...serviceDraft([]).options.Basic!, price: price * 1_000_000, delivery } },
    })
    const [cheap, fast] = [
      await publish(user, { title: 'Zyzzyva one', ...plan(10, 20) }),
      await publish(user, { title: 'Zyzzyva two', ...plan(90, 2), lang: 'ja' }),
    ]
    const text = 'zyzzyva'
    expect(await findIds({ text, maxPrice: '50000000' })).toEqual([cheap])
    expect(await findIds({ text, delivery: '3' })).toEqual([fast])
    expect(await findIds({ text, lang: 'ja' })).toEqual([fast])
    expect(await findIds({ text, rating: '4' })).toEqual([])
    expect(await findIds({ text, within: '1', sort: 'price' })).toEqual([cheap, fast])
    expect(await findIds({ text, sort: 'priceDown' })).toEqual([fast, cheap])
    expect(await findIds({ userId: String(user.id), lang: 'ja', sort: 'newest' })).toContain(fast)
  })

  it('of jobs are contract and salary', async () => {
    const salary = { amount: 500_000, currency: 'EUR', period: 'month' } as const
    const [full, contract] = [
      await publishJob(user, { title: 'Numbat keeper', jobType: 'FULLTIME', salary }),
      await publishJob(user, { title: 'Numbat watcher' }),
    ]
    const find = (params: Record<string, string>) => findIds({ type: 'jobs', text: 'numbat', ...params })
    expect(await find({ contract: 'FULLTIME' })).toEqual([full])
    expect(await find({ contract: 'CONTRACT' })).toEqual([contract])
    expect(await find({ minSalary: '400000', currency: 'EUR', period: 'month' })).toEqual([full])
    expect(await find({ minSalary: '400000', currency: 'USD', period: 'month' })).toEqual([])
  })

  it('of events are dates, and the soonest first', async () => {
    const day = 86_400
    const at = (days: number) => ({ title: 'Quoll evening', event_date: Math.floor(Date.now() / 1000) + days * day })
    const [later, sooner] = [await publishEvent(user, at(20)), await publishEvent(user, at(3))]
    const find = (params: Record<string, string>) => findIds({ type: 'events', text: 'quoll', ...params })
    expect(await find({ sort: 'soonest' })).toEqual([sooner, later])
    const limit = String(Math.floor(Date.now() / 1000) + 10 * day)
    expect(await find({ to: limit })).toEqual([sooner])
    expect(await find({ from: limit })).toEqual([later])
  })

  it.each(['sort=cheapest', 'rating=6', 'delivery=0', 'within=-1', 'lang=klingon', 'languages=en,%27', 'currency=XXX', 'from=soon'])(
    'are refused if they are invalid: %s',
    async (query) => expect((await ask('GET', `query?${query}`)).status).toBe(422),
  )
})

describe('people', () => {
  it('are found by name, title and description, those named so first, also without a listing', async () => {
    const [named, other] = [await signedIn(testEnv, { name: 'Thorvald Ibis' }), await signedIn(testEnv, { name: 'Somebody Else' })]
    await db.run(`update profiles set title = 'Carver of ibis figures' where user_id = ${other.id}`)
    for (const { id } of [named, other]) await indexPerson(db, id)
    expect((await search({ text: 'ibis' })).creators!.map(({ user_id }) => user_id)).toEqual([named.id, other.id])
    expect((await search({ text: 'thorvald ibis' })).creators!.map(({ user_id }) => user_id)).toEqual([named.id])
  })

  it('who are creators are found by their name and by title and text of their page, unless they were removed', async () => {
    const person = await signedIn(testEnv, { name: 'Wilma Brandt' })
    await db.insert(creators).values({ userId: person.id, name: 'tapirusart', wallet: `0x${'7'.repeat(40)}`, since: 5 })
    await db.insert(folios).values({ userId: person.id, version: 2 })
    const page = { userId: person.id, savedAt: 5, effect: 'NONE', primaryColor: '#fff0fa', secondaryColor: '#dbd0e6', sections: '[]' }
    await db.insert(folioVersions).values({ ...page, version: 1, title: 'Older wombats', about: '' })
    await db.insert(folioVersions).values({ ...page, version: 2, title: 'Letters in numbat ink', about: 'Drawn beside the lyrebirds.' })
    await indexPerson(db, person.id)
    const found = async (text: string) => (await search({ text })).creators!
    for (const text of ['tapirusart', 'TapirusArt', 'tapirus', 'numbat ink', 'lyrebirds', 'Wilma Brandt'])
      expect([text, await found(text)]).toEqual([
        text,
        [{ user_id: person.id, name: 'Wilma Brandt', title: '', image: null, creator: 'tapirusart' }],
      ])
    expect(await found('wombats')).toEqual([])
    // A removed creator is a person like others, at once, also before the index is written again.
    await db.update(creators).set({ removedAt: 5 }).where(eq(creators.userId, person.id))
    expect(await found('Wilma Brandt')).toMatchObject([{ creator: null }])
    await indexPerson(db, person.id)
    for (const text of ['tapirusart', 'numbat ink', 'lyrebirds']) expect([text, await found(text)]).toEqual([text, []])
    expect(await found('Wilma Brandt')).toMatchObject([{ creator: null }])
  })
})

it('the cron indexes listings and people that were stored before', async () => {
  const person = await signedIn(testEnv, { name: 'Early Bandicoot' })
  const id = await publish(person, { title: 'Bandicoot puppets' })
  await db.delete(indexProgress)
  await db.run(`delete from search_terms where rowid = ${id}`)
  await db.run(`delete from search_people_terms where rowid = ${person.id}`)
  expect((await search({ text: 'bandicoot' })).total).toBe(0)
  for (let runs = 0; runs < 100; runs++) {
    await indexOlder(db)
    const progress = await db.select().from(indexProgress)
    if (progress.length === 2 && progress.every(({ done }) => done)) break
  }
  const page = await search({ text: 'bandicoot' })
  expect([page.services.map((card) => card.id), page.creators!.map(({ user_id }) => user_id)]).toEqual([[id], [person.id]])
})

it.each([
  ['logo', 'ogo', true],
  ['logo', 'lgo', true],
  ['logo', 'olgo', true],
  ['logo', 'lego', true],
  ['logo', 'logos', true],
  ['logo', 'loggo', true],
  ['logo', 'logo', false],
  ['logo', 'lgoo', true],
  ['logo', 'goal', false],
  ['logo', 'lagoo', false],
])('differsByOne(%s, %s) is %s in both directions', (one, other, expected) =>
  expect([differsByOne(one, other), differsByOne(other, one)]).toEqual([expected, expected]),
)
