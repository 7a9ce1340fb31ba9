import { describe, expect, it } from 'vitest'
import { categoriesOf, slugOf } from '../../workers/listings/taxonomy.schema.ts'
import type { Locale } from '../../workers/shared/locales.schema.ts'
import { FAQ_TOPICS } from '../pages.ts'
import type { EdgeEnv } from './env.ts'
import { pageAt } from './pages.ts'

const at = (path: string, locale: Locale = 'en', env: EdgeEnv['ENV'] = 'production') =>
  pageAt(path, {
    env: { ENV: env } as EdgeEnv,
    locale,
    origin: 'https://warren.example',
    get: () => Promise.reject(new Error('no area needed')),
  })

/** A page with the query of its address, and the paths that its areas were asked for. */
async function readPage(path: string, search = '', locale: Locale = 'en') {
  const asked: string[] = []
  const page = await pageAt(path, {
    env: { ENV: 'production' } as EdgeEnv,
    locale,
    origin: 'https://warren.example',
    search,
    get: async (_area, called) => {
      asked.push(called)
      return Response.json({ services: [], next: null })
    },
  })
  return { page, asked }
}

describe('pages of text', () => {
  it.each(['/welcome', '/faq', '/faq/', '/privacy', '/terms', '/about', '/tokuteishotorihiki'])(
    '%s exists in every language',
    async (path) => {
      const [en, ja] = await Promise.all([at(path), at(path, 'ja')])
      expect([en.status, ja.status]).toEqual([200, 200])
      expect(en.canonical).toBe(path === '/faq' ? '/faq/' : path)
      expect(ja.title).not.toBe(en.title)
      expect(ja.description).toMatch(/[ぁ-ん]/)
      expect(en.sources.length).toBeGreaterThan(2)
    },
  )

  it('the address of every FAQ topic leads to the FAQ page, and unknown paths return 404', async () => {
    for (const topic of FAQ_TOPICS) expect(await at(`/faq/${topic}`)).toMatchObject({ status: 200, canonical: '/faq/' })
    for (const path of ['/faq/nothing', '/faq/gas/more', '/privacy/more', '/terms/1', '/dashboard', '/API/', '/a_b'])
      expect(await at(path)).toMatchObject({ status: 404, canonical: null })
  })
})

it.each(['/confirm-email/', '/confirm-email', '/reset-password/'])(
  '%s, which mails link to, has a title in each language and no canonical address',
  async (path) => {
    const [en, ja] = await Promise.all([at(path), at(path, 'ja')])
    expect(en).toMatchObject({ status: 200, canonical: null })
    expect(ja.title).not.toBe(en.title)
    expect((await at(`${path}/more`)).status).toBe(404)
  },
)

