import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RenderPage } from '../page-request.ts'
import type { EdgeEnv } from './env.ts'
import { divideShell } from './shell.ts'

const down = { fetch: () => Promise.reject(new Error('no such worker: secret detail')) }
const gone = { fetch: async () => new Response('', { status: 404 }) } as unknown as Fetcher
const guest = { fetch: async () => Response.json({ authorized: false }) }
const deployment = { chainId: 31337, orderBook: '0x1', orderBookCodeHash: '0x2', startBlock: 0, tokens: [] }
const env = {
  ENV: 'local',
  APP_ORIGINS: 'https://warren.example https://www.warren.example',
  CHAIN_ID: '31337',
  CONNECT_ORIGINS: 'https://files.example',
  LOCAL_DEPLOYMENT: JSON.stringify(deployment),
  AUTH: guest,
  LISTINGS: down,
} as unknown as EdgeEnv

const context = { waitUntil: () => {} } as unknown as ExecutionContext

/** The attributes that the documentation got from `Rewriter`, which replaces workerd's HTMLRewriter. */
let attributes: Record<string, string> = {}
class Rewriter {
  on(_selector: string, { element }: { element: (element: object) => void }) {
    const setAttribute = (name: string, value: string) => {
      attributes[name] = value
    }
    element({ setAttribute })
    return this
  }
  transform = (answer: Response) => answer
}

const INDEX = `<!doctype html>
<html lang="en"><head><title>Warren</title><meta name="description" content="Warren"><meta name="theme-color" content="#fff">
  <script type="module" crossorigin src="/assets/main.js"></script></head><body><div id="root"></div></body></html>`
const renderPage = vi.fn<RenderPage>()

async function ask(path: string, changed: Partial<EdgeEnv> = {}, headers: Record<string, string> = {}, cf?: object) {
  // Loads the module again each time, because the edge caches its configuration.
  vi.resetModules()
  const { createEdge } = await import('./index.ts')
  const edge = createEdge(async () => ({ renderPage }))
  return edge.fetch(
    Object.assign(new Request(`https://warren.pages.dev${path}`, { headers }), cf && { cf }) as Parameters<typeof edge.fetch>[0],
    { ...env, ...changed },
    context,
  )
}

beforeEach(() => {
  attributes = {}
  vi.stubGlobal('HTMLRewriter', Rewriter)
  vi.stubGlobal('SHELL', divideShell(INDEX))
  vi.stubGlobal('BUILD', 'abc')
  renderPage.mockReset().mockResolvedValue({ html: '<main>the page</main>', sources: [], styles: [], formatted: {} })
  vi.stubGlobal('BUILT', new Proxy({}, { get: () => ({ scripts: [], styles: [] }) }))
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a failure at the edge', () => {
  it.each([
    ['an area that is down', '/api/listings/query', {}],
    ['a missing variable', '/nothing/here', { APP_ORIGINS: '' }],
    ['a page with an unreadable deployment', '/nothing/here', { LOCAL_DEPLOYMENT: '{' }],
    ['the documentation whose file is missing', '/api/docs', { ASSETS: gone }],
    ['the OpenAPI document whose file is missing', '/api/openapi.json', { ASSETS: gone }],
  ])('%s leads to an internal error with the security headers', async (_, path, changed) => {
    const answer = await ask(path, changed)
    expect(answer.status).toBe(500)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    const { error } = (await answer.json()) as { error: { code: string; requestId: string } }
    expect(error).toEqual({ code: 'internal', message: 'internal', requestId: expect.any(String) })
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(error.requestId))
  })
})

