import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ratingCounts } from '../orders/review-tables.ts'
import { database } from '../shared/db.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { codeOf, exhaustLimit, signedIn } from '../shared/testing.ts'
import { descriptionHtml } from './generated-text.schema.ts'
import type { ListingPage } from './listings.schema.ts'
import type { Service, ServiceDraft } from './services.schema.ts'
import { listingMedia } from './tables.ts'
import { templateFor } from './templates.schema.ts'
import { ask, createFile, jobDraft, LONG, publish, serviceDraft, testEnv } from './testing.ts'

const add = async (user: Awaited<ReturnType<typeof signedIn>>, product: unknown, headers: Record<string, string> = {}) =>
  ask('POST', 'addService', { as: user, body: { product }, headers })
const get = (id: number, as?: Awaited<ReturnType<typeof signedIn>>) => ask('GET', `getListing?listType=SERVICES&id=${id}`, { as })
const errorOf = async (answer: Response) => ((await answer.json()) as { error: { code: string; details: unknown } }).error
const plan = { price: 120_000_000, delivery: 7, description: 'One direction, two rounds.' }

describe('service calls', () => {
  it.each(['addService', 'toggleService', 'deleteListing'])(
    'refuse guests, users without accepted terms, and GET requests: %s',
    async (path) => {
      expect((await ask('POST', path, { body: {} })).status).toBe(401)
      expect(await codeOf(await ask('POST', path, { as: await signedIn(testEnv, { terms: false }), body: {} }))).toBe('terms_required')
      const wrong = await ask('GET', path)
      expect(wrong.status).toBe(405)
      expect(wrong.headers.get('allow')).toBe('POST')
    },
  )

  it('refuse users without a profile name, and users without a wallet', async () => {
    const nameless = await signedIn(testEnv, { name: '' })
    expect(await codeOf(await add(nameless, serviceDraft([await createFile(nameless)])))).toBe('profile_required')
    const walletless = await signedIn(testEnv, { wallet: false })
    expect(await codeOf(await add(walletless, serviceDraft([await createFile(walletless)])))).toBe('wallet_required')
  })

  it.each([
    ['a title that is not a string', { title: 7 }, { path: 'product.title', rule: expect.any(String) }],
    [
      'a price that is not a number',
      { options: { Basic: { ...plan, price: '20' } } },
      { path: 'product.options.Basic.price', rule: expect.any(String) },
    ],
    [
      'NaN as a price',
      { options: { Basic: { ...plan, price: Number.NaN } } },
      { path: 'product.options.Basic.price', rule: expect.any(String) },
    ],
    [
      'a fraction of a micro-dollar',
      { options: { Basic: { ...plan, price: 5_000_000.5 } } },
      { path: 'product.options.Basic.price', rule: 'whole' },
    ],
    ['one and a half days', { options: { Basic: { ...plan, delivery: 1.5 } } }, { path: 'product.options.Basic.delivery', rule: 'whole' }],
    ['no plan', { options: {} }, { path: 'product.options', rule: 'too_few' }],
    ['four plans', { options: { A: plan, B: plan, C: plan, D: plan } }, { path: 'product.options', rule: 'too_many' }],
    ['two plans with the same name', { options: { A: plan, 'A\u200b': plan } }, { path: 'product.options', rule: 'titles' }],
    ['an unknown category', { category: 'carrots' }, { path: 'product.category', rule: 'unknown' }],
    ['a title of ten thousand characters', { title: 'x'.repeat(10_000) }, { path: 'product.title', rule: 'too_long' }],
    ['a title one character too long', { title: '猫'.repeat(121) }, { path: 'product.title', rule: 'too_long' }],
    ['the same file twice', { media: ['a'.repeat(22), 'a'.repeat(22)] }, { path: 'product.media', rule: 'twice' }],
    ['a path as a file id', { media: ['../../etc/passwd'] }, { path: 'product.media.0', rule: 'media_id' }],
  ])('refuse %s with 422 and the path of the field', async (_name, overrides, details) => {
    const user = await signedIn(testEnv)
    const answer = await add(user, { ...serviceDraft([await createFile(user)]), ...overrides })
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'invalid_body', details })
  })

  it('refuse 1e309, which JSON.parse reads as Infinity', async () => {
    const user = await signedIn(testEnv)
    const body = JSON.stringify({ product: serviceDraft([await createFile(user)]) }).replace('120000000', '1e309')
    expect(await errorOf(await ask('POST', 'addService', { as: user, body }))).toMatchObject({
      code: 'invalid_body',
      details: { path: 'product.options.Basic.price' },
    })
  })

  it.each<[string, string, Partial<ServiceDraft>]>([
    ['title_short', 'title', { title: 'Logo' }],
    ['title_short', 'title', { title: ' \u200b L\u202eo g\u2066 \u200d' }],
    ['category_missing', 'category', { category: '' }],
    ['preview_short', 'descriptionPreview', { descriptionPreview: 'Too short' }],
    ['description_short', 'description', { description: `<p>${'&nbsp;'.repeat(200)}</p>${'<p></p>'.repeat(40)}<p>Only this counts.</p>` }],
    ['description_short', 'description', { description: `<script>${'x'.repeat(200)}</script><p>${'y'.repeat(99)}</p>` }],
    ['price_low', 'options.Basic.price', { options: { Basic: { ...plan, price: 4_999_999 } } }],
    ['price_low', 'options.Basic.price', { options: { Basic: { ...plan, price: -20_000_000 } } }],
    ['price_high', 'options.Basic.price', { options: { Basic: { ...plan, price: 1_000_000_000_001 } } }],
    ['delivery_short', 'options.Two.delivery', { options: { One: plan, Two: { ...plan, delivery: 0 } } }],
    ['delivery_long', 'options.Basic.delivery', { options: { Basic: { ...plan, delivery: 366 } } }],
    ['option_description_short', 'options.Basic.description', { options: { Basic: { ...plan, description: 'Too short' } } }],
    ['media_missing', 'media', { media: [] }],
  ])('refuse a draft that breaks the rule %s in the field %s (case %#)', async (rule, field, overrides) => {
    const user = await signedIn(testEnv)
    const answer = await add(user, serviceDraft([await createFile(user)], overrides))
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'listing_rule', details: { field, rule } })
  })

  it('refuse unchanged template text with the code template_text, and store nothing', async () => {
    const user = await signedIn(testEnv)
    const templateHtml = descriptionHtml(templateFor('Signs for small shops', 'services', 'en').description.join('\n'))
    const answer = await add(user, serviceDraft([await createFile(user)], { description: templateHtml }))
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'template_text', details: { field: 'description', rule: 'template_text' } })
    expect(await (await ask('GET', `query?type=SERVICES&userId=${user.id}`, { as: user })).json()).toMatchObject({ services: [] })
  })

  it('accept a draft with values exactly at the limits', async () => {
    const user = await signedIn(testEnv)
    const bounds = serviceDraft([await createFile(user)], {
      title: 'Logos',
      descriptionPreview: 'x'.repeat(10),
      description: `<p>${'あ'.repeat(100)}</p>`,
      options: {
        Basic: { price: 5_000_000, delivery: 1, description: 'x'.repeat(10) },
        Long: { ...plan, price: 1_000_000_000_000, delivery: 365 },
      },
    })
    expect((await add(user, bounds)).status).toBe(200)
  })

  it('refuse files of other users, unfinished files and unknown files', async () => {
    const [user, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    for (const id of [await createFile(other), await createFile(user, { ready: false }), 'x'.repeat(22)])
      expect(await codeOf(await add(user, serviceDraft([await createFile(user), id])))).toBe('media_not_yours')
    const mine = await publish(user)
    const withForeignFile = await add(user, serviceDraft([await createFile(other)], { id: mine }))
    expect(withForeignFile.status).toBe(403)
    expect(((await (await get(mine)).json()) as Service).media).toHaveLength(1)
  })

  it('refuse changes to listings of other users', async () => {
    const [owner, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const id = await publish(owner)
    const attempts = () =>
      Promise.all([
        createFile(other).then((file) => add(other, serviceDraft([file], { id, title: 'Changed by another user' }))),
        ask('POST', 'toggleService', { as: other, body: { serviceId: id, enabled: false, listType: 'services' } }),
        ask('POST', 'deleteListing', { as: other, body: { id, listType: 'services' } }),
      ])
    for (const answer of await attempts()) expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden'])
    await ask('POST', 'toggleService', { as: owner, body: { serviceId: id, enabled: false, listType: 'services' } })
    for (const answer of await attempts()) expect([answer.status, await codeOf(answer)]).toEqual([404, 'listing_not_found'])
    expect(await (await get(id, owner)).json()).toMatchObject({ title: 'Logo and identity for small studios', enabled: false })
  })

  it('refuse unknown and invalid ids', async () => {
    const user = await signedIn(testEnv)
    const id = await publish(user)
    expect(await codeOf(await get(4_000_000_000))).toBe('listing_not_found')
    expect(await codeOf(await ask('GET', `getListing?listType=JOBS&id=${id}`))).toBe('listing_not_found')
    for (const bad of ['0', '-1', '1e3', 'abc', '99999999999', '']) expect((await ask('GET', `getListing?id=${bad}`)).status).toBe(422)
    expect(await codeOf(await add(user, serviceDraft([await createFile(user)], { id: 4_000_000_000 })))).toBe('listing_not_found')
  })
})