describe('pages of categories', () => {
  it('have a title, a description and a breadcrumb in each language, and their own address', async () => {
    const [en, ja, sub] = await Promise.all([at('/services/c/design'), at('/services/c/design/', 'ja'), at('/services/c/design/logo')])
    expect(en).toMatchObject({ status: 200, title: 'Design & branding · Services · Warren', canonical: '/services/c/design' })
    expect(en.description).toMatch(/^Design & branding: Logos, Brand identity, .*escrow/)
    expect(ja).toMatchObject({ title: 'デザイン・ブランディング · サービス · Warren', canonical: '/services/c/design' })
    expect(ja.description).toMatch(/^デザイン・ブランディング：ロゴ、.*。$/)
    expect(sub).toMatchObject({ title: 'Logos · Design & branding · Services · Warren', canonical: '/services/c/design/logo' })
    expect(sub.jsonLd).toMatchObject([
      { '@type': 'CollectionPage', name: 'Logos · Design & branding · Services', url: 'https://warren.example/services/c/design/logo' },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Warren', item: 'https://warren.example/' },
          { position: 2, name: 'Services', item: 'https://warren.example/services/' },
          { position: 3, name: 'Design & branding', item: 'https://warren.example/services/c/design' },
          { position: 4, name: 'Logos', item: 'https://warren.example/services/c/design/logo' },
        ],
      },
    ])
    expect(sub.feed).toBe('/services/c/design/feed.xml')
    expect((await at('/jobs/c/ai-engineer')).canonical).toBe('/jobs/c/ai-engineer')
  })

  it('have different titles and descriptions', async () => {
    const paths = (['services', 'jobs', 'events'] as const).flatMap((type) =>
      categoriesOf(type).flatMap(({ id, subs }) =>
        ['', ...Object.keys(subs)].map((sub) => `/${type}/c/${slugOf(id)}${sub && `/${slugOf(sub)}`}`),
      ),
    )
    for (const locale of ['en', 'ja'] as const) {
      const pages = await Promise.all(paths.map((path) => at(path, locale)))
      expect(pages.map(({ canonical }) => canonical)).toEqual(paths)
      expect(new Set(pages.map(({ title }) => title)).size).toBe(paths.length)
      expect(new Set(pages.map(({ description }) => description)).size).toBe(paths.length)
    }
  })

  it.each(['/services/c/nothing', '/services/c/meetup', '/jobs/c/ai_engineer', '/services/c/design/unity', '/services/c/design/tostring'])(
    '%s does not exist',
    async (path) => expect(await at(path)).toMatchObject({ status: 404, canonical: null }),
  )

  it('contain the first listings, those in the language of the page first, and the counts', async () => {
    const { page, asked } = await readPage('/services/c/design/logo', '', 'ja')
    expect(asked).toEqual([
      '/api/listings/query?type=SERVICES&languages=ja&category=design&subCategory=logo',
      '/api/listings/getCategories?listType=services&category=design',
    ])
    expect(page.first.map(({ key }) => key)).toEqual([
      ['listings', { type: 'services', languages: 'ja', category: 'design', subCategory: 'logo' }],
      ['categories', 'services', 'design'],
    ])
  })

  it('contain the listings of the filter in the address, but of none whose days begin in the time zone of the reader', async () => {
    const { page, asked } = await readPage('/services/c/design', '?min=20&sort=price&lang=any')
    expect(asked[0]).toBe('/api/listings/query?type=SERVICES&category=design&minPrice=20000000&sort=price')
    expect(page.first[0]!.key).toEqual(['listings', { type: 'services', category: 'design', minPrice: '20000000', sort: 'price' }])
    const dated = await readPage('/events/c/meetup', '?from=2026-12-01')
    expect(dated.asked).toEqual(['/api/listings/getCategories?listType=events&category=meetup'])
  })
})

it('the home page and its tabs contain the listings of the filter in the address', async () => {
  const { page, asked } = await readPage('/jobs/', '?show=local-JP')
  expect(asked[0]).toBe('/api/listings/query?type=JOBS&local=true&country=JP')
  expect(page.first[0]!.key).toEqual(['listings', { type: 'jobs', local: 'true', country: 'JP', city: undefined }])
  // Only members have listings of their own.
  expect((await readPage('/', '?show=mine')).asked[0]).toBe('/api/listings/query?type=SERVICES')
})

it('the results of a search have its text as their title, and are not for search engines', async () => {
  const { page, asked } = await readPage('/search/ink%20%26%20paper')
  expect(page).toMatchObject({ title: '“ink & paper” · Warren', canonical: null })
  expect(page.description).toContain('“ink & paper”')
  expect(asked).toHaveLength(3)
  expect((await readPage('/search/%E7%9C%8B%E6%9D%BF', '', 'ja')).page.title).toBe('「看板」 · Warren')
  const long = await readPage(`/search/${'x'.repeat(5000)}`)
  expect(long.page.title).toBe(`“${'x'.repeat(200)}” · Warren`)
  expect(long.asked[0]).toContain(`text=${'x'.repeat(200)}&`)
  expect((await readPage('/search/userId')).page.title).not.toContain('userId')
  expect((await at('/following/')).title).toBe('Following · Warren')
})