describe('the edge', () => {
  it('writes the canonical origin into a page, whichever host was requested', async () => {
    const answer = await ask('/nothing/here')
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('content="https://warren.example/og.png"')
    expect(html).not.toContain('pages.dev')
  })

  it.each([
    [8453, 'https://basescan.org'],
    [84532, 'https://sepolia.basescan.org'],
    [31337, null],
  ])('tells a page on chain %i that its block explorer is %s', async (chainId, explorer) => {
    const answer = await ask('/nothing/here', { LOCAL_DEPLOYMENT: JSON.stringify({ ...deployment, chainId }) })
    expect(await answer.text()).toContain(`"explorer":${JSON.stringify(explorer)}`)
  })

  it('asks auth for the user with the language and cookie of the visitor, but without a country that the visitor claims', async () => {
    const fetch = vi.fn(guest.fetch)
    const session = 'hl=ja; __Host-session=abc'
    await ask('/nothing/here', { AUTH: { fetch } as unknown as Fetcher }, { 'accept-language': 'ja', cookie: session, 'x-country': 'FR' })
    const [[asked]] = fetch.mock.calls as unknown as [[Request]]
    expect(Object.fromEntries(asked.headers)).toMatchObject({ 'accept-language': 'ja', cookie: session, 'x-country': '' })
  })

  it('loads what a guest sees without cookie, place or languages, and knows the guest without a call', async () => {
    const auth = vi.fn(guest.fetch)
    const listings = vi.fn(async (_request: Request) => Response.json({ services: [], next: null }))
    const changed = { AUTH: { fetch: auth }, LISTINGS: { fetch: listings } } as unknown as Partial<EdgeEnv>
    const answer = await ask('/', changed, { 'accept-language': 'ja-JP, en;q=0.5', cookie: 'a=b' }, { country: 'JP', city: 'Kyoto' })
    const [[asked]] = listings.mock.calls as unknown as [[Request]]
    expect(Object.fromEntries(asked.headers)).toEqual({ 'accept-language': 'ja', 'x-address': '', 'x-request-id': expect.any(String) })
    expect(auth).not.toHaveBeenCalled()
    expect(JSON.parse(/id="warren-data">(.*?)<\/script>/.exec(await answer.text())![1]!).user).toMatchObject({
      authorized: false,
      language: 'ja',
      geoIp: '{"country":"JP"}',
    })
  })

  it('passes pictures and works to uploads, at both addresses, and nothing else below /public/', async () => {
    const fetch = vi.fn(async () => new Response('file'))
    const changed = { UPLOADS: { fetch } as unknown as Fetcher }
    for (const path of ['/media/ipfs/bafkrei', '/public/imgcache/bafkrei_s.jpg'])
      expect(await (await ask(path, changed)).text()).toBe('file')
    expect((await ask('/public/other', changed)).status).toBe(404)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  const from = async (ENV: EdgeEnv['ENV'], headers: Record<string, string>, cf?: object) => {
    const fetch = vi.fn(guest.fetch)
    await ask('/api/auth/login', { ENV, AUTH: { fetch } as unknown as Fetcher }, headers, cf)
    const [[asked]] = fetch.mock.calls as unknown as [[Request]]
    return ['x-address', 'x-country', 'x-city'].map((name) => asked.headers.get(name))
  }

  it('gives areas only the address, country and city that the platform sets; in the local world a test may set the address', async () => {
    const claimed = { 'x-address': '203.0.113.9', 'x-country': 'FR', 'x-city': 'Paris', 'cf-connecting-ip': '198.51.100.1' }
    const platform = { country: 'JP', city: 'Kyoto' }
    expect(await from('production', claimed, platform)).toEqual(['198.51.100.1', 'JP', 'Kyoto'])
    expect(await from('preview', { 'x-address': '203.0.113.9' }, platform)).toEqual(['', 'JP', 'Kyoto'])
    expect(await from('local', claimed)).toEqual(['203.0.113.9', '', ''])
  })

  it('ignores an address that the platform did not set, in the local world too', async () => {
    const claimed = { 'cf-connecting-ip': '198.51.100.1', 'cf-ipcountry': 'FR' }
    expect(await from('production', claimed)).toEqual(['', '', ''])
    expect(await from('local', claimed, {})).toEqual(['', '', ''])
  })
})

describe('files for crawlers and pictures', () => {
  const session = { cookie: '__Host-session=abc; hl=ja', 'accept-language': 'ja', 'x-country': 'FR' }
  const paths = [
    '/services/feed.xml',
    '/sitemap.xml',
    '/sitemaps/people-0.xml',
    '/sitemaps/services-0.xml',
    '/og/en/0123456789abcdef/services/7.png',
    '/og/en/0123456789abcdef/profile/3.png',
  ]

  it.each(paths)('%s is asked for without the session, languages and preferences of its reader', async (path) => {
    const area = vi.fn(async (_request: Request) => Response.json({ services: [], next: null, listings: [], profiles: [] }))
    await ask(path, { AUTH: { fetch: area }, LISTINGS: { fetch: area } } as unknown as Partial<EdgeEnv>, session)
    expect(area).toHaveBeenCalled()
    for (const [asked] of area.mock.calls)
      expect([...asked.headers.keys()].sort()).toEqual(['x-address', 'x-city', 'x-country', 'x-request-id'])
  })

  it.each([...paths, '/', '/robots.txt'])('%s accepts no POST', async (path) => {
    const { createEdge } = await import('./index.ts')
    const edge = createEdge(async () => ({ renderPage }))
    const request = new Request(`https://warren.pages.dev${path}`, { method: 'POST' }) as Parameters<typeof edge.fetch>[0]
    expect((await edge.fetch(request, env, context)).status).toBe(405)
  })
})

describe('a damaged or endless address', () => {
  const segments = ['%E0%A4%A', '%', '%00', '%ED%A0%BD', '\ud83d', 'a'.repeat(10_000), '%2F%2F', '..%2f..', '%0D%0Ax-header:1', '<script>']
  const places = [
    '/',
    '/search/',
    '/services/',
    '/services/7/',
    '/services/c/',
    '/profile/',
    '/lists/',
    '/faq/',
    '//',
    '/og/',
    '/sitemaps/',
  ]
  const answers = { fetch: async () => Response.json({ services: [], next: null, listings: [] }) }
  const refused = { fetch: async () => new Response(null, { status: 400 }) }

  it.each([
    ['answer', answers],
    ['refuse it', refused],
  ])('leads to a page or to an error of the client, never of the server, if the areas %s', async (_, area) => {
    const { createEdge } = await import('./index.ts')
    const edge = createEdge(async () => ({ renderPage }))
    const changed = { ...env, AUTH: area, LISTINGS: area } as unknown as EdgeEnv
    for (const segment of segments) {
      for (const place of [...places, '/og/en/0123456789abcdef/search/', '/search/?q=']) {
        const path = `${place}${segment}${place.startsWith('/og/en') ? '.png' : ''}`
        const request = new Request(`https://warren.pages.dev${path}`) as Parameters<typeof edge.fetch>[0]
        const { status, headers } = await edge.fetch(request, changed, context)
        expect([path.slice(0, 60), status < 500, headers.get('x-header')]).toEqual([path.slice(0, 60), true, null])
      }
    }
  })
})

describe('a rendered page', () => {
  const listings = { fetch: async () => Response.json({ services: [], next: null }) } as unknown as Fetcher
  const open = async (path: string, headers: Record<string, string> = {}, cf?: object) => {
    const answer = await ask(path, { LISTINGS: listings }, headers, cf)
    return { status: answer.status, html: await answer.text() }
  }

  it('has its content in #root, its data after it, and scripts that wait for styles and pictures', async () => {
    const { status, html } = await open('/')
    expect(status).toBe(200)
    expect(html).toContain('<div id="root"><main>the page</main></div><script type="application/json" id="warren-data">{')
    expect(html).toContain('<script type="module" fetchpriority="low" crossorigin src="/assets/main.js">')
    expect(html.match(/<meta name="description"/g)).toHaveLength(1)
    expect(html.match(/<title>/g)).toHaveLength(1)
  })

  it('is in the language, the theme, the region and the time zone of the visitor, with space for the sidebar', async () => {
    const headers = { 'accept-language': 'en-GB, ja;q=0.5', cookie: 'theme=dark; side=2' }
    const { html } = await open('/?hl=ja', headers, { timezone: 'Europe/London' })
    expect(html).toContain('<html lang="ja" data-theme="dark" data-side="2">')
    expect(html).toContain('<meta name="theme-color" content="#12100e">')
    expect(renderPage.mock.calls[0]![0]).toMatchObject({
      path: '/',
      search: '',
      locale: 'ja',
      data: { reader: { dates: 'ja-GB', timeZone: 'Europe/London' } },
    })
  })

  it.each(['0', '3', '"><script>', ''])('ignores the unknown state %j of the sidebar', async (side) => {
    expect((await open('/', { cookie: `side=${side}` })).html).toContain('<html lang="en">')
  })

  it.each(['x', '../../etc', 'en-XX', 'en-' + 'a'.repeat(5000), '*', '\u00e9'])(
    'has a date format for the language tag %j',
    async (tag) => {
      const headers = new Headers({ 'accept-language': tag })
      await open('/', Object.fromEntries(headers))
      expect(renderPage.mock.calls[0]![0].data.reader).toEqual({ dates: 'en-US', timeZone: 'UTC' })
    },
  )

  const leadsTo = async (path: string) => {
    const answer = await ask(path)
    return [answer.status, answer.headers.get('location')]
  }

  it('leads a search form, which works without JavaScript, to the page of its results', async () => {
    expect(await leadsTo('/search/?q=%20logo%20%26%20%E7%9C%8B%E6%9D%BF')).toEqual([302, '/search/logo%20%26%20%E7%9C%8B%E6%9D%BF'])
    expect(await leadsTo(`/search/?q=${'a'.repeat(5000)}`)).toEqual([302, `/search/${'a'.repeat(100)}`])
    expect(await leadsTo(`/search/?q=${encodeURIComponent(`${'a'.repeat(99)}🦡`)}`)).toEqual([302, `/search/${'a'.repeat(99)}`])
    expect(await leadsTo('/search/?q=//evil.example')).toEqual([302, '/search/%2F%2Fevil.example'])
    expect(await leadsTo('/search/?q=%20')).toEqual([302, '/'])
    expect((await leadsTo('/search/'))[0]).toBe(404)
  })

  it('leads from the name of a place in the filter of a list to its code', async () => {
    expect(await leadsTo('/search/logo?where=local&country=Japan')).toEqual([302, '/search/logo?where=local&country=JP'])
    expect(await leadsTo('/services/c/design?where=local&country=%E6%97%A5%E6%9C%AC')).toEqual([
      302,
      '/services/c/design?where=local&country=JP',
    ])
    expect((await leadsTo('/search/logo?where=local&country=JP'))[0]).toBe(200)
    expect((await leadsTo('/faq/?country=Japan'))[0]).toBe(200)
    // Not an address of another site.
    expect((await leadsTo('//search/logo?country=Japan'))[0]).toBe(404)
  })

  it('is rendered by the browser if it cannot be rendered here', async () => {
    renderPage.mockRejectedValue(new Error('no such card'))
    const { status, html } = await open('/')
    expect(status).toBe(200)
    expect(html).toContain('<div id="root"></div>')
    expect(html).not.toContain('fetchpriority')
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('page_not_rendered'))
  })

  it.each(['/orders/', '/settings', '/list/services', '/confirm-email/'])('%s is rendered by the browser only', async (path) => {
    expect((await open(path)).html).toContain('<div id="root"></div>')
    expect(renderPage).not.toHaveBeenCalled()
  })

  it('is a page of a member if the session is valid', async () => {
    const member = { fetch: async () => Response.json({ authorized: true, user_id: 7 }) } as unknown as Fetcher
    const answer = await ask('/', { LISTINGS: listings, AUTH: member }, { cookie: '__Host-session=abc' })
    expect(renderPage.mock.calls[0]![0].data.user).toMatchObject({ user_id: 7 })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  it.each([
    ['a guest', {}, 'private, no-cache'],
    ['a member', { cookie: '__Host-session=abc' }, 'private, no-store'],
  ])('for %s is stored by no cache between the edge and the browser, and has the security headers', async (_, headers, cacheControl) => {
    const answer = await ask('/', { LISTINGS: listings }, headers as Record<string, string>, { country: 'JP' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': cacheControl,
      'content-security-policy': expect.stringContaining("script-src 'self'; "),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })

  it('refuses an index.html of another form when it is built', () => {
    expect(() => divideShell('<html><body></body></html>')).toThrow('expected form')
  })
})

describe('the documentation of the API', () => {
  const files: Record<string, string> = { '/api/docs': '<html lang="en"><h1>API</h1></html>', '/api/openapi.json': '{"openapi":"3.1.1"}' }
  const fetch = vi.fn(async (request: Request) => {
    const file = files[new URL(request.url).pathname]
    if (request.headers.get('if-none-match') === '"1"') return new Response(null, { status: 304, headers: { etag: '"1"' } })
    return new Response(file, { headers: { 'content-type': 'text/plain', etag: '"1"' } })
  })
  const ASSETS = { fetch } as unknown as Fetcher

  it.each(Object.keys(files))('%s is a file of the build, cached for five minutes', async (path) => {
    const answer = await ask(path, { ASSETS })
    expect(await answer.text()).toBe(files[path])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': path.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      etag: '"1"',
    })
    expect((await ask(path, { ASSETS }, { 'if-none-match': '"1"' })).status).toBe(304)
  })

  it.each(Object.keys(files))('%s answers 405 to a POST', async (path) => {
    const { createEdge } = await import('./index.ts')
    const edge = createEdge(async () => ({ renderPage }))
    const request = new Request(`https://warren.pages.dev${path}`, { method: 'POST' }) as Parameters<typeof edge.fetch>[0]
    const answer = await edge.fetch(request, { ...env, ASSETS }, context)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('is sent again in full, in the theme that the visitor has chosen, even if the browser has a cached copy', async () => {
    const answer = await ask('/api/docs', { ASSETS }, { cookie: 'theme=dark', 'if-none-match': '"1"' })
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('vary')]).toEqual([200, null, 'cookie'])
    expect(await answer.text()).toBe(files['/api/docs'])
    expect(attributes).toEqual({ 'data-theme': 'dark' })
  })

  it('has the header `vary: cookie` even without a chosen theme, as the visitor may choose one later', async () => {
    const answer = await ask('/api/docs', { ASSETS })
    expect(answer.headers.get('vary')).toBe('cookie')
    expect(attributes).toEqual({})
  })
})
