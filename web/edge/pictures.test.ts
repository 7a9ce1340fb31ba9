import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EdgeEnv } from './env.ts'
import { readPicturePath } from './page-picture.ts'
import { pageAt } from './pages.ts'
import { answerPicture } from './pictures.ts'

const origin = 'https://warren.example'
const service = {
  id: 12,
  listType: 'services',
  title: 'Ink & paper',
  descriptionPreview: 'By hand.',
  lang: 'en',
  category: 'design',
  categoryLabel: { en: 'Design', ja: 'デザイン' },
  enabled: true,
  picture: { id: 'p'.repeat(22) },
  poster: { userId: 3, name: 'Aiko Mori', title: '', image: 'f'.repeat(22), country: null },
  place: { country: 'JP', city: { cityId: 1, en: 'Kyoto', ja: '京都市' } },
  price: 120_500_000,
  hourly: false,
  rating: { mean: 4.67, count: 3 },
  options: { Basic: { price: 120_500_000 }, Full: { price: 300_000_000 } },
}
const PNG = new Uint8Array([1, 2, 3])
const draw = vi.fn(async () => PNG)
const fileOf = async (request: Request) => new Response(`<svg>${new URL(request.url).pathname}</svg>`)
const env = {
  ENV: 'production',
  ASSETS: { fetch: fileOf },
  UPLOADS: { fetch: async () => new Response('photo') },
  PICTURES: { draw },
} as unknown as EdgeEnv

const asked: string[] = []
let stored: object | null = service
const get = async (_area: string, path: string) => {
  asked.push(path)
  return stored ? Response.json(stored) : new Response(null, { status: 404 })
}
const pathOf = async (locale: 'en' | 'ja' = 'en', page = '/services/12') => (await pageAt(page, { env, locale, origin, get })).image
const open = (path: string, changed: Partial<EdgeEnv> = {}) =>
  answerPicture({ env: { ...env, ...changed }, url: new URL(path, origin), origin, get, context: { waitUntil: () => {} } })

beforeEach(() => {
  stored = service
  asked.length = 0
  draw.mockClear()
  vi.spyOn(console, 'error').mockReturnValue()
})

describe('the picture of a listing', () => {
  it('has an address with its language and the hash of what it shows', async () => {
    const path = await pathOf()
    expect(path).toMatch(/^\/og\/en\/[0-9a-f]{16}\/services\/12\.png$/)
    expect(await pathOf('ja')).not.toBe(path)
    stored = { ...service, descriptionPreview: 'Another text that is not in the picture.' }
    expect(await pathOf()).toBe(path)
    for (const change of [{ title: 'Ink' }, { price: 1_000_000 }, { rating: null }, { poster: { ...service.poster, name: 'Mio' } }]) {
      stored = { ...service, ...change }
      expect(await pathOf()).not.toBe(path)
    }
  })

  it('is drawn with title, price, place, rating, seller and photos, in the language of its address', async () => {
    const answer = (await open(await pathOf('ja')))!
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PNG)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const texts = { title: 'Ink & paper', kind: 'サービス', facts: ['$120.50から', '京都市'], rating: '4.7 (3)', person: 'Aiko Mori' }
    const photo = expect.any(ArrayBuffer)
    expect(draw).toHaveBeenCalledWith(texts, {
      logo: '<svg>/favicon.svg</svg>',
      art: '<svg>/art/banner-13.svg</svg>',
      photo,
      portrait: photo,
    })
  })

  it('is drawn without photos that cannot be loaded', async () => {
    const UPLOADS = { fetch: async () => Promise.reject(new Error('down')) } as unknown as Fetcher
    expect((await open(await pathOf(), { UPLOADS }))?.status).toBe(200)
    expect(draw).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ photo: null, portrait: null }))
  })

  it('is not drawn for an invented address: it leads to the present one after one read', async () => {
    const path = await pathOf()
    asked.length = 0
    const answer = (await open('/og/en/0123456789abcdef/services/12.png'))!
    expect([answer.status, answer.headers.get('location')]).toEqual([302, path])
    // A page of another site that still has the old address follows the redirect only with this header.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect([asked.length, draw.mock.calls.length]).toEqual([1, 0])
  })

  it('does not exist for a listing that is hidden, removed or unknown, or for a path that is no page', async () => {
    const path = await pathOf()
    stored = { ...service, enabled: false }
    expect(await open(path)).toBeNull()
    stored = null
    expect(await open(path)).toBeNull()
    for (const other of [
      '/og/xx/0123456789abcdef/services/12.png',
      '/og/en/0123456789abcdef/nothing.png',
      '/og/en/0123456789abcdef/orders.png',
      '/og/en/0123/services/12.png',
      '/og/en/0123456789abcdef/../../x.png',
      '/og/',
    ])
      expect(await open(other)).toBeNull()
    expect(draw).not.toHaveBeenCalled()
  })

  it('is the picture of the site while the pictures worker fails', async () => {
    const PICTURES = { draw: async () => Promise.reject(new Error('out of memory')) } as unknown as EdgeEnv['PICTURES']
    const answer = (await open(await pathOf(), { PICTURES }))!
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      302,
      '/og.png',
      'public, max-age=60',
    ])
  })
})