describe('the page of a creator', () => {
  const folio = {
    ...{ name: 'Aiko', user_id: 3, title: 'Letters of Kamo', about: 'Every letter\nby hand.', saved: 1_790_000_000, sections: [] },
    ...{ image: { id: 'p'.repeat(22) }, video: null, video_thumbnail: null },
    ...{ primary_color: '#0b2545', secondary_color: '#f2b134', since: 1_790_000_000 },
    ...{ website: 'https://kamo.example/', instagram: '', twitter: '', twitch: '', youtube: '' },
  }
  const of = async (path: string, found: Response | Error = Response.json({ folio }), locale: Locale = 'en', hasProfile = true) => {
    const asked: string[] = []
    const page = await pageAt(path, {
      env: { ENV: 'production' } as EdgeEnv,
      locale,
      origin: 'https://warren.example',
      get: async (area, called) => {
        asked.push(called)
        if (area === 'AUTH') return Response.json({ profile: hasProfile ? { since: 1_780_000_000 } : null })
        if (area !== 'CREATORS') return Response.json({ services: [], next: null })
        if (called.includes('getPosts')) return Response.json({ posts: [], next: null, canPost: false })
        if (found instanceof Error) throw found
        return found
      },
    })
    return { page, asked }
  }

  it('says when a creator without a profile was granted', async () => {
    const { page } = await of('/Aiko/', Response.json({ folio }), 'en', false)
    expect(page.jsonLd).toMatchObject([{ '@type': 'ProfilePage', dateCreated: '2026-09-21T14:13:20.000Z' }])
  })

  it.each(['/Aiko/', '/aiko', '/AIKO/'])('%s has one canonical address, tags and all first data', async (path) => {
    const { page, asked } = await of(path)
    expect(page).toMatchObject({
      status: 200,
      title: 'Letters of Kamo · Warren',
      description: 'Every letter by hand.',
      canonical: '/Aiko/',
      postFeeds: { path: '/Aiko/', title: 'Letters of Kamo · Warren' },
      type: 'profile',
      picture: {
        photo: 'p'.repeat(22),
        texts: { title: 'Letters of Kamo', facts: ['Aiko'], colors: { primary: '#0b2545', secondary: '#f2b134' } },
      },
      jsonLd: [
        {
          '@type': 'ProfilePage',
          url: 'https://warren.example/Aiko/',
          dateCreated: '2026-05-28T20:26:40.000Z',
          dateModified: '2026-09-21T14:13:20.000Z',
          mainEntity: {
            '@type': 'Person',
            name: 'Letters of Kamo',
            alternateName: 'Aiko',
            image: `https://warren.example/media/${'p'.repeat(22)}/640.webp`,
            sameAs: ['https://warren.example/profile/3', 'https://kamo.example/'],
          },
        },
      ],
    })
    expect(page.image).toMatch(/^\/og\/en\/[0-9a-f]{16}\/Aiko\.png$/)
    expect(asked).toEqual([
      `/api/creators/getFolio?name=${path.replaceAll('/', '')}`,
      '/api/auth/getProfile?userId=3',
      '/api/listings/query?type=SERVICES&userId=3&enabled=true',
      '/api/creators/getPosts?name=Aiko&offset=0',
    ])
    expect(page.first.map(({ key }) => key)).toEqual([
      ['folio', 'aiko'],
      ['profile', 3],
      ['listings', { type: 'services', userId: 3, enabled: true }],
      ['posts', 'of', 'aiko', 0],
    ])
  })

  it('has a description in each language if the creator has written none', async () => {
    const empty = () => Response.json({ folio: { ...folio, about: '' } })
    expect((await of('/Aiko/', empty())).page.description).toBe('The page of Letters of Kamo on Warren.')
    expect((await of('/Aiko/', empty(), 'ja')).page.description).toBe('Warrenでの「Letters of Kamo」のページです。')
  })

  it('is the page of an unknown address for an unknown name, and a reserved word asks no area', async () => {
    const unknown = await of('/nobody', new Response(null, { status: 404 }))
    expect(unknown.page).toMatchObject({ status: 404, canonical: null, first: [{ key: ['folio', 'nobody'], data: { folio: null } }] })
    for (const path of ['/dashboard', '/Blog/', '/API'])
      expect(await of(path)).toMatchObject({ page: { status: 404, canonical: null }, asked: [] })
  })

  it('is loaded by the browser if the area does not answer', async () => {
    expect((await of('/Aiko/', new Error('down'))).page).toMatchObject({ status: 200, canonical: null, first: [] })
  })
})

