import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { LinkPreview } from '../../workers/creators/link-previews.schema.ts'
import type { ListingPage } from '../../workers/listings/listings.schema.ts'
import { type Session, signIn, upload } from '../../workers/local/seed/client.ts'
import type { ErrorBody } from '../../workers/shared/errors.schema.ts'
import { draft, fetchPath, readError, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { ports, url } from './world.ts'

/** Answers to requests without a browser: headers and refusals. */
const host = new URL(url).host

/** Two members without a demo wallet. */
let mio: Session
let kai: Session
let picture = ''
let first = 0
test.beforeAll(async () => {
  ;[mio, kai] = await Promise.all([signIn(url, 60), signIn(url, 61)])
  await mio.post('auth/addProfile', { profile: { name: 'Mio Sato', title: '', description: '' } })
  await kai.post('auth/addProfile', { profile: { name: 'Kai', title: '', description: '' } })
  picture = await upload(mio, 'island')
  first = (await mio.get<ListingPage>('listings/query?type=SERVICES')).services[0]!.id
})

const PAGES = [
  '/',
  '/?hl=ja',
  '/services/',
  '/search/logo',
  '/list/services',
  '/orders/',
  '/messenger/',
  '/profile',
  '/profile/1',
  '/news/',
  '/trending/',
  '/following/',
  '/settings/',
  '/login',
  '/faq/gas',
  '/tokuteishotorihiki',
  '/nothing/here',
]

test.describe('headers', () => {
  for (const path of [...PAGES, '/services/1', '/services/999999999']) {
    test(`${path} has the content policy and the security headers`, async () => {
      const { headers } = await fetchPath(path)
      const policy = headers.get('content-security-policy')!
      const files = `http://127.0.0.1:${Number(new URL(url).port) + 3}`
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "font-src 'self'",
        'frame-src https://www.youtube-nocookie.com https://geo.dailymotion.com https://player.twitch.tv https://clips.twitch.tv',
        expect.stringMatching(new RegExp(`^connect-src 'self' ${files}( |$)`)),
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe-|\*/)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}; includeSubDomains/),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'permissions-policy': expect.stringContaining('geolocation=()'),
      })
    })
  }

  test('a page of a signed-in member is not cached', async () => {
    expect((await fetchPath('/', { headers: { cookie: mio.cookie } })).headers.get('cache-control')).toBe('private, no-store')
  })

  test('no page has inline scripts or style elements', async () => {
    for (const path of [...PAGES, `/services/${first}`]) {
      const html = await (await fetchPath(path)).text()
      const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map(([, attributes]) => attributes!.trim())
      expect(
        inline.every((attributes) => /^type="application\/(ld\+)?json"/.test(attributes)),
        `${path}: ${inline}`,
      ).toBe(true)
      expect(html).not.toMatch(/<style|\son\w+=|javascript:/i)
    }
  })

  test('built files have the right type and are cached permanently; a missing file gets a 404 page without scripts', async () => {
    const html = await (await fetchPath('/')).text()
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const answer = await fetchPath(file)
      await answer.arrayBuffer()
      expect(answer.headers.get('content-type')).toMatch(
        file.endsWith('.js') ? /javascript/ : file.endsWith('.css') ? /^text\/css/ : /^font\//,
      )
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.any(String),
      })
    }
    const missing = await fetchPath('/assets/index-from-last-week.js')
    expect(missing.status).toBe(404)
    expect(missing.headers.get('cache-control') ?? '').not.toContain('immutable')
    expect(missing.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await missing.text()).not.toContain('<script')
  })

  test('pictures are cached permanently and have a strict content policy; a missing picture answers 404', async () => {
    const answer = await fetchPath(`/media/${picture}/320.webp`)
    await answer.arrayBuffer()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    for (const path of ['AAAAAAAAAAAAAAAAAAAAAA/320.webp', `${picture}/321.webp`, `${picture}/original`, '..%2foriginals%2fx', picture])
      expect(await readError(fetchPath(`/media/${path}`)), path).toEqual({ status: 404, code: 'not_found' })
  })

  test('the headers of every call forbid caching and sniffing, and a request id from outside is replaced', async () => {
    for (const path of ['listings/query', 'auth/getUserInfo', 'orders/getMyOrders', 'nothing', 'listings/nothing', 'health']) {
      const answer = await fetchPath(`/api/${path}`)
      await answer.text()
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'strict-transport-security': expect.any(String),
      })
    }
    const spoofed = await fetchPath('/api/auth/getUserInfo', { headers: { 'x-request-id': 'chosen-outside' } })
    expect(spoofed.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  })
})

