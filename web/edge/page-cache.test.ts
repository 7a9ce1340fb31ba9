import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RenderPage } from '../page-request.ts'
import type { EdgeEnv } from './env.ts'
import { createEdge } from './index.ts'
import { keptPage, type MadePage } from './page-cache.ts'
import { divideShell } from './shell.ts'

/** The edge cache: entries by address, which expire as their `cache-control` says. */
class FakeCache {
  readonly entries = new Map<string, { answer: Response; until: number }>()
  match = async ({ url }: Request) => {
    const found = this.entries.get(url)
    return found && Date.now() < found.until ? found.answer.clone() : undefined
  }
  put = async ({ url }: Request, answer: Response) => {
    const seconds = Number(/max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')![1])
    this.entries.set(url, { answer, until: Date.now() + seconds * 1000 })
  }
  delete = async ({ url }: Request) => this.entries.delete(url)
}

let cache: FakeCache
let waiting: Promise<unknown>[] = []
const context = { waitUntil: (work: Promise<unknown>) => void waiting.push(work) } as unknown as ExecutionContext
const settled = async () => {
  while (waiting.length) await Promise.all(waiting.splice(0))
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  cache = new FakeCache()
  waiting = []
  vi.stubGlobal('caches', { default: cache })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a kept page', () => {
  const env = { ENV: 'production' } as const
  const at = (seconds: number) => vi.setSystemTime(1_800_000_000_000 + seconds * 1000)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const pageOf = (html: string, more: Partial<MadePage> = {}): MadePage => ({
    start: bytes('始'),
    end: bytes(html),
    status: 200,
    path: null,
    isKeepable: true,
    isWithdrawn: false,
    ...more,
  })
  const read = async (make: () => Promise<MadePage>, address = 'https://warren.example/.pages/1') => {
    const { start, end, age } = await keptPage(address, { env, context }, make)
    expect(start).toEqual(bytes('始'))
    return [new TextDecoder().decode(end), age]
  }

  it('is made once, and served for 60 seconds', async () => {
    const make = vi.fn(async () => pageOf('one'))
    expect(await read(make)).toEqual(['one', 0])
    await settled()
    at(59)
    expect(await read(make)).toEqual(['one', 59_000])
    expect([make.mock.calls.length, waiting.length]).toEqual([1, 0])
  })

  it('is served once more after that, while a new one is made', async () => {
    await read(async () => pageOf('one'))
    await settled()
    at(61)
    const make = vi.fn(async () => pageOf('two'))
    expect(await Promise.all([read(make), read(make)])).toEqual([
      ['one', 61_000],
      ['one', 61_000],
    ])
    await settled()
    expect(make).toHaveBeenCalledTimes(1)
    expect(await read(make)).toEqual(['two', 0])
    at(61 + 361)
    expect(await read(async () => pageOf('three'))).toEqual(['three', 0])
  })

  it.each([
    ['is missing now', pageOf('gone', { status: 404 }), 'new'],
    ['is hidden now', pageOf('hidden', { isKeepable: false, isWithdrawn: true }), 'new'],
    ['lacks its data', pageOf('empty', { isKeepable: false }), 'one'],
  ])('is replaced only by a complete page: when the page %s, the next guest gets %s', async (_, later, expected) => {
    await read(async () => pageOf('one'))
    await settled()
    at(61)
    await read(async () => later)
    await settled()
    expect((await read(async () => pageOf('new')))[0]).toBe(expected)
  })

  it('is made again by a later guest if making it never ended', async () => {
    const address = 'https://warren.example/.pages/2'
    await read(async () => pageOf('one'), address)
    await settled()
    at(61)
    await read(() => new Promise(() => {}), address)
    waiting = []
    const make = vi.fn(async () => pageOf('two'))
    at(90)
    await read(make, address)
    expect(make).not.toHaveBeenCalled()
    at(122)
    await read(make, address)
    await settled()
    expect(await read(make, address)).toEqual(['two', 0])
  })

  it('stays if making the new one fails', async () => {
    await read(async () => pageOf('one'))
    await settled()
    at(61)
    await read(() => Promise.reject(new Error('no area')))
    await settled()
    expect((await read(async () => pageOf('two')))[0]).toBe('one')
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('page_not_renewed'))
  })

  it.each([
    ['a page that does not exist', pageOf('x', { status: 404 }), undefined],
    ['a page that is not complete or not for everybody', pageOf('x', { isKeepable: false }), undefined],
    ['a page with a very long address', pageOf('x'), `https://warren.example/${'a'.repeat(500)}`],
  ])('%s is not kept', async (_, page, address) => {
    await read(async () => page, address)
    await settled()
    expect(cache.entries.size).toBe(0)
  })

  it('is made if the cache fails or does not exist', async () => {
    vi.spyOn(cache, 'match').mockRejectedValue(new Error('down'))
    vi.spyOn(cache, 'put').mockRejectedValue(new Error('down'))
    expect(await read(async () => pageOf('one'))).toEqual(['one', 0])
    await settled()
    vi.stubGlobal('caches', undefined)
    expect(await read(async () => pageOf('two'))).toEqual(['two', 0])
  })
})

