import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerFile, crawlerFileAt } from './crawler-files.ts'
import type { EdgeEnv } from './env.ts'

const origin = 'https://warren.example'
const calls: string[] = []
async function open(path: string, ENV: EdgeEnv['ENV'] = 'production', INDEXNOW_KEY?: string) {
  const url = new URL(path, 'https://www.warren.example')
  const file = crawlerFileAt(url.pathname)
  if (!file) return null
  const waiting: Promise<unknown>[] = []
  const answer = await answerFile(file, {
    env: { ENV, ...(INDEXNOW_KEY && { INDEXNOW_KEY }) } as EdgeEnv,
    origin,
    url,
    get: async (_area, asked) => {
      calls.push(asked)
      if (asked.endsWith('name=nobody')) return new Response(null, { status: 404 })
      if (asked.includes('getFolio')) return Response.json({ folio: { name: 'Aiko', title: 'Aiko Mori', about: '' } })
      if (asked.includes('getPosts')) return Response.json({ posts: [], next: null, canPost: false })
      return Response.json({ services: [], next: null })
    },
    context: { waitUntil: (work) => void waiting.push(work) },
  })
  await Promise.all(waiting)
  return answer
}
const text = async (path: string, ENV?: EdgeEnv['ENV']) => (await open(path, ENV))!.text()
afterEach(() => {
  calls.length = 0
  vi.unstubAllGlobals()
})

describe('files for crawlers', () => {
  it('robots.txt names the sitemap, and keeps crawlers out of what is private', async () => {
    const robots = await text('/robots.txt')
    expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
    expect(robots).toContain('Disallow: /api/\n')
    expect(robots).not.toMatch(/Disallow: \/\n/)
    expect(await text('/robots.txt', 'preview')).toBe('User-agent: *\nDisallow: /\n')
  })

  it('robots.txt lets crawlers read every page of a creator, whatever the name begins with', async () => {
    const rules = [...(await text('/robots.txt')).matchAll(/^Disallow: (.+)$/gm)].map(([, rule]) => rule!)
    const isPrivate = (path: string) => rules.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
    for (const path of ['/', '/aiko/', '/ordersAiko/', '/AdminAnna/', '/adminanna/', '/settings7/?hl=ja', '/listen/', '/searching/p/7'])
      expect([path, isPrivate(path)]).toEqual([path, false])
    for (const path of ['/orders', '/orders/', '/orders?a=1', '/admin/creators', '/messenger/7', '/api/x', '/search/logo', '/list/'])
      expect([path, isPrivate(path)]).toEqual([path, true])
  })

  it('llms.txt names the product, its main pages and the documentation of the API', async () => {
    const llms = await text('/llms.txt')
    expect(llms).toMatch(/^# Warren\n\n> A marketplace/)
    for (const path of ['/services/', '/jobs/', '/events/', '/faq/', '/api/docs', '/sitemap.xml', '/services/feed.xml'])
      expect(llms).toContain(`](${origin}${path})`)
  })

  it('opensearch.xml describes the search in the language of its address', async () => {
    const answer = (await open('/opensearch.xml?hl=ja'))!
    expect(answer.headers.get('content-type')).toBe('application/opensearchdescription+xml; charset=utf-8')
    const xml = await answer.text()
    expect(xml).toContain(`template="${origin}/search/{searchTerms}"`)
    expect(xml).toContain('<Language>ja</Language>')
    expect(await text('/opensearch.xml?hl=xx')).toContain('<Language>en</Language>')
  })

  it('are only the known paths, and an unknown name is not found', async () => {
    for (const path of [
      '/feed.xml',
      '/orders/feed.xml',
      '/services/c//feed.xml',
      '/sitemaps/x/y.xml',
      '/robots.txt/',
      '/services/c/A/feed.xml',
    ])
      expect(crawlerFileAt(path)).toBeNull()
    expect(await open('/services/c/nothing/feed.xml')).toBeNull()
    expect(await open('/sitemaps/orders.xml')).toBeNull()
  })

  it('the key of IndexNow is a file of its name, if the operator has set one', async () => {
    expect(await (await open('/key-for-tests.txt', 'production', 'key-for-tests'))?.text()).toBe('key-for-tests')
    expect(await open('/key-for-tests.txt')).toBeNull()
    expect(await open('/another-key.txt', 'production', 'key-for-tests')).toBeNull()
  })

  it('come from the edge cache, one for each language, whatever else the address contains', async () => {
    const stored = new Map<string, Response>()
    const match = async (key: Request) => stored.get(key.url)?.clone()
    const put = async (key: Request, answer: Response) => void stored.set(key.url, answer)
    vi.stubGlobal('caches', { default: { match, put } })
    const first = await open('/services/feed.xml?x=1')
    expect(first?.headers.get('cache-control')).toBe('public, max-age=300, s-maxage=900')
    expect([(await open('/services/feed.xml?hl=en&x=2'))?.status, calls.length]).toEqual([200, 1])
    await open('/services/feed.xml?hl=ja')
    expect(calls).toHaveLength(2)
    expect([...stored.keys()]).toEqual(['en', 'ja'].map((hl) => `https://www.warren.example/services/feed.xml?hl=${hl}`))
  })

  it('the feeds of a creator are kept as long as a page, under one key, and redirect other spellings of the name', async () => {
    const stored = new Map<string, Response>()
    const match = async (key: Request) => stored.get(key.url)?.clone()
    const put = async (key: Request, answer: Response) => void stored.set(key.url, answer)
    vi.stubGlobal('caches', { default: { match, put } })
    for (const file of ['feed.xml', 'feed.json']) {
      calls.length = 0
      for (const name of ['AIKO', 'aiko', 'aIKO']) {
        const { status, headers } = (await open(`/${name}/${file}?x=1`))!
        expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([308, `/Aiko/${file}`, 'no-store'])
      }
      const { status, headers } = (await open(`/Aiko/${file}`))!
      expect([status, headers.get('cache-control'), headers.has('x-path')]).toEqual([200, 'public, max-age=60, s-maxage=300', false])
      expect(calls).toHaveLength(2)
    }
    expect([...stored.keys()]).toEqual(['feed.xml', 'feed.json'].map((file) => `https://www.warren.example/aiko/${file}`))
    expect(await open('/nobody/feed.xml')).toBeNull()
  })

  it('are made if the edge cache fails', async () => {
    const broken = async () => Promise.reject(new Error('no cache'))
    vi.stubGlobal('caches', { default: { match: broken, put: broken } })
    expect((await open('/services/feed.xml'))?.status).toBe(200)
  })
})