describe('the page of a post', () => {
  const pid = 'a'.repeat(22)
  const path = `/Aiko/p/${pid}`
  const post = {
    ...{ pid, creatorName: 'Aiko', owner: { userId: 3, name: 'Aiko Mori', image: null }, content: '<p>看板ができました。</p>' },
    ...{ title: '看板ができました。', description: 'パン屋の看板。', link: '', preview: null, draft: false, hidden: false },
    ...{ media: [{ id: 'm'.repeat(22), kind: 'image' }], created: 1_790_000_000, edited: null, likes: 4, comments: 2 },
  }
  const of = async (answers: Record<string, object | number>, at = path) => {
    const asked: string[] = []
    const page = await pageAt(at, {
      env: { ENV: 'production' } as EdgeEnv,
      locale: 'en',
      origin: 'https://warren.example',
      get: async (_area, called) => {
        asked.push(called)
        const answer = Object.entries(answers).find(([call]) => called.includes(call))?.[1] ?? 404
        return typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer)
      },
    })
    return { page, asked }
  }
  const folio = { folio: { name: 'Aiko', title: 'Letters of Kamo' } }
  const list = { comments: [], next: null }

  it('has its tags, a BlogPosting and all first data', async () => {
    const { page } = await of({ 'getPost?': { post }, getFolio: folio, getComments: list, getProfile: {} })
    expect(page).toMatchObject({
      status: 200,
      title: '看板ができました。 · Letters of Kamo · Warren',
      description: 'パン屋の看板。',
      canonical: path,
      postFeeds: { path: '/Aiko/', title: 'Letters of Kamo · Warren' },
      type: 'article',
      picture: { photo: 'm'.repeat(22), texts: { title: '看板ができました。', facts: ['Letters of Kamo'], person: 'Aiko Mori' } },
    })
    expect(page.image).toMatch(new RegExp(`^/og/en/[0-9a-f]{16}/Aiko/p/${pid}\\.png$`))
    expect(page.jsonLd).toMatchObject([
      {
        '@type': 'BlogPosting',
        url: `https://warren.example${path}`,
        inLanguage: 'ja',
        datePublished: '2026-09-21T14:13:20.000Z',
        image: [`https://warren.example/media/${'m'.repeat(22)}/1280.webp`],
        author: { name: 'Aiko Mori', url: 'https://warren.example/Aiko/' },
        commentCount: 2,
      },
      { '@type': 'BreadcrumbList', itemListElement: [{}, { name: 'Letters of Kamo' }, { name: '看板ができました。' }] },
    ])
    expect(page.jsonLd[0]).not.toHaveProperty('dateModified')
    expect(page.first.map(({ key }) => key)).toEqual([
      ['posts', 'one', 'aiko', pid],
      ['folio', 'aiko'],
      ['postComments', pid],
      ['profile', 3],
    ])
  })

  it('has the title of the creator if it has no text, and what only its owner sees is not for search engines', async () => {
    const bare = { ...post, content: '', title: '', description: '', edited: 1_790_000_060 }
    const { page } = await of({ 'getPost?': { post: bare }, getFolio: folio, getComments: list })
    expect(page).toMatchObject({ title: 'Letters of Kamo · Warren', description: 'The page of Letters of Kamo on Warren.' })
    expect(page.jsonLd[0]).toMatchObject({ headline: 'Aiko', dateModified: '2026-09-21T14:14:20.000Z' })
    for (const kind of ['draft', 'hidden'])
      expect((await of({ 'getPost?': { post: { ...post, [kind]: true } } })).page).toMatchObject({ status: 200, canonical: null })
  })

  it('is that of an unknown address without the post or for a reserved word, and is loaded by the browser if the area fails', async () => {
    const key = ['posts', 'one', 'aiko', pid]
    expect((await of({})).page).toMatchObject({ status: 404, canonical: null, first: [{ key, data: { post: null } }] })
    expect(await of({}, `/blog/p/${pid}`)).toMatchObject({ page: { status: 404 }, asked: [] })
    expect((await of({ 'getPost?': 503 })).page).toMatchObject({ status: 200, canonical: null, first: [] })
  })
})