describe('the edge', () => {
  const INDEX = '<!doctype html>\n<html lang="en"><head><title>Warren</title></head><body><div id="root"></div></body></html>'
  const SECRET = 'Aiko’s own draft'
  const renderPage = vi.fn<RenderPage>()
  /** The listings area gives members their drafts. */
  const listings = vi.fn(async (request: Request) =>
    Response.json({ services: request.headers.get('cookie')?.includes('__Host-session') ? [{ title: SECRET }] : [], next: null }),
  )
  const POST = {
    ...{ pid: 'p'.repeat(22), creatorName: 'Aiko', owner: { userId: 3, name: 'Aiko Mori', image: null }, content: '<p>A sign.</p>' },
    ...{ title: 'A sign.', description: '', media: [], link: '', preview: null, created: 1, edited: null, draft: false, hidden: false },
  }
  /** The creators area knows one creator, by the name in any case, with one post. */
  const creators = vi.fn(async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url)
    if (searchParams.get('name')?.toLowerCase() !== 'aiko') return new Response(null, { status: 404 })
    if (pathname.endsWith('getPost')) return Response.json({ post: POST })
    const folio = { name: 'Aiko', user_id: 3, title: 'Letters', about: '', image: null, sections: [], social: {}, saved: 1 }
    return Response.json(pathname.endsWith('getFolio') ? { folio, canEdit: false } : { posts: [], next: null, canPost: false })
  })
  const auth = { fetch: async () => Response.json({ authorized: true, user_id: 7, name: 'Aiko' }) }
  const edge = createEdge(async () => ({ renderPage }))
  const answerTo = async (path: string, headers: Record<string, string> = {}, cf?: object) => {
    const env = {
      ENV: 'local',
      APP_ORIGINS: 'https://warren.example',
      CHAIN_ID: '31337',
      CONNECT_ORIGINS: 'https://files.example',
      LOCAL_DEPLOYMENT: JSON.stringify({ chainId: 31337, orderBook: '0x1', orderBookCodeHash: '0x2', startBlock: 0, tokens: [] }),
      AUTH: auth,
      LISTINGS: { fetch: listings },
      CREATORS: { fetch: creators },
    } as unknown as EdgeEnv
    const request = Object.assign(new Request(`https://warren.example${path}`, { headers }), cf && { cf })
    const answer = await edge.fetch(request as Parameters<typeof edge.fetch>[0], env, context)
    await settled()
    return answer
  }
  const open = async (...visit: Parameters<typeof answerTo>) => (await answerTo(...visit)).text()
  const dataOf = (html: string) =>
    JSON.parse(/id="warren-data">(.*?)<\/script>/.exec(html)![1]!) as { age: number; user: { geoIp: string } }

  beforeEach(() => {
    vi.stubGlobal('SHELL', divideShell(INDEX))
    vi.stubGlobal('BUILD', 'abc')
    vi.stubGlobal('BUILT', new Proxy({}, { get: () => ({ scripts: [], styles: [] }) }))
    listings.mockClear()
    creators.mockClear()
    renderPage
      .mockReset()
      .mockImplementation(async ({ data }) => ({ html: `<p>${JSON.stringify(data.first)}</p>`, sources: [], styles: [], formatted: {} }))
  })

  it('renders a page once for all guests, and writes the age of its data and the own country into it', async () => {
    const first = dataOf(await open('/', {}, { country: 'JP' }))
    vi.advanceTimersByTime(900)
    const second = dataOf(await open('/', { cookie: 'other=1' }, { country: 'FR' }))
    expect([first.age, first.user.geoIp]).toEqual([0, '{"country":"JP"}'])
    expect([second.age, second.user.geoIp]).toEqual([900, '{"country":"FR"}'])
    expect(renderPage).toHaveBeenCalledTimes(1)
  })

  it('neither keeps what a member sees nor shows members what is kept', async () => {
    const session = { cookie: '__Host-session=abc' }
    expect(await open('/', session)).toContain(SECRET)
    expect(cache.entries.size).toBe(0)
    expect(await open('/')).not.toContain(SECRET)
    expect(cache.entries.size).toBe(1)
    expect(await open('/', session)).toContain(SECRET)
    for (const { answer } of cache.entries.values()) {
      const html = await answer.clone().text()
      expect(html).not.toContain(SECRET)
      expect(html).not.toContain('Aiko')
      expect([...answer.headers.keys()]).not.toContain('set-cookie')
    }
  })

  it('ignores unknown parameters of the query, so that they add no entries and do not reach the page', async () => {
    for (let i = 0; i < 50; i++) await open(`/?utm_source=${i}&x${i}=1`)
    await open('/?show=local&a=b')
    expect(cache.entries.size).toBe(1)
    expect([...cache.entries.keys()].filter((key) => key.includes('?'))).toEqual([])
    expect(renderPage.mock.calls.map(([{ search }]) => search)).toEqual(['', '?show=local'])
  })

  it('keeps a listing once, whatever title its address has', async () => {
    const service = {
      id: 7,
      title: 'Signs',
      descriptionPreview: 'Painted by hand.',
      enabled: true,
      listType: 'services',
      poster: { userId: 3, name: 'A' },
      options: {},
      categoryLabel: { en: 'x' },
      createdAt: 1,
      rating: null,
      picture: null,
      place: null,
      price: 1_000_000,
    }
    listings.mockImplementation(async () => Response.json(service))
    for (const title of ['', '/', '/signs', '/other/', '/%E7%9C%8B']) await open(`/services/7${title}`)
    expect([...cache.entries.keys()].map((key) => new URL(key).pathname.replace(/.*(?=\/services)/, ''))).toEqual(['/services/7'])
  })

  it('keeps a page of the site when its name in capitals is asked for, which could be that of a creator', async () => {
    await open('/news/')
    expect(cache.entries.size).toBe(1)
    for (const path of ['/News', '/NEWS/']) {
      await open(path)
      expect(renderPage.mock.lastCall![0].path).toBe(path)
      vi.advanceTimersByTime(1500)
    }
    expect([...cache.entries.keys()].map((key) => new URL(key).pathname.replace(/.*\//, ''))).toEqual(['news'])
  })

  it('redirects every spelling of the address of a creator to the one that was granted, without a further call', async () => {
    for (const [path, location] of Object.entries({
      '/aiko': '/Aiko/',
      '/AIKO/': '/Aiko/',
      '/Aiko': '/Aiko/',
      '/aiko/?hl=ja': '/Aiko/?hl=ja',
      '/aiko?posts=10&a=b': '/Aiko/?posts=10&a=b',
    }))
      for (const cookie of ['', '__Host-session=abc']) {
        const { status, headers } = await answerTo(path, { cookie })
        expect([path, status, headers.get('location'), headers.get('cache-control')]).toEqual([path, 308, location, 'no-store'])
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      }
    creators.mockClear()
    expect((await answerTo('/aiko')).status).toBe(308)
    const answer = await answerTo('/Aiko/')
    expect([answer.status, creators.mock.calls.length]).toEqual([200, 0])
    expect(await answer.text()).toContain('<title>Letters · Warren</title>')
  })

  it('redirects every spelling of the address of a post to the one with the name that was granted', async () => {
    const path = `/Aiko/p/${POST.pid}`
    for (const other of [path.toLowerCase(), path.replace('Aiko', 'AIKO'), `${path}/`]) {
      const { status, headers } = await answerTo(other)
      expect([other, status, headers.get('location')]).toEqual([other, 308, path])
    }
    expect((await answerTo(path)).status).toBe(200)
  })

  it('redirects neither an unknown name, nor a page of the site, nor a creator whose page cannot be loaded', async () => {
    expect((await answerTo('/nobody')).status).toBe(404)
    expect((await answerTo('/News/')).status).toBe(404)
    expect((await answerTo('/about/')).status).toBe(200)
    creators.mockRejectedValueOnce(new Error('down'))
    expect((await answerTo('/aIKO')).status).toBe(200)
  })

  it('keeps a page apart for each language, theme, sidebar, region and time zone, and for an address that names its language', async () => {
    const visits: [string, Record<string, string>, object?][] = [
      ['/', {}],
      ['/', { 'accept-language': 'ja' }],
      ['/?hl=ja', {}],
      ['/', { cookie: 'theme=dark' }],
      ['/', { cookie: 'side=1' }],
      ['/', { 'accept-language': 'en-GB' }],
      ['/', {}, { timezone: 'Asia/Tokyo' }],
    ]
    for (const visit of visits) await open(...visit)
    expect(cache.entries.size).toBe(visits.length)
    for (const visit of visits) await open(...visit)
    expect([cache.entries.size, renderPage.mock.calls.length]).toEqual([visits.length, visits.length])
  })

  it('keeps no page for an invented language tag of its own', async () => {
    for (let i = 0; i < 30; i++) await open('/', { 'accept-language': `en-x${i}, zz-${i}` })
    expect(cache.entries.size).toBe(1)
  })

  it('keeps no page that could not be rendered, whose data is missing or that search engines must not index', async () => {
    renderPage.mockRejectedValueOnce(new Error('a damaged card'))
    expect(await open('/')).toContain('<div id="root"></div>')
    expect(cache.entries.size).toBe(0)
    listings.mockRejectedValueOnce(new Error('down'))
    await open('/')
    expect(cache.entries.size).toBe(0)
    await open('/nothing')
    expect(cache.entries.size).toBe(0)
    // Not for search engines: it may be shared with a few people, or not for long.
    await open('/search/logo')
    expect(cache.entries.size).toBe(0)
    await open('/')
    expect(cache.entries.size).toBe(1)
  })
})