test.describe('unknown addresses', () => {
  for (const path of [
    '/nothing',
    '/services/0',
    '/services/abc',
    '/services/999999999/a-title',
    '/admin/nothing',
    '/.env',
    '/wp-login.php',
  ]) {
    test(`${path} answers 404 with a page in the reader’s language`, async () => {
      const answer = await fetchPath(path, { headers: { 'accept-language': 'ja' } })
      const html = await answer.text()
      expect(answer.status).toBe(404)
      expect(html).toMatch(/<html[^>]* lang="ja"/)
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).toMatch(/<title>ページが見つかりません/)
    })
  }

  test('an unknown call answers 404', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/listings', '/api/listings/nothing', '/api/__proto__/x', '/api/health/x'])
      expect(await readError(fetchPath(path)), path).toEqual({ status: 404, code: 'not_found' })
  })

  test('a call with an unknown id answers 404', async () => {
    const { cookie } = kai
    const opaque = 'AAAAAAAAAAAAAAAAAAAAAA'
    expect(await readError(fetchPath('/api/listings/getListing?listType=SERVICES&id=999999999'))).toEqual({
      status: 404,
      code: 'listing_not_found',
    })
    expect(await readError(send('listings/toggleService', { serviceId: 999999999, enabled: false }, { cookie }))).toMatchObject({
      status: 404,
    })
    expect(await readError(send('listings/deleteListing', { id: 999999999 }, { cookie }))).toMatchObject({ status: 404 })
    expect(await readError(send('uploads/finishUpload', { id: opaque }, { cookie }))).toMatchObject({
      status: 404,
      code: 'upload_not_found',
    })
    expect(await readError(fetchPath(`/api/orders/getOrder?id=${opaque}`, { headers: { cookie } }))).toMatchObject({ status: 404 })
    expect(await readError(fetchPath('/api/auth/getProfile?userId=999999999'))).toMatchObject({ status: 404 })
  })
})