it('the gallery of controls exists only in the local world', async () => {
  expect((await at('/gallery/', 'en', 'local')).status).toBe(200)
  expect((await at('/gallery/', 'en', 'preview')).status).toBe(404)
  expect((await at('/gallery/')).status).toBe(404)
})

it.each(['services', 'jobs', 'events'])(
  '%s: the page of a listing contains its data, has the status 404 if the listing was removed, and 200 if it cannot be loaded',
  async (type) => {
    const asked: string[] = []
    const open = (path: string, answer: Response) =>
      pageAt(path, {
        env: { ENV: 'production' } as EdgeEnv,
        locale: 'en',
        origin: 'https://warren.example',
        get: async (_area, at) => {
          asked.push(at)
          return answer
        },
      })
    const data = {
      id: 7,
      title: 'Ink & paper',
      descriptionPreview: 'By hand.',
      enabled: false,
      picture: null,
      poster: { userId: 3, name: 'Aiko Mori' },
      category: 'design',
      categoryLabel: { en: 'Design', ja: 'デザイン' },
      subCategory: 'logo',
      subCategoryLabel: { en: 'Logos', ja: 'ロゴ' },
      options: {},
      sponsors: [],
      createdAt: 1,
      job: {},
      event: { event_date: 1, end_date: 2, eventType: 'ONLINE' },
    }
    const page = await open(`/${type}/7/whatever`, Response.json(data))
    expect(asked).toEqual([`/api/listings/getListing?listType=${type.toUpperCase()}&id=7`])
    // The owner may open a hidden listing, but search engines must not index it.
    expect(page).toMatchObject({ status: 200, title: 'Ink & paper · Warren', description: 'By hand.', canonical: null })
    expect((await open(`/${type}/7/`, Response.json({ ...data, enabled: true }))).canonical).toBe(`/${type}/7/ink-paper`)
    expect(page.first).toEqual([{ key: ['listing', type, 7], data }])
    const { itemListElement: steps } = page.jsonLd[1] as { itemListElement: { name: string; item: string }[] }
    expect(steps.slice(2).map(({ name, item }) => [name, item.replace('https://warren.example', '')])).toEqual([
      ['Design', `/${type}/c/design`],
      ['Logos', `/${type}/c/design/logo`],
      ['Ink & paper', `/${type}/7/ink-paper`],
    ])
    expect(await open(`/${type}/7`, new Response(null, { status: 404 }))).toMatchObject({ status: 404, canonical: null })
    expect(await open(`/${type}/7`, new Response(null, { status: 500 }))).toMatchObject({ status: 200, canonical: null, first: [] })
    expect(await open(`/${type}/seven`, Response.json(data))).toMatchObject({ status: 404 })
  },
)

it('the page of a shared list has its name, is not for search engines, and has the status 404 if it is no longer shared', async () => {
  const token = 't'.repeat(22)
  const open = (answer: Response) =>
    pageAt(`/lists/${token}`, {
      env: { ENV: 'production' } as EdgeEnv,
      locale: 'en',
      origin: 'https://warren.example',
      get: async () => answer,
    })
  const list = { name: 'Good signs', owner: 'Aiko Mori', services: [], next: null }
  expect(await open(Response.json(list))).toMatchObject({
    status: 200,
    title: 'Good signs · Warren',
    canonical: null,
    first: [{ key: ['sharedList', token], data: { pages: [list] } }],
  })
  expect(await open(new Response(null, { status: 404 }))).toMatchObject({ status: 404, canonical: null, first: [] })
  expect(await open(new Response(null, { status: 500 }))).toMatchObject({ status: 200, canonical: null, first: [] })
})

it('a page whose record cannot be written into tags is sent without data', async () => {
  const bad = { id: 7, title: 'Broken \ud83d', descriptionPreview: 'x', lang: 'en', enabled: true, picture: null, poster: null, event: {} }
  const page = await pageAt('/events/7', {
    env: { ENV: 'production' } as EdgeEnv,
    locale: 'en',
    origin: 'https://warren.example',
    get: async () => Response.json(bad),
  })
  // The browser loads the listing itself and shows the error.
  expect(page).toMatchObject({ status: 200, canonical: null, first: [] })
})
