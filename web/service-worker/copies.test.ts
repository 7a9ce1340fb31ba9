import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { answerFile, answerPage, filesOf, isFile, isStorable, savePage } from './copies.ts'

test('the files of a page are its scripts, styles, fonts and pictures, each once', () => {
  const html = `<link rel="preload" href="/assets/font-abc.woff2"><script src="/assets/a.js"></script><link href="/assets/a.css">
    <img src="/media/t1/640.webp"><img src="/media/t1/640.webp"><a href="/services/7/signs">Signs</a><a href="https://x.example/assets/b.js">x</a>`
  expect(filesOf(html)).toEqual(['/assets/font-abc.woff2', '/assets/a.js', '/assets/a.css', '/media/t1/640.webp'])
})

test.each(['/api/auth/getUserInfo', '/api/orders/getMyOrders', '/', '/orders/', '/service-worker.js', '/robots.txt'])(
  '%s is not a file that may be stored',
  (path) => expect(isFile(path)).toBe(false),
)

test('an answer for one member, an error and a redirect are not stored', () => {
  const answer = (status: number, cacheControl: string) => new Response(null, { status, headers: { 'cache-control': cacheControl } })
  expect(isStorable(answer(200, 'private, no-cache'))).toBe(true)
  expect(isStorable(answer(200, 'private, no-store'))).toBe(false)
  expect(isStorable(answer(404, 'no-cache'))).toBe(false)
  expect(isStorable(Object.defineProperty(answer(200, ''), 'redirected', { value: true }))).toBe(false)
})

const ORIGIN = 'https://warren.example'
const addressOf = (key: string | URL | Request) => new URL(key instanceof Request ? key.url : key, ORIGIN).href

/** A cache of the browser. */
class FakeCache {
  readonly entries = new Map<string, Response>()
  match = async (key: string | Request) => this.entries.get(addressOf(key))?.clone()
  put = async (key: string | Request, answer: Response) => void this.entries.set(addressOf(key), answer)
  delete = async (key: string | Request) => this.entries.delete(addressOf(key))
  keys = async () => [...this.entries.keys()].map((url) => new Request(url))
}

describe('the copies', () => {
  const opened = new Map<string, FakeCache>()
  const stored = () => [...opened.values()].flatMap(({ entries }) => [...entries.keys()])
  const page = (html: string, cacheControl = 'private, no-cache') =>
    new Response(html, { headers: { 'cache-control': cacheControl, 'content-language': 'en', date: new Date().toUTCString() } })
  const PUBLIC = '<link rel="canonical" href="https://warren.example/"><script src="/assets/a.js"></script><img src="/media/t1/640.webp">'
  const network = vi.fn<(request: URL | string | Request, init?: RequestInit) => Promise<Response>>()

  beforeEach(() => {
    opened.clear()
    network.mockReset()
    vi.stubGlobal('self', { location: { origin: ORIGIN } })
    vi.stubGlobal('fetch', network)
    vi.stubGlobal('caches', {
      open: async (name: string) => {
        if (!opened.has(name)) opened.set(name, new FakeCache())
        return opened.get(name)
      },
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('are loaded without cookies, the page and its files, in the language of the page', async () => {
    network.mockImplementation(async () => page(PUBLIC))
    await savePage('/services/7', 'ja')
    expect(network.mock.calls.map(([address, init]) => [addressOf(address), init?.credentials])).toEqual([
      [`${ORIGIN}/services/7?hl=ja`, 'omit'],
      [`${ORIGIN}/assets/a.js`, 'omit'],
      [`${ORIGIN}/media/t1/640.webp`, 'omit'],
    ])
    expect(stored()).toEqual([`${ORIGIN}/services/7`, `${ORIGIN}/assets/a.js`, `${ORIGIN}/media/t1/640.webp`])
  })

  it.each([
    ['a page that search engines may not index', () => page('<meta name="robots" content="noindex">')],
    ['a page of a member', () => page(PUBLIC, 'private, no-store')],
    ['an error', () => new Response(PUBLIC, { status: 404 })],
  ])('do not include %s', async (_, answer) => {
    network.mockImplementation(async () => answer())
    await savePage('/orders/', 'en')
    expect(stored()).toEqual([])
  })

  it('do not keep a page that is gone, but one that could not be loaded', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    network.mockImplementation(async () => page(PUBLIC))
    await savePage('/services/7', 'en')
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    for (const failure of [() => new Response('', { status: 503 }), () => page('<meta name="robots" content="noindex">')]) {
      network.mockImplementation(async () => failure())
      await savePage('/services/7', 'en')
    }
    expect(stored()).toContain(`${ORIGIN}/services/7`)
    network.mockImplementation(async () => new Response('lost', { status: 404 }))
    await savePage('/services/7', 'en')
    expect(stored()).not.toContain(`${ORIGIN}/services/7`)
    vi.useRealTimers()
  })

  it('do not include a page of another site, whose address the path of a page can look like', async () => {
    network.mockImplementation(async () => page(PUBLIC))
    for (const path of ['//evil.example/', '/\\evil.example/', 'https://evil.example/']) await savePage(path, 'en')
    expect([network.mock.calls, stored()]).toEqual([[], []])
  })

  it('are answered only if the network fails, and a page that was shown is not stored with its answer', async () => {
    network.mockImplementation(async () => page(PUBLIC))
    await savePage('/services/7', 'en')
    const event = (path: string) => ({ request: new Request(ORIGIN + path), waitUntil: () => {} }) as unknown as FetchEvent
    network.mockImplementation(async () => page('of a member', 'private, no-store'))
    expect(await (await answerPage(event('/services/7?as=member'))).text()).toBe('of a member')
    expect(await (await answerFile(event('/media/t2/640.webp'))).text()).toBe('of a member')
    network.mockRejectedValue(new Error('no connection'))
    expect(await (await answerPage(event('/services/7?as=member'))).text()).toBe(PUBLIC)
    await expect(answerFile(event('/media/t2/640.webp'))).rejects.toThrow('no connection')
  })
})
