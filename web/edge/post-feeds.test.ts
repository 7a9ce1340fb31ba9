import { describe, expect, it } from 'vitest'
import type { Post } from '../../workers/creators/posts.schema.ts'
import { crawlerFileAt } from './crawler-files.ts'
import { type FileAtPath, postsAsJson, postsAsRss } from './post-feeds.ts'

const origin = 'https://warren.example'
const id = (letter: string) => letter.repeat(22)
const post = (changes: object = {}) =>
  ({
    pid: id('p'),
    creatorName: 'aiko',
    owner: { userId: 3, name: '森 <愛子>' },
    content: `<p>Ink &amp; paper</p><img data-media="${id('t')}" data-size="1600x900">`,
    title: 'Ink & paper',
    description: 'Ink & paper \u0000\u001b\ud800]]>',
    ...{ link: '', preview: null, media: [], created: 1_790_000_000, edited: null },
    ...changes,
  }) as unknown as Post
const folio = { name: 'aiko', title: 'Aiko <draws>', about: '' }

/** Answers the page and pages of posts; records the paths that were asked for. */
function pagesOf(pages: Post[][], page: object | null = folio) {
  const asked: string[] = []
  const get = async (_area: string, path: string) => {
    asked.push(path)
    if (path.includes('getFolio')) return page ? Response.json({ folio: page }) : new Response(null, { status: 404 })
    const at = Number(/offset=(\d+)/.exec(path)![1]) / 10
    return Response.json({ posts: pages[at] ?? [], next: at + 1 < pages.length ? (at + 1) * 10 : null, canPost: false })
  }
  return { asked, get }
}
const parse = (file: FileAtPath | null) => JSON.parse(file!.content) as Record<string, unknown> & { items: Record<string, unknown>[] }

describe('the feeds of a creator', () => {
  it('list posts as RSS, with texts escaped and characters left out that XML forbids', async () => {
    const { asked, get } = pagesOf([[post({ link: 'https://example.com/?a=1&b=2' })]])
    const { content: xml, path } = (await postsAsRss('AIKO', { origin, get }))!
    expect(path).toBe('/aiko/feed.xml')
    expect(asked).toEqual(['/api/creators/getFolio?name=AIKO', '/api/creators/getPosts?name=aiko&offset=0'])
    expect(xml).toContain('<channel><title>Aiko &lt;draws&gt; · Warren</title>')
    expect(xml).toContain(`<atom:link href="${origin}/aiko/feed.xml" rel="self" type="application/rss+xml"/>`)
    expect(xml).toContain('<description>Aiko &lt;draws&gt;</description><ttl>15</ttl>')
    const address = `${origin}/aiko/p/${id('p')}`
    expect(xml).toContain(`<title>Ink &amp; paper</title><link>${address}</link><guid isPermaLink="true">${address}</guid>`)
    expect(xml).toContain('<pubDate>Mon, 21 Sep 2026 14:13:20 GMT</pubDate><dc:creator>森 &lt;愛子&gt;</dc:creator>')
    expect(xml).toContain('<description>Ink &amp; paper \ufffd]]&gt;</description>')
    expect(xml).toContain('&lt;p&gt;Ink &amp;amp; paper&lt;/p&gt;')
    expect(xml).toContain(`&lt;img src=&quot;${origin}/media/${id('t')}/1280.webp&quot; width=&quot;1600&quot;`)
    expect(xml).toContain('&lt;a href=&quot;https://example.com/?a=1&amp;amp;b=2&quot; rel=&quot;nofollow ugc&quot;&gt;')
    // Every element of the feed is closed.
    const open: string[] = []
    for (const [, slash, name, empty] of xml.replace(/<\?xml[^>]*>/, '').matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g))
      if (slash) expect(open.pop()).toBe(name)
      else if (!empty) open.push(name!)
    expect(open).toEqual([])
  })

  it('list posts as JSON Feed 1.1', async () => {
    const media = [
      { id: id('v'), kind: 'video', poster: id('q') },
      { id: id('m'), kind: 'image' },
    ]
    const preview = { title: '<b>A page</b>', images: [] }
    const full = post({ media, link: 'https://example.com/', preview, edited: 1_790_000_060 })
    const { get } = pagesOf([[full, post({ pid: id('e'), title: '', description: '', content: '', created: 5 })]], {
      ...folio,
      about: 'Books.',
    })
    const feed = parse(await postsAsJson('aiko', { origin, get }))
    const address = `${origin}/aiko/p/${id('p')}`
    expect(feed).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Aiko <draws> · Warren',
      home_page_url: `${origin}/aiko/`,
      feed_url: `${origin}/aiko/feed.json`,
      description: 'Books.',
      icon: `${origin}/apple-touch-icon.png`,
      items: [
        {
          ...{ id: address, url: address, external_url: 'https://example.com/', title: 'Ink & paper' },
          content_html: expect.stringContaining('>&lt;b&gt;A page&lt;/b&gt;</a></p>'),
          summary: expect.stringContaining('Ink & paper'),
          image: `${origin}/media/${id('q')}/1280.webp`,
          authors: [{ name: '森 <愛子>', url: `${origin}/aiko/` }],
          ...{ date_published: '2026-09-21T14:13:20.000Z', date_modified: '2026-09-21T14:14:20.000Z' },
        },
        {
          id: `${origin}/aiko/p/${id('e')}`,
          url: `${origin}/aiko/p/${id('e')}`,
          content_html: '',
          authors: [{ name: '森 <愛子>', url: `${origin}/aiko/` }],
          date_published: '1970-01-01T00:00:05.000Z',
        },
      ],
    })
    expect(feed.items[0]!.content_html).toContain(`<a href="${origin}/media/${id('v')}/video">`)
  })

  it('are sorted by time, also the pinned posts, and have at most 30 of a limited number of pages', async () => {
    const page = (from: number) => Array.from({ length: 10 }, (_, i) => post({ created: from - i }))
    const { asked, get } = pagesOf([page(1000), page(2000), page(900), page(800)])
    const times = parse(await postsAsJson('aiko', { origin, get })).items.map(
      ({ date_published: date }) => Date.parse(date as string) / 1000,
    )
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect([times.length, times[0], asked.length]).toEqual([30, 2000, 4])
    const damaged = pagesOf(Array.from({ length: 20 }, () => []))
    expect(parse(await postsAsJson('aiko', { origin, get: damaged.get })).items).toEqual([])
    expect(damaged.asked).toHaveLength(5)
  })

  it('do not exist without such a creator, and fail if the area does not answer', async () => {
    for (const make of [postsAsRss, postsAsJson]) {
      expect(await make('nobody', { origin, get: pagesOf([], null).get })).toBeNull()
      const get = async (_area: string, path: string) =>
        path.includes('getFolio') ? Response.json({ folio }) : new Response(null, { status: 503 })
      await expect(make('aiko', { origin, get })).rejects.toThrow('answered 503')
    }
  })

  it('have the address of a creator, and no address of the app', () => {
    expect(crawlerFileAt('/Aiko/feed.xml')?.type).toBe('application/rss+xml')
    expect(crawlerFileAt('/Aiko/feed.json')?.type).toBe('application/feed+json')
    for (const path of ['/orders/feed.json', '/Admin/feed.xml', '/services/feed.json', '/a/feed.xml', '/a_b/feed.xml', '/aiko/p/feed.xml'])
      expect([path, crawlerFileAt(path)]).toEqual([path, null])
  })
})
