import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { codeOf, signedIn, useUp } from '../shared/testing.ts'
import type { Service, ServiceDraft } from './services.schema.ts'
import { listingMedia } from './tables.ts'
import { templateFor } from './templates.schema.ts'
import { areaEnv, ask, draft, fileOf, jobDraft, LONG, publish } from './testing.ts'
import { descriptionHtml } from './writing.schema.ts'

const add = async (user: Awaited<ReturnType<typeof signedIn>>, product: unknown, headers: Record<string, string> = {}) =>
  ask('POST', 'addService', { as: user, body: { product }, headers })
const get = (id: number, as?: Awaited<ReturnType<typeof signedIn>>) => ask('GET', `getListing?listType=SERVICES&id=${id}`, { as })
const errorOf = async (answer: Response) => ((await answer.json()) as { error: { code: string; details: unknown } }).error
const plan = { price: 120_000_000, delivery: 7, description: 'One direction, two rounds.' }

describe('refusals', () => {
  it.each(['addService', 'toggleService', 'deleteListing'])('%s wants a session, the terms, and POST', async (path) => {
    expect((await ask('POST', path, { body: {} })).status).toBe(401)
    expect(await codeOf(await ask('POST', path, { as: await signedIn(areaEnv, { terms: false }), body: {} }))).toBe('terms_required')
    const wrong = await ask('GET', path)
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('POST')
  })

  it('wants a named profile, then a wallet', async () => {
    const nameless = await signedIn(areaEnv, { name: '' })
    expect(await codeOf(await add(nameless, draft([await fileOf(nameless)])))).toBe('profile_required')
    const walletless = await signedIn(areaEnv, { wallet: false })
    expect(await codeOf(await add(walletless, draft([await fileOf(walletless)])))).toBe('wallet_required')
  })

  it.each([
    ['a title that is no text', { title: 7 }, { path: 'product.title', rule: expect.any(String) }],
    [
      'a price that is no number',
      { options: { Basic: { ...plan, price: '20' } } },
      { path: 'product.options.Basic.price', rule: expect.any(String) },
    ],
    ['NaN', { options: { Basic: { ...plan, price: Number.NaN } } }, { path: 'product.options.Basic.price', rule: expect.any(String) }],
    [
      'parts of a micro-dollar',
      { options: { Basic: { ...plan, price: 5_000_000.5 } } },
      { path: 'product.options.Basic.price', rule: 'whole' },
    ],
    ['half days', { options: { Basic: { ...plan, delivery: 1.5 } } }, { path: 'product.options.Basic.delivery', rule: 'whole' }],
    ['no plan', { options: {} }, { path: 'product.options', rule: 'too_few' }],
    ['four plans', { options: { A: plan, B: plan, C: plan, D: plan } }, { path: 'product.options', rule: 'too_many' }],
    ['two plans of one name', { options: { A: plan, 'A\u200b': plan } }, { path: 'product.options', rule: 'titles' }],
    ['an unknown category', { category: 'carrots' }, { path: 'product.category', rule: 'unknown' }],
    ['a title of ten thousand characters', { title: 'x'.repeat(10_000) }, { path: 'product.title', rule: 'too_long' }],
    ['a title just too long', { title: '猫'.repeat(121) }, { path: 'product.title', rule: 'too_long' }],
    ['a file twice', { media: ['a'.repeat(22), 'a'.repeat(22)] }, { path: 'product.media', rule: 'twice' }],
    ['a file by a path', { media: ['../../etc/passwd'] }, { path: 'product.media.0', rule: 'media_id' }],
  ])('answers 422 with the path for %s', async (_name, over, details) => {
    const user = await signedIn(areaEnv)
    const answer = await add(user, { ...draft([await fileOf(user)]), ...over })
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'invalid_body', details })
  })

  it('does not take 1e309, which JSON reads as infinity', async () => {
    const user = await signedIn(areaEnv)
    const body = JSON.stringify({ product: draft([await fileOf(user)]) }).replace('120000000', '1e309')
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
  ])('tells %s at %s', async (rule, field, over) => {
    const user = await signedIn(areaEnv)
    const answer = await add(user, draft([await fileOf(user)], over))
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'listing_rule', details: { field, rule } })
  })

  it('refuses the template that was proposed, with a code of its own, and writes nothing', async () => {
    const user = await signedIn(areaEnv)
    const proposed = descriptionHtml(templateFor('Signs for small shops', 'services', 'en').description.join('\n'))
    const answer = await add(user, draft([await fileOf(user)], { description: proposed }))
    expect(answer.status).toBe(422)
    expect(await errorOf(answer)).toMatchObject({ code: 'template_text', details: { field: 'description', rule: 'template_text' } })
    expect(await (await ask('GET', `query?type=SERVICES&userId=${user.id}`, { as: user })).json()).toMatchObject({ services: [] })
  })

  it('takes what stands exactly on the bounds', async () => {
    const user = await signedIn(areaEnv)
    const bounds = draft([await fileOf(user)], {
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

  it("refuses others' files and files that never arrived", async () => {
    const [user, other] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    for (const id of [await fileOf(other), await fileOf(user, { ready: false }), 'x'.repeat(22)])
      expect(await codeOf(await add(user, draft([await fileOf(user), id])))).toBe('media_not_yours')
    const mine = await publish(user)
    const stolen = await add(user, draft([await fileOf(other)], { id: mine }))
    expect(stolen.status).toBe(403)
    expect(((await (await get(mine)).json()) as Service).media).toHaveLength(1)
  })

  it("keeps everyone's hands off others' listings", async () => {
    const [owner, other] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const id = await publish(owner)
    const attempts = () =>
      Promise.all([
        fileOf(other).then((file) => add(other, draft([file], { id, title: 'Taken over by somebody' }))),
        ask('POST', 'toggleService', { as: other, body: { serviceId: id, enabled: false, listType: 'services' } }),
        ask('POST', 'deleteListing', { as: other, body: { id, listType: 'services' } }),
      ])
    for (const answer of await attempts()) expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden'])
    await ask('POST', 'toggleService', { as: owner, body: { serviceId: id, enabled: false, listType: 'services' } })
    for (const answer of await attempts()) expect([answer.status, await codeOf(answer)]).toEqual([404, 'listing_not_found'])
    expect(await (await get(id, owner)).json()).toMatchObject({ title: 'Logo and identity for small studios', enabled: false })
  })

  it('does not know what is not there', async () => {
    const user = await signedIn(areaEnv)
    const id = await publish(user)
    expect(await codeOf(await get(4_000_000_000))).toBe('listing_not_found')
    expect(await codeOf(await ask('GET', `getListing?listType=JOBS&id=${id}`))).toBe('listing_not_found')
    for (const bad of ['0', '-1', '1e3', 'abc', '99999999999', '']) expect((await ask('GET', `getListing?id=${bad}`)).status).toBe(422)
    expect(await codeOf(await add(user, draft([await fileOf(user)], { id: 4_000_000_000 })))).toBe('listing_not_found')
  })
})

describe('publishing', () => {
  it('answers the listing whole, with its poster and pictures in order', async () => {
    const user = await signedIn(areaEnv, { name: 'Lena Brandt' })
    const pictures = [await fileOf(user), await fileOf(user), await fileOf(user)].reverse()
    const video = await fileOf(user, { kind: 'video' })
    const options = { Studio: { ...plan, price: 240_000_000 }, Basic: { ...plan, hourly: true }, Launch: { ...plan, price: 900_000_000 } }
    const { id } = (await (await add(user, draft([video, ...pictures], { options }))).json()) as { id: number }
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

  it('knows the language of what it is given', async () => {
    const user = await signedIn(areaEnv)
    const id = await publish(user, { title: 'ロゴを作ります' })
    expect(await (await get(id)).json()).toMatchObject({ lang: 'ja' })
    expect(await (await get(await publish(user, { lang: 'de' }))).json()).toMatchObject({ lang: 'de' })
  })

  it('takes identity from the session and drops what it does not know', async () => {
    const user = await signedIn(areaEnv)
    const product = { ...draft([await fileOf(user)]), user_id: 1, account: `0x${'1'.repeat(40)}`, seller: 'Vitalik', rating: 5 }
    const { id } = (await (await add(user, product)).json()) as { id: number }
    expect(await (await get(id)).json()).toMatchObject({ account: user.address, poster: { userId: user.id }, rating: null })
  })

  it('changes an own listing, its plans, pictures and place in the search', async () => {
    const user = await signedIn(areaEnv)
    const id = await publish(user, { title: 'Zanzibar watercolours' })
    const [one, two] = [await fileOf(user), await fileOf(user)]
    const change = draft([two, one], {
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

  it('claims the pictures of its description, which no card and no gallery shows', async () => {
    const user = await signedIn(areaEnv)
    const [cover, drawn, film] = [await fileOf(user), await fileOf(user), await fileOf(user, { kind: 'video' })]
    const text = (id: string) => `${LONG}<img data-media="${id}" data-size="1600x1200">`
    const id = await publish(user, { media: [cover], description: text(drawn) })
    const service = (await (await get(id)).json()) as Service
    expect(service.media.map((one) => one.id)).toEqual([cover])
    expect(service.description).toContain(`<img data-media="${drawn}" data-size="1600x1200">`)
    const claimed = await database(areaEnv).select({ id: listingMedia.mediaId }).from(listingMedia).where(eq(listingMedia.listingId, id))
    expect(new Set(claimed.map((one) => one.id))).toEqual(new Set([cover, drawn]))
    const stranger = await signedIn(areaEnv)
    for (const not of [await fileOf(stranger), await fileOf(user, { ready: false }), film])
      expect(await codeOf(await add(user, draft([cover], { description: text(not) })))).toBe('media_not_yours')
  })

  it('publishes once, however often a key is sent', async () => {
    const user = await signedIn(areaEnv)
    const product = draft([await fileOf(user)])
    const key = { 'idempotency-key': 'save-0001-once' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(user, product, key)))
    const told = (await Promise.all(answers.map((answer) => answer.json()))) as { id: number; created: boolean }[]
    expect(new Set(told.map(({ id }) => id)).size).toBe(1)
    expect(told.filter(({ created }) => created)).toHaveLength(1)
    const other = await signedIn(areaEnv)
    expect(await (await add(other, draft([await fileOf(other)]), key)).json()).toMatchObject({ created: true })
    expect((await add(user, product, { 'idempotency-key': 'no good' })).status).toBe(400)
  })

  it('refuses a key that comes with another body or for another call, and tells what it made', async () => {
    const user = await signedIn(areaEnv)
    const product = draft([await fileOf(user)])
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

  it('stops at the limit of new listings, deleted ones included, and lets others be changed', async () => {
    const user = await signedIn(areaEnv)
    await useUp(areaEnv, { person: user.id }, 'newListing', 1)
    const id = await publish(user)
    const pictures = [await fileOf(user)]
    expect((await ask('POST', 'deleteListing', { as: user, body: { id, listType: 'services' } })).status).toBe(200)
    const answer = await add(user, draft(pictures))
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const job = await ask('POST', 'addJob', { as: user, body: { product: jobDraft() } })
    expect(job.status).toBe(429)
  })
})

describe('taking down', () => {
  it('hides a disabled listing from strangers, not from its owner, and brings it back', async () => {
    const [owner, other] = [await signedIn(areaEnv), await signedIn(areaEnv)]
    const id = await publish(owner, { title: 'Wombat portraits in oil' })
    const toggle = (enabled: boolean) => ask('POST', 'toggleService', { as: owner, body: { serviceId: id, enabled, listType: 'services' } })
    const hits = async () => ((await (await ask('GET', 'query?text=wombat')).json()) as { services: unknown[] }).services.length
    expect(await (await toggle(false)).json()).toEqual({ id, enabled: false })
    expect([(await get(id)).status, (await get(id, other)).status, (await get(id, owner)).status, await hits()]).toEqual([404, 404, 200, 0])
    await toggle(true)
    await toggle(true)
    expect([(await get(id)).status, await hits()]).toEqual([200, 1])
  })

  it('deletes for everybody, once', async () => {
    const owner = await signedIn(areaEnv)
    const id = await publish(owner)
    const remove = () => ask('POST', 'deleteListing', { as: owner, body: { id, listType: 'services' } })
    expect((await remove()).status).toBe(200)
    expect([(await get(id)).status, (await get(id, owner)).status, (await remove()).status]).toEqual([404, 404, 404])
    expect(await codeOf(await add(owner, draft([await fileOf(owner)], { id })))).toBe('listing_not_found')
  })
})