describe('addService', () => {
  it('stores the complete listing, with its seller and with its files in the order they were sent', async () => {
    const user = await signedIn(testEnv, { name: 'Lena Brandt' })
    const pictures = [await createFile(user), await createFile(user), await createFile(user)].reverse()
    const video = await createFile(user, { kind: 'video' })
    const options = { Studio: { ...plan, price: 240_000_000 }, Basic: { ...plan, hourly: true }, Launch: { ...plan, price: 900_000_000 } }
    const { id } = (await (await add(user, serviceDraft([video, ...pictures], { options }))).json()) as { id: number }
    const service = (await (await get(id)).json()) as Service
    expect(service).toMatchObject({
      id,
      listType: 'services',
      lang: 'en',
      price: 120_000_000,
      hourly: true,
      enabled: true,
      account: user.address,
      rating: null,
      poster: { userId: user.id, name: 'Lena Brandt', country: null },
      picture: { id: pictures[0], width: 1600 },
      pictures: 3,
      options: { Basic: { price: 120_000_000, features: [], revisions: 1, hourly: true } },
    })
    expect(Object.keys(service.options)).toEqual(['Studio', 'Basic', 'Launch'])
    expect(service.media.map(({ id: file }) => file)).toEqual([video, ...pictures])
  })

  it('detects the language of a listing, unless the draft names one', async () => {
    const user = await signedIn(testEnv)
    const id = await publish(user, { title: 'ロゴを作ります' })
    expect(await (await get(id)).json()).toMatchObject({ lang: 'ja' })
    expect(await (await get(await publish(user, { lang: 'de' }))).json()).toMatchObject({ lang: 'de' })
  })

  it('creates a service that shows its mean rating and number of visible reviews, on its page and on its card', async () => {
    const user = await signedIn(testEnv)
    const [id, plain] = [await publish(user), await publish(user)]
    const rows = [
      { rated: 'service', ratedId: id, stars: 5, count: 2 },
      { rated: 'service', ratedId: id, stars: 4, count: 1 },
      // No review is left after an admin hid one.
      { rated: 'service', ratedId: plain, stars: 1, count: 0 },
      { rated: 'seller', ratedId: plain, stars: 5, count: 3 },
    ]
    await database(testEnv).insert(ratingCounts).values(rows)
    const { services } = (await (await ask('GET', `query?type=SERVICES&userId=${user.id}`)).json()) as ListingPage
    expect(services.map((card) => [card.id, card.rating])).toEqual([
      [plain, null],
      [id, { mean: 4.67, count: 3 }],
    ])
    expect(await (await get(id)).json()).toMatchObject({ rating: { mean: 4.67, count: 3 } })
  })

  it('takes the seller from the session and ignores unknown fields', async () => {
    const user = await signedIn(testEnv)
    const product = { ...serviceDraft([await createFile(user)]), user_id: 1, account: `0x${'1'.repeat(40)}`, seller: 'Vitalik', rating: 5 }
    const { id } = (await (await add(user, product)).json()) as { id: number }
    expect(await (await get(id)).json()).toMatchObject({ account: user.address, poster: { userId: user.id }, rating: null })
  })

  it('changes a listing of the caller, with its plans, pictures and search index', async () => {
    const user = await signedIn(testEnv)
    const id = await publish(user, { title: 'Zanzibar watercolours' })
    const [one, two] = [await createFile(user), await createFile(user)]
    const change = serviceDraft([two, one], {
      id,
      title: 'Quokka watercolours',
      options: { Only: plan },
      description: LONG.replace('marks', 'animals'),
    })
    expect(await (await add(user, change)).json()).toEqual({ id, created: false })
    const service = (await (await get(id)).json()) as Service
    expect(service).toMatchObject({ title: 'Quokka watercolours', options: { Only: {} } })
    expect(service.media.map((file) => file.id)).toEqual([two, one])
    const found = async (text: string) =>
      ((await (await ask('GET', `query?text=${text}`)).json()) as { services: { id: number }[] }).services
    expect(await found('zanzibar')).toEqual([])
    expect((await found('quokka')).map((card) => card.id)).toEqual([id])
  })

  it('refuses a change of a listing that is deleted during the request, and keeps its pictures', async () => {
    const seller = await signedIn(testEnv)
    const [first, second] = [await createFile(seller), await createFile(seller)]
    const id = await publish(seller, { media: [first] })
    const race = raceBefore('update \\"listings\\"', () => ask('POST', 'deleteListing', { as: seller, body: { id, listType: 'services' } }))
    const answer = await add(seller, { ...serviceDraft([second]), id })
    race.restore()
    expect([race.happened, answer.status, await codeOf(answer)]).toEqual([true, 404, 'listing_not_found'])
    const shown = await database(testEnv).select().from(listingMedia).where(eq(listingMedia.listingId, id))
    expect(shown.map(({ mediaId }) => mediaId)).toEqual([first])
  })

  it('records the pictures of the description as in use, but does not show them in the gallery', async () => {
    const user = await signedIn(testEnv)
    const [cover, inText, video] = [await createFile(user), await createFile(user), await createFile(user, { kind: 'video' })]
    const text = (id: string) => `${LONG}<img data-media="${id}" data-size="1600x1200">`
    const id = await publish(user, { media: [cover], description: text(inText) })
    const service = (await (await get(id)).json()) as Service
    expect(service.media.map((file) => file.id)).toEqual([cover])
    expect(service.description).toContain(`<img data-media="${inText}" data-size="1600x1200">`)
    const inUse = await database(testEnv).select({ id: listingMedia.mediaId }).from(listingMedia).where(eq(listingMedia.listingId, id))
    expect(new Set(inUse.map((file) => file.id))).toEqual(new Set([cover, inText]))
    const stranger = await signedIn(testEnv)
    for (const unusable of [await createFile(stranger), await createFile(user, { ready: false }), video])
      expect(await codeOf(await add(user, serviceDraft([cover], { description: text(unusable) })))).toBe('media_not_yours')
  })

  it('creates one listing for concurrent requests with the same idempotency key', async () => {
    const user = await signedIn(testEnv)
    const product = serviceDraft([await createFile(user)])
    const key = { 'idempotency-key': 'save-0001-once' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(user, product, key)))
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { id: number; created: boolean }[]
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1)
    expect(bodies.filter(({ created }) => created)).toHaveLength(1)
    const other = await signedIn(testEnv)
    expect(await (await add(other, serviceDraft([await createFile(other)]), key)).json()).toMatchObject({ created: true })
    expect((await add(user, product, { 'idempotency-key': 'no good' })).status).toBe(400)
  })

  it('refuses an idempotency key that was used for another call or body; for another body, the error contains the id of the listing', async () => {
    const user = await signedIn(testEnv)
    const product = serviceDraft([await createFile(user)])
    const key = { 'idempotency-key': 'save-0002-bound' }
    const { id } = (await (await add(user, product, key)).json()) as { id: number }
    const changed = await add(user, { ...product, title: 'Logo and identity for large studios' }, key)
    expect([changed.status, await changed.json()]).toMatchObject([409, { error: { code: 'idempotency_key_reused', details: { id } } }])
    const job = await ask('POST', 'addJob', { as: user, body: { product: jobDraft() }, headers: key })
    expect([job.status, await codeOf(job)]).toEqual([409, 'idempotency_key_reused'])
    expect(await (await add(user, product, key)).json()).toEqual({ id, created: false })
    const both = { 'idempotency-key': 'save-0003-both' }
    const answers = await Promise.all([add(user, product, both), add(user, { ...product, title: 'Another title altogether' }, both)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('limits new listings of all types per hour, counting deleted ones', async () => {
    const user = await signedIn(testEnv)
    await exhaustLimit(testEnv, { person: user.id }, 'newListing', 1)
    const id = await publish(user)
    const pictures = [await createFile(user)]
    expect((await ask('POST', 'deleteListing', { as: user, body: { id, listType: 'services' } })).status).toBe(200)
    const answer = await add(user, serviceDraft(pictures))
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const job = await ask('POST', 'addJob', { as: user, body: { product: jobDraft() } })
    expect(job.status).toBe(429)
  })
})

describe('toggleService and deleteListing', () => {
  it('hide a disabled listing from other users until it is enabled again', async () => {
    const [owner, other] = [await signedIn(testEnv), await signedIn(testEnv)]
    const id = await publish(owner, { title: 'Wombat portraits in oil' })
    const toggle = (enabled: boolean) => ask('POST', 'toggleService', { as: owner, body: { serviceId: id, enabled, listType: 'services' } })
    const hits = async () => ((await (await ask('GET', 'query?text=wombat')).json()) as { services: unknown[] }).services.length
    expect(await (await toggle(false)).json()).toEqual({ id, enabled: false })
    expect([(await get(id)).status, (await get(id, other)).status, (await get(id, owner)).status, await hits()]).toEqual([404, 404, 200, 0])
    await toggle(true)
    await toggle(true)
    expect([(await get(id)).status, await hits()]).toEqual([200, 1])
  })

  it('delete a listing for all users, and answer 404 if it is deleted again', async () => {
    const owner = await signedIn(testEnv)
    const id = await publish(owner)
    const remove = () => ask('POST', 'deleteListing', { as: owner, body: { id, listType: 'services' } })
    expect((await remove()).status).toBe(200)
    expect([(await get(id)).status, (await get(id, owner)).status, (await remove()).status]).toEqual([404, 404, 404])
    expect(await codeOf(await add(owner, serviceDraft([await createFile(owner)], { id })))).toBe('listing_not_found')
  })
})
