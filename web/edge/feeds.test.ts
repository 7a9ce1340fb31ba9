import { describe, expect, it } from 'vitest'
import type { ListingCard } from '../../workers/listings/listings.schema.ts'
import { feed } from './feeds.ts'

const origin = 'https://warren.example'
const card = (id: number, changes: object = {}) =>
  ({
    id,
    listType: 'services',
    title: 'Ink & <paper>',
    descriptionPreview: 'Drawn by hand \u0000\u001b\ud800]]> "twice"',
    categoryLabel: { en: 'Design & branding', ja: 'デザイン' },
    createdAt: 1_790_000_000,
    picture: null,
    poster: { userId: 3, name: '森 <愛子>' },
    ...changes,
  }) as unknown as ListingCard

/** Pages of cards; records the paths that were asked for. */
function pagesOf(...pages: ListingCard[][]) {
  const asked: string[] = []
  const get = async (_area: string, path: string) => {
    asked.push(path)
    const at = asked.length - 1
    return Response.json({ services: pages[at] ?? [], next: at + 1 < pages.length ? `0.${at + 1}` : null })
  }
  return { asked, get }
}

describe('a feed', () => {
  it('lists the newest listings, with texts escaped and characters left out that XML forbids', async () => {
    const { asked, get } = pagesOf([card(7, { picture: { id: 'm'.repeat(22) } })])
    const xml = (await feed('services', '', { origin, locale: 'ja', get }))!
    expect(asked).toEqual(['/api/listings/query?type=services&sort=newest&category='])
    expect(xml).toContain('<title>Ink &amp; &lt;paper&gt;</title>')
    expect(xml).toContain('<description>Drawn by hand \ufffd]]&gt; &quot;twice&quot;</description>')
    expect(xml).toContain('<dc:creator>森 &lt;愛子&gt;</dc:creator><category>デザイン</category>')
    expect(xml).toContain(`<link>${origin}/services/7/ink-paper?hl=ja</link><guid isPermaLink="false">${origin}/services/7</guid>`)
    expect(xml).toContain('<pubDate>Mon, 21 Sep 2026 14:13:20 GMT</pubDate>')
    expect(xml).toContain(`url="${origin}/media/${'m'.repeat(22)}/1280.webp"`)
    expect(xml).toContain('<title>サービス · Warren</title>')
    expect(xml).toContain(`<atom:link href="${origin}/services/feed.xml?hl=ja" rel="self"`)
  })

  it('reads pages until it has 50 listings', async () => {
    const page = (from: number) => Array.from({ length: 24 }, (_, i) => card(from + i))
    const { asked, get } = pagesOf(page(1), page(25), page(49), page(73))
    const xml = (await feed('jobs', '', { origin, locale: 'en', get }))!
    expect(asked.map((path) => path.split('&cursor=')[1])).toEqual([undefined, '0.1', '0.2'])
    expect(xml.match(/<item>/g)).toHaveLength(50)
  })

  it('reads a limited number of pages, if their listings are damaged', async () => {
    const { asked, get } = pagesOf(...Array.from({ length: 20 }, () => []))
    expect(await feed('services', '', { origin, locale: 'en', get })).not.toContain('<item>')
    expect(asked).toHaveLength(6)
  })

  it('of a category names the category, and an unknown category has none', async () => {
    const { asked, get } = pagesOf([])
    const xml = (await feed('services', 'design', { origin, locale: 'en', get }))!
    expect(asked).toEqual(['/api/listings/query?type=services&sort=newest&category=design'])
    expect(xml).toContain('<title>Design &amp; branding · Services · Warren</title>')
    expect(xml).toContain(`<link>${origin}/services/c/design?hl=en</link>`)
    expect(await feed('jobs', 'ai-engineer', { origin, locale: 'en', get })).toContain(`href="${origin}/jobs/c/ai-engineer/feed.xml?hl=en"`)
    expect(await feed('jobs', 'design', { origin, locale: 'en', get })).toBeNull()
    expect(await feed('services', 'nothing', { origin, locale: 'en', get })).toBeNull()
  })

  it('fails if the list cannot be read, instead of being empty', async () => {
    const get = async () => new Response(null, { status: 503 })
    await expect(feed('events', '', { origin, locale: 'en', get })).rejects.toThrow('answered 503')
  })
})