test.describe('access control', () => {
  test('a request with a wrong method gets a 405 with the allowed methods; the answer to HEAD has no body', async () => {
    for (const [method, path, allow] of [
      ['GET', 'auth/signIn', 'POST'],
      ['PUT', 'listings/addService', 'POST'],
      ['DELETE', 'listings/getListing', 'GET'],
      ['PATCH', 'orders/quoteOrder', 'POST'],
      ['OPTIONS', 'uploads/addProductFile', 'POST'],
      ['POST', 'health', 'GET, HEAD'],
    ] as const) {
      const answer = await fetchPath(`/api/${path}`, { method })
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow])
      expect(((await answer.json()) as ErrorBody).error.code).toBe('method_not_allowed')
    }
    const page = await fetchPath('/services/1', { method: 'POST', body: 'x' })
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const looks = await fetchPath('/', { method: 'HEAD' })
    expect([looks.status, await looks.text()]).toEqual([200, ''])
  })

  const WRITES: [string, object][] = [
    ['auth/enableAccount', {}],
    ['auth/addProfile', { profile: { name: 'Nobody', title: '', description: '' } }],
    ['listings/addService', {}],
    ['listings/toggleService', { serviceId: 1, enabled: false }],
    ['listings/deleteListing', { id: 1 }],
    ['uploads/addProductFile', { name: 'a.png', type: 'image/png', size: 10 }],
    ['orders/quoteOrder', {}],
    ['chat/sendMessage', {}],
    ['chat/markRead', {}],
  ]
  for (const [path, body] of WRITES) {
    test(`${path} requires a session, the app’s origin and JSON`, async () => {
      const { cookie } = kai
      expect(await readError(send(path, body))).toEqual({ status: 401, code: 'unauthorized' })
      expect(await readError(send(path, body, { cookie: '__Host-session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }))).toMatchObject({
        status: 401,
      })
      const foreign = [
        null,
        'null',
        `http://${host}.evil.example`,
        `http://evil${host}`,
        'http://localhost',
        `${url}/`,
        `${url}@evil.example`,
      ]
      for (const origin of foreign)
        expect(await readError(send(path, body, { cookie, origin }))).toEqual({ status: 403, code: 'cross_origin' })
      for (const type of ['text/plain', 'text/plain; application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])
        expect(await readError(send(path, body, { cookie, type }))).toEqual({ status: 415, code: 'unsupported_media_type' })
    })
  }

  test('a body over 1 MiB is refused before it is sent', async () => {
    // The body is announced but never sent: a sender could lose the answer, as the connection is closed during the upload.
    const headers = { origin: url, cookie: mio.cookie, 'content-type': 'application/json', 'content-length': 1_100_000 }
    const call = request(`${url}/api/listings/addService`, { method: 'POST', headers })
    call.flushHeaders()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(413)
    expect(await json(answer)).toMatchObject({ error: { code: 'body_too_large' } })
    call.destroy()
  })

  test('another member cannot change a listing or use its files, and gets a 404 once it is hidden', async () => {
    const { id } = await mio.post<{ id: number }>('listings/addService', { product: draft(picture) })
    const { cookie } = kai
    const edit = { product: { ...draft(picture, { media: [] }), id, title: 'Taken over by Kai' } }
    const theirs = { product: { ...draft(picture), id, title: 'Taken over by Kai' } }
    expect(await readError(send('listings/addService', theirs, { cookie }))).toEqual({ status: 403, code: 'forbidden' })
    expect((await readError(send('listings/addService', edit, { cookie }))).status).toBeGreaterThanOrEqual(403)
    expect(await readError(send('listings/toggleService', { serviceId: id, enabled: false }, { cookie }))).toMatchObject({ status: 403 })
    expect(await readError(send('listings/deleteListing', { id }, { cookie }))).toMatchObject({ status: 403 })
    expect(await readError(send('uploads/deleteProductMedia', { id: picture }, { cookie }))).toMatchObject({ status: 404 })
    expect(await readError(send('listings/addService', { product: draft(picture) }, { cookie }))).toEqual({
      status: 403,
      code: 'media_not_yours',
    })

    await mio.post('listings/toggleService', { serviceId: id, enabled: false })
    expect(await readError(send('listings/addService', theirs, { cookie }))).toEqual({ status: 404, code: 'listing_not_found' })
    expect(await readError(fetchPath(`/api/listings/getListing?listType=SERVICES&id=${id}`))).toMatchObject({ status: 404 })
    expect((await fetchPath(`/services/${id}`)).status).toBe(404)
    const own = await mio.get<{ title: string }>(`listings/getListing?listType=SERVICES&id=${id}`)
    expect(own.title).toBe('Signs for small shops')
    await mio.post('listings/deleteListing', { id })
    expect(await readError(send('listings/addService', { product: { ...draft(picture), id } }, { cookie: mio.cookie }))).toMatchObject({
      status: 404,
    })
  })
})

test.describe('wrong bodies and queries', () => {
  // The table is built before any upload, so no file has this id.
  const id = 'A'.repeat(22)
  const basic = { price: 50_000_000, delivery: 5, description: 'One sign up to 60 cm.' }
  for (const [name, body, path] of [
    ['a body without a product', {}, 'product'],
    ['a number for a title', { product: { ...draft(id), title: 7 } }, 'product.title'],
    [
      'a price that is text',
      { product: draft(id, { options: { Basic: { ...basic, price: '50' as never } } }) },
      'product.options.Basic.price',
    ],
    [
      'a price that is not a whole number',
      { product: draft(id, { options: { Basic: { ...basic, price: 1.5 } } }) },
      'product.options.Basic.price',
    ],
    ['an unknown category', { product: draft(id, { category: 'spells' as never }) }, 'product.category'],
    ['a negative id', { product: { ...draft(id), id: -4 } }, 'product.id'],
    ['a file id that is a path', { product: draft(id, { media: ['../../etc/passwd'] }) }, 'product.media.0'],
    ['a service without a plan', { product: draft(id, { options: {} }) }, 'product.options'],
  ] as [string, object, string][]) {
    test(`${name} is refused with the path of the field, and nothing is stored`, async () => {
      const before = await mio.get<ListingPage>(`listings/query?type=SERVICES&userId=${mio.id}`)
      expect(await readError(send('listings/addService', body, { cookie: mio.cookie }))).toMatchObject({
        status: 422,
        code: 'invalid_body',
        details: { path, rule: expect.any(String) },
      })
      expect(await mio.get<ListingPage>(`listings/query?type=SERVICES&userId=${mio.id}`)).toEqual(before)
    })
  }

  test('a broken rule is reported with its name and the field', async () => {
    const cheap = { product: draft(picture, { options: { Basic: { ...basic, price: 4_999_999 } } }) }
    expect(await readError(send('listings/addService', cheap, { cookie: mio.cookie }))).toMatchObject({
      status: 422,
      code: 'listing_rule',
      details: { field: 'options.Basic.price', rule: 'price_low' },
    })
  })

  for (const text of ['{"product":', '', 'null', '[]', '"text"', '{"product":{"options":{"Basic":{"price":1e309}}}}']) {
    test(`${JSON.stringify(text)} is refused`, async () => {
      const { status } = await readError(send('listings/addService', text, { cookie: mio.cookie }))
      expect([400, 422]).toContain(status)
    })
  }

  test('a wrong value in a query is refused with the name of its parameter', async () => {
    expect(await readError(fetchPath('/api/listings/getListing?listType=SERVICES&id=1%27--'))).toMatchObject({
      status: 422,
      details: { path: 'id' },
    })
    expect(await readError(fetchPath('/api/listings/getListing?listType=SPELLS&id=1'))).toMatchObject({
      status: 422,
      details: { path: 'listType' },
    })
    expect(await readError(fetchPath('/api/listings/query?cursor=;drop'))).toMatchObject({ status: 422, details: { path: 'cursor' } })
  })
})

test('a link preview shows a page of another site with a copy of its picture, and no page of the inside', async () => {
  const site = `https://site${crypto.randomUUID().slice(0, 8)}.com/`
  const photo = readFileSync(new URL('../../workers/local/seed/pictures/island.webp', import.meta.url), 'base64')
  const pages = {
    [site]: { body: '<title>The island</title><meta property="og:image" content="/island.webp">' },
    [`${site}island.webp`]: { headers: { 'content-type': 'image/webp' }, body: photo, isBinary: true },
  }
  await fetch(`http://127.0.0.1:${ports.outside}/linked-sites`, { method: 'PUT', body: JSON.stringify({ pages }) })
  const ask = (link: string, cookie = '') =>
    fetchPath(`/api/creators/getLinkPreview?url=${encodeURIComponent(link)}`, { headers: { cookie } })
  const answer = await ask(site, mio.cookie)
  expect(answer.status).toBe(200)
  const preview = (await answer.json()) as LinkPreview
  expect(preview).toMatchObject({ url: site, title: 'The island', images: [{ width: 1600, height: 1200 }] })
  const copy = await fetchPath(`/media/${preview.images[0]!.id}/320.webp`)
  expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/webp'])

  expect((await readError(ask(site))).code).toBe('unauthorized')
  for (const inside of [url, `http://127.0.0.1:${ports.outside}/outbox`, 'http://169.254.169.254/'])
    expect((await readError(ask(inside, mio.cookie))).code).toBe('preview_unavailable')
})

test('the health check reports that every dependency works', async () => {
  const answer = await fetchPath('/api/health')
  expect(answer.status).toBe(200)
  const { lastError, ...rest } = (await answer.json()) as { lastError: { message: string } | null }
  // Another journey may have stopped the chain for a moment.
  expect(lastError === null || typeof lastError.message === 'string').toBe(true)
  expect(rest).toEqual({
    ...{ ok: true, db: 'ok', chain: 'ok', contracts: 'ok', cron: 'ok', prices: 'ok', r2: 'ok', unexpectedEvents: 0 },
    priceAgeSeconds: { coinbase: expect.any(Number), kraken: expect.any(Number) },
    ...{ cronAgeSeconds: expect.any(Number), blocksBehind: expect.any(Number), secondsBehind: expect.any(Number) },
  })
})