describe('the edge cache', () => {
  const kept = new Map<string, Response>()
  beforeEach(() => {
    kept.clear()
    const match = async ({ url }: Request) => kept.get(url)?.clone()
    const put = async ({ url }: Request, answer: Response) => void kept.set(url, answer)
    vi.stubGlobal('caches', { default: { match, put } })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('keeps a picture once, whatever query its address has', async () => {
    const path = await pathOf()
    for (const query of ['', '?x=1', '?x=2']) expect((await open(path + query))?.status).toBe(200)
    expect(draw).toHaveBeenCalledTimes(1)
    expect([...kept.keys()]).toEqual([origin + path])
  })

  it.each([
    ['hidden', { ...service, enabled: false }],
    ['deleted', null],
  ])('answers no picture of a listing that was %s since it was drawn', async (_, after) => {
    const path = await pathOf()
    expect((await open(path))?.status).toBe(200)
    stored = after
    expect(await open(path)).toBeNull()
  })

  it('keeps neither the redirect of an invented address nor one to the picture of the site, nor that there is no picture', async () => {
    const PICTURES = { draw: async () => Promise.reject(new Error('out of memory')) } as unknown as EdgeEnv['PICTURES']
    await open('/og/en/0123456789abcdef/services/12.png')
    await open(await pathOf(), { PICTURES })
    await open('/og/en/0123456789abcdef/orders.png')
    expect(kept.size).toBe(0)
  })
})

describe('the pictures of other pages', () => {
  it('show the facts of a job or an event', async () => {
    const job = {
      jobType: 'CONTRACT',
      duration: 4,
      bidding: false,
      bidBase: null,
      salary: { amount: 450_000, currency: 'USD', period: 'month' },
    }
    stored = { ...service, listType: 'jobs', place: null, picture: null, job, options: undefined, description: '', createdAt: 1 }
    await open(await pathOf('en', '/jobs/12'))
    expect(draw).toHaveBeenLastCalledWith(
      expect.objectContaining({ kind: 'Job', facts: ['$4,500 a month', 'Contract', 'Remote'] }),
      expect.objectContaining({ photo: null }),
    )
    const event = {
      eventType: 'ONLINE',
      event_date: 1_790_000_000,
      end_date: 1_790_007_200,
      timeZone: 'Asia/Tokyo',
      paid: false,
      maxAttendees: null,
    }
    stored = { ...service, listType: 'events', place: null, event, sponsors: [] }
    await open(await pathOf('en', '/events/12'))
    expect(draw).toHaveBeenLastCalledWith(
      expect.objectContaining({ kind: 'Event', facts: ['Sep 21, 2026', 'Online', 'Free'] }),
      expect.anything(),
    )
  })

  it('show the title of a page of texts or of a list, in each language', async () => {
    const path = await pathOf('ja', '/faq/')
    expect(path).toMatch(/^\/og\/ja\/[0-9a-f]{16}\/faq\.png$/)
    await open(path)
    expect(draw).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'よくある質問', facts: [] }), expect.anything())
    expect(await pathOf('en', '/services/')).toMatch(/\/services\.png$/)
  })

  it('the home page has the picture of the site', async () => {
    expect(await pathOf('en', '/')).toBe('/og.png')
    expect(readPicturePath('/og/en/0123456789abcdef/index.png')).toEqual({ locale: 'en', page: '/' })
  })
})
