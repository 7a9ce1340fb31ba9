import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOCALE_CODES } from '../../workers/shared/locales.schema.ts'
import type { EdgeEnv } from './env.ts'

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
  ASSETS: { fetch: async () => new Response('<html><head></head><body></body></html>') },
  AUTH: guest,
  LISTINGS: down,
} as unknown as EdgeEnv

const context = { waitUntil: () => {} } as unknown as ExecutionContext

/** The texts and attributes that the page got from `Rewriter`, which replaces workerd's HTMLRewriter. */
let parts: string[] = []
let attributes: Record<string, string> = {}
class Rewriter {
  on(_selector: string, { element }: { element: (element: object) => void }) {
    const take = (text: string) => parts.push(text)
    const setAttribute = (name: string, value: string) => {
      attributes[name] = value
    }
    element({ append: take, prepend: take, setInnerContent: take, setAttribute, remove: () => {} })
    return this
  }
  transform = (answer: Response) => answer
}

async function ask(path: string, changed: Partial<EdgeEnv> = {}, headers: Record<string, string> = {}, cf?: object) {
  // Loads the module again each time, because the edge caches its configuration.
  vi.resetModules()
  const { default: edge } = await import('./index.ts')
  return edge.fetch(
    Object.assign(new Request(`https://warren.pages.dev${path}`, { headers }), cf && { cf }) as Parameters<typeof edge.fetch>[0],
    { ...env, ...changed },
    context,
  )
}

beforeEach(() => {
  parts = []
  attributes = {}
  vi.stubGlobal('HTMLRewriter', Rewriter)
  vi.stubGlobal('BUILT', Object.fromEntries(LOCALE_CODES.map((lang) => [`locales/base.${lang}.ts`, { scripts: [], styles: [] }])))
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a failure at the edge', () => {
  it.each([
    ['an area that is down', '/api/listings/query', {}],
    ['a missing variable', '/nothing', { APP_ORIGINS: '' }],
    ['a page with an unreadable deployment', '/nothing', { LOCAL_DEPLOYMENT: '{' }],
    ['a page whose files cannot be loaded', '/nothing', { ASSETS: down as unknown as Fetcher }],
    ['a page whose files are missing', '/nothing', { ASSETS: gone }],
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
    expect((await ask('/nothing')).status).toBe(404)
    expect(parts.join('')).toContain('content="https://warren.example/og.png"')
    expect(parts.join('')).not.toContain('pages.dev')
  })

  it.each([
    [8453, 'https://basescan.org'],
    [84532, 'https://sepolia.basescan.org'],
    [31337, null],
  ])('tells a page on chain %i that its block explorer is %s', async (chainId, explorer) => {
    await ask('/nothing', { LOCAL_DEPLOYMENT: JSON.stringify({ ...deployment, chainId }) })
    expect(parts.join('')).toContain(`"explorer":${JSON.stringify(explorer)}`)
  })

  it('asks auth for the user with the language and cookie of the visitor, but without a country that the visitor claims', async () => {
    const fetch = vi.fn(guest.fetch)
    await ask('/nothing', { AUTH: { fetch } as unknown as Fetcher }, { 'accept-language': 'ja', cookie: 'hl=ja', 'x-country': 'FR' })
    const [[asked]] = fetch.mock.calls as unknown as [[Request]]
    expect(Object.fromEntries(asked.headers)).toMatchObject({ 'accept-language': 'ja', cookie: 'hl=ja', 'x-country': '' })
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
    const { default: edge } = await import('./index.ts')
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
