import { describe, expect, it } from 'vitest'
import type { EdgeEnv } from './env.ts'
import type { Ask } from './pages.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'

const origin = 'https://warren.example'
/** Answers of the areas by path; any other path is an error of the area. */
const asking = (answers: Record<string, unknown>): Ask => ({
  env: { ENV: 'production' } as EdgeEnv,
  locale: 'en',
  origin,
  get: async (_area, path) => (path in answers ? Response.json(answers[path]) : new Response(null, { status: 503 })),
})
const locations = (xml: string | null) => [...(xml ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location)

describe('the sitemap', () => {
  it('lists a file for the pages, and one for each part that has listings or people', async () => {
    const xml = await sitemapIndex(
      asking({
        '/api/listings/getListingParts': { services: [0, 7], jobs: [], events: [3] },
        '/api/auth/getProfileParts': { profiles: [0] },
        '/api/creators/getCreatorParts': { creators: [0], posts: [0, 3] },
      }),
    )
    expect(locations(xml)).toEqual(
      ['pages', 'services-0', 'services-7', 'events-3', 'people-0', 'creators-0', 'posts-0', 'posts-3'].map(
        (name) => `${origin}/sitemaps/${name}.xml`,
      ),
    )
  })

  it('lists a listing with its canonical address in each language and the time of its last change', async () => {
    const path = '/api/listings/getListingPart?listType=jobs&part=2'
    const xml = await sitemapFile(
      'jobs-2',
      asking({ [path]: { listings: [{ id: 12_000, title: 'R&D <lead>, 東京', updatedAt: 1_790_000_000 }] } }),
    )
    const address = `${origin}/jobs/12000/r-d-lead-%E6%9D%B1%E4%BA%AC`
    expect(xml).toContain(
      `<url><loc>${address}</loc><lastmod>2026-09-21T14:13:20Z</lastmod><xhtml:link rel="alternate" hreflang="en" href="${address}?hl=en"/><xhtml:link rel="alternate" hreflang="ja" href="${address}?hl=ja"/><xhtml:link rel="alternate" hreflang="x-default" href="${address}"/></url>`,
    )
  })

  it('lists a listing or person with a damaged time without it', async () => {
    const ask = asking({
      '/api/listings/getListingPart?listType=jobs&part=0': {
        listings: [
          { id: 1, title: 'Logo', updatedAt: 9e15 },
          { id: 2, title: 'Ink', updatedAt: 1_790_000_000 },
        ],
      },
      '/api/auth/getProfilePart?part=0': { profiles: [{ id: 3, updatedAt: 9e15 }] },
    })
    const jobs = await sitemapFile('jobs-0', ask)
    expect([locations(jobs), jobs!.match(/<lastmod>/g)]).toEqual([[`${origin}/jobs/1/logo`, `${origin}/jobs/2/ink`], ['<lastmod>']])
    expect(await sitemapFile('people-0', ask)).not.toContain('<lastmod>')
  })

  it('lists people, and has no file for a part without any or for an unknown name', async () => {
    const ask = asking({
      '/api/auth/getProfilePart?part=0': { profiles: [{ id: 3, updatedAt: 1_790_000_000 }] },
      '/api/auth/getProfilePart?part=9': { profiles: [] },
    })
    expect(locations(await sitemapFile('people-0', ask))).toEqual([`${origin}/profile/3`])
    for (const name of [
      'people-9',
      'services',
      'creators',
      'posts',
      'orders-0',
      'people-12345678',
      'people-00',
      'people-0000009',
      'people-',
    ])
      expect([name, await sitemapFile(name, ask)]).toEqual([name, null])
  })

  it('lists the pages and posts of creators, and has no file without any', async () => {
    const path = '/api/creators/getCreatorAddresses?part=2'
    const creators = [
      { name: 'Aiko', updatedAt: 1_790_000_000 },
      { name: 'Ren', updatedAt: 0 },
    ]
    const xml = await sitemapFile('creators-2', asking({ [path]: { creators } }))
    expect([locations(xml), xml!.match(/<lastmod>/g)]).toEqual([[`${origin}/Aiko/`, `${origin}/Ren/`], ['<lastmod>']])
    expect(xml).toContain(`hreflang="ja" href="${origin}/Aiko/?hl=ja"`)
    expect(await sitemapFile('creators-2', asking({ [path]: { creators: [] } }))).toBeNull()
    const postsPath = '/api/creators/getPostAddresses?part=3'
    const posts = { posts: [{ name: 'Aiko', pid: 'p1', updatedAt: 1_790_000_000 }] }
    expect(locations(await sitemapFile('posts-3', asking({ [postsPath]: posts })))).toEqual([`${origin}/Aiko/p/p1`])
    expect(await sitemapFile('posts-3', asking({ [postsPath]: { posts: [] } }))).toBeNull()
    const none = {
      '/api/creators/getCreatorParts': { creators: [], posts: [] },
      '/api/listings/getListingParts': {},
      '/api/auth/getProfileParts': { profiles: [] },
    }
    expect(locations(await sitemapIndex(asking(none)))).toEqual([`${origin}/sitemaps/pages.xml`])
    for (const file of ['creators-0', 'posts-0']) await expect(sitemapFile(file, asking({}))).rejects.toThrow('answered 503')
  })

  it('lists the page of every category', async () => {
    const found = locations(await sitemapFile('pages', asking({})))
    expect(found).toEqual(
      expect.arrayContaining([`${origin}/services/c/design`, `${origin}/jobs/c/ai-engineer`, `${origin}/events/c/film`]),
    )
    expect(new Set(found).size).toBe(found.length)
  })

  it('fails if an area does not answer, instead of leaving addresses out', async () => {
    await expect(sitemapIndex(asking({}))).rejects.toThrow('answered 503')
    await expect(sitemapFile('services-0', asking({}))).rejects.toThrow('answered 503')
  })

  it('a full part of long Japanese titles stays below the limit of 50 MB', async () => {
    const listings = Array.from({ length: 5000 }, (_, i) => ({ id: i, title: '漢字'.repeat(40), updatedAt: 1_790_000_000 }))
    const xml = await sitemapFile('services-0', asking({ '/api/listings/getListingPart?listType=services&part=0': { listings } }))
    expect(xml?.length).toBeLessThan(25_000_000)
  })
})
