import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProfileAnswer } from '../workers/auth/profiles.schema.ts'
import { guestInfo, type UserInfo } from '../workers/auth/users.schema.ts'
import type { Folio } from '../workers/creators/folios.schema.ts'
import type { Post, PostComment } from '../workers/creators/posts.schema.ts'
import type { Categories } from '../workers/listings/categories.schema.ts'
import type { Event } from '../workers/listings/events.schema.ts'
import type { Job } from '../workers/listings/jobs.schema.ts'
import type { Listing, ListingPage } from '../workers/listings/listings.schema.ts'
import type { Service } from '../workers/listings/services.schema.ts'
import { LOCALE_CODES, type Locale } from '../workers/shared/locales.schema.ts'
import type { Media } from '../workers/uploads/media.schema.ts'
import { keys } from './lib/query-keys.ts'
import type { PageEntry } from './page-entry.ts'
import type { Config, PageData, PageRequest, RenderPage } from './page-request.ts'
import { PAGES, type PageSource } from './pages.ts'

const common = {
  lang: 'en',
  category: 'design',
  categoryLabel: { en: 'Design & branding', ja: 'デザイン・ブランディング' },
  subCategory: '',
  subCategoryLabel: null,
  place: { country: 'JP', city: { cityId: 1, en: 'Kyoto', ja: '京都市' } },
  picture: null,
  pictures: 0,
  media: [],
  poster: { userId: 3, name: 'Aiko Mori', title: 'Letters and signs', image: null, country: 'JP' },
  rating: { mean: 4.5, count: 2 },
  enabled: true,
  createdAt: 1_790_000_000,
  updatedAt: 1_790_000_000,
  hidden: false,
  account: `0x${'1'.repeat(40)}`,
  application: null,
  waiting: null,
}
const plan = { price: 120_500_000, delivery: 5, description: 'Three directions', features: ['Sources'], hourly: false, revisions: 2 }
const service: Service = {
  ...common,
  listType: 'services',
  type: 'FREELANCE',
  id: 7,
  title: 'Painted signs',
  descriptionPreview: 'Signs that last.',
  description: '<p>Drawn by hand, in two weeks.</p>',
  price: plan.price,
  hourly: false,
  options: { Basic: plan },
}
const job: Job = {
  ...common,
  listType: 'jobs',
  type: 'JOBS',
  id: 8,
  title: 'Storyboards wanted',
  descriptionPreview: 'Nine minutes of film.',
  description: '<p>Boards for a short film.</p>',
  price: 0,
  job: { jobType: 'CONTRACT', duration: 4, bidding: false, bidBase: null, salary: { amount: 450_050, currency: 'USD', period: 'month' } },
}
const event: Event = {
  ...common,
  listType: 'events',
  type: 'EVENTS',
  id: 9,
  title: 'Small films',
  descriptionPreview: 'An evening of shorts.',
  description: '<p>Nine films in one evening.</p>',
  price: 12_000_000,
  sponsors: [{ name: 'Kamo Books', url: null }],
  event: {
    eventType: 'IN_PERSON',
    event_date: 1_990_000_000,
    end_date: 1_990_007_200,
    timeZone: 'Asia/Tokyo',
    duration: 7200,
    paid: true,
    maxAttendees: 20,
    attendees: 2,
    location: 'Kawaramachi 3',
    hide_location: false,
    theme: 'INK',
  },
}
const profile: ProfileAnswer = {
  profile: {
    user_id: 3,
    name: 'Aiko Mori',
    title: 'Letters and signs',
    description: 'Paints letters in Kyoto.',
    image: null,
    video: null,
    geoip: '{"country":"JP"}',
    since: 1_780_000_000,
    address: null,
  },
  geoip: '{"country":"JP"}',
  followers: 2,
  followed: false,
  creator: 'Aiko',
  hidden: false,
}
const picture: Media = { id: 'p'.repeat(22), kind: 'image', width: 1600, height: 900, placeholder: null }
const part = { title: 'A column', text: '<p>Beside others.</p>', picture }
const folio: Folio = {
  name: 'Aiko',
  user_id: 3,
  title: 'Letters of Kamo',
  about: 'Every letter by hand.',
  image: picture,
  video: null,
  video_thumbnail: null,
  effect: 'GRAIN',
  primary_color: '#fff0fa',
  secondary_color: '#1d5fa8',
  website: 'https://kamo.example/',
  instagram: 'https://www.instagram.com/aiko',
  twitter: '',
  twitch: '',
  youtube: '',
  sections: [
    { id: '1', title: 'The story', kind: 'FULL_PAGE', text: '<p>It began with a brush.</p>', picture },
    { id: '2', title: 'The plan', kind: 'ROADMAP', steps: [{ title: 'A book', text: 'With all letters.', when: 'Spring 2027' }] },
    {
      id: '3',
      title: '',
      kind: 'TEAM',
      members: [{ name: 'Ren Mori', role: 'Paints', text: '', picture: null, link: 'https://ren.example/' }],
    },
    { id: '4', title: '', kind: 'COLUMN', columns: [part, { ...part, title: 'Another column' }] },
    { id: '5', title: '', kind: 'ROW', rows: [{ ...part, title: 'A row' }] },
    { id: '6', title: 'Works', kind: 'CAROUSEL', slides: [{ picture, caption: 'A sign of a bakery', link: 'https://kamo.example/' }] },
  ],
  version: 2,
  saved: 1_790_000_000,
  is_promoted: false,
  since: 1_780_000_000,
}

const linked = { id: 'l'.repeat(22), kind: 'image', width: 1200, height: 630, placeholder: null } satisfies Media
const pid = 'a'.repeat(22)
const post: Post = {
  pid,
  creatorName: 'Aiko',
  owner: common.poster,
  content: '<h2>Gold leaf</h2><p>The sign of the <strong>bakery</strong> is done.</p>',
  title: 'Gold leaf',
  description: 'The sign of the bakery is done.',
  link: 'https://kamo.example/sign',
  preview: {
    url: 'https://kamo.example/sign',
    title: 'How a sign is made',
    siteName: 'Kamo',
    description: 'Six days in a workshop.',
    mediaType: 'article',
    contentType: 'text/html',
    images: [linked],
    videos: [],
    favicons: [],
  },
  media: [picture],
  draft: false,
  pinned: true,
  hidden: false,
  created: 1_790_000_000,
  edited: 1_790_100_000,
  version: 2,
  likes: 12,
  liked: false,
  comments: 1,
}
const comment: PostComment = {
  ...{ id: 'c'.repeat(22), author: { ...common.poster, userId: 5, name: 'Ren Mori' }, text: 'It shines.', created: 1_790_000_500 },
  ...{ mine: false, removable: false, hidden: false },
}

const categories = (...ids: string[]): Categories => ({
  categories: ids.map((id) => ({ id, en: `The ${id}`, ja: `${id}の仕事`, count: 7 })),
  subs: ['logo', 'storyboard'].map((id) => ({ id, en: `Some ${id}`, ja: `${id}の例`, count: 3 })),
})
const page = (...services: Listing[]): ListingPage => ({ services, next: null })

/** What the areas answer to the edge. */
const ANSWERS: [path: RegExp, answer: unknown][] = [
  [/getListing\?listType=SERVICES/, service],
  [/getListing\?listType=JOBS/, job],
  [/getListing\?listType=EVENTS/, event],
  [/getProfile/, profile],
  [/getCategories\?listType=services/, categories('design', 'illustration')],
  [/getCategories\?listType=jobs/, categories('illustrator')],
  [/getCategories\?listType=events/, categories('film')],
  [/getFigures/, { figures: { completed: 1234, paidOut: [], delivered: 1300, disputed: 13, at: 1_790_000_000 } }],
  [/type=JOBS/, page(job)],
  [/type=EVENTS/, page(event)],
  [/getSharedList/, { ...page(service, job, event), name: 'Good signs', owner: 'Aiko Mori' }],
  [/query\?/, page(service, job, event)],
  [/getFolio\?name=Aiko/i, { folio }],
  [/getPosts\?name=Aiko/i, { posts: [post], next: 10, canPost: false }],
  [/getPost\?name=Aiko/i, { post }],
  [/getComments/, { comments: [comment], next: null }],
  [/getPostFeed/, { posts: [post], next: null }],
]

/** The pages that anybody may open, each at its addresses, with texts that its HTML has to contain in every language. */
const PUBLIC: Partial<Record<PageSource, Record<string, string[]>>> = {
  'home/HomePage': {
    '/': ['/art/categories-services.svg#design', 'Painted signs', 'Signs that last.', '$120.50', 'Aiko Mori', '1,234', '1%'],
    '/jobs/': ['/art/banner-', 'Storyboards wanted'],
    '/events/': ['Small films'],
    '/login/': ['Painted signs'],
  },
  'search/CategoryPage': {
    '/services/c/design': ['Painted signs', '/services/c/design/logo', '#illustration'],
    '/jobs/c/illustrator/storyboard': ['/jobs/c/illustrator', 'Storyboards wanted'],
    '/events/c/film': ['Small films'],
  },
  'landing/WelcomePage': { '/welcome': ['<h1', '/art/banner-8.svg', 'https://www.base.org', 'https://www.cloudflare.com', 'mailto:'] },
  'search/SearchPage': {
    '/search/signs': ['signs', 'Painted signs', 'Storyboards wanted', 'Small films'],
    '/search/100%25%20cotton': ['100% cotton', '/search/100%25%20cotton?kind=jobs'],
  },
  'listing-page/ServicePage': {
    '/services/7/painted-signs': ['Painted signs', 'Drawn by hand, in two weeks.', 'Basic', 'Three directions', '120.50', 'Aiko Mori'],
  },
  'listing-page/JobPage': { '/jobs/8': ['Storyboards wanted', 'Boards for a short film.', '4,500.50', 'Aiko Mori'] },
  'listing-page/EventPage': { '/events/9': ['Small films', 'Nine films in one evening.', 'Kawaramachi 3', 'Kamo Books'] },
  'profile/PersonPage': { '/profile/3': ['Aiko Mori', 'Paints letters in Kyoto.', 'Painted signs'] },
  'feeds/FeedPage': {
    '/news/': ['Painted signs', 'Storyboards wanted', 'Small films', `href="/Aiko/p/${pid}"`, 'The sign of the bakery is done.'],
    '/trending/': ['Painted signs'],
  },
  'saved/SharedListPage': { [`/lists/${'t'.repeat(22)}`]: ['Good signs', 'Painted signs', 'Storyboards wanted', 'Small films'] },
  'creator-page/CreatorPage': {
    '/Aiko/': [
      ...['Letters of Kamo', 'Every letter by hand.', 'href="https://www.instagram.com/aiko"', 'kamo.example', 'href="/profile/3"'],
      ...['It began with a brush.', 'A book', 'Spring 2027', 'Ren Mori', 'A column', 'Another column', 'A row'],
      ...[
        'alt="A sign of a bakery"',
        'A sign of a bakery (kamo.example)',
        `/media/${picture.id}/1280.webp`,
        '--paper:light-dark(#fff0fa, #34182b)',
        'Painted signs',
      ],
      // Older posts are linked, so they can be read without JavaScript.
      ...[
        'The sign of the <strong>bakery</strong> is done.',
        'How a sign is made',
        `href="/Aiko/p/${pid}"`,
        'href="/Aiko/?posts=10#posts"',
      ],
    ],
    '/aiko': ['Letters of Kamo'],
  },
  'posts/PostPage': {
    [`/Aiko/p/${pid}`]: [
      ...[
        'Gold leaf',
        'The sign of the <strong>bakery</strong> is done.',
        'Letters of Kamo',
        'href="/Aiko/"',
        '--paper:light-dark(#fff0fa',
      ],
      ...['How a sign is made', 'Six days in a workshop.', 'kamo.example', 'rel="noopener nofollow ugc"', `/media/${linked.id}/640.webp`],
      ...[`/media/${picture.id}/640.webp`, 'It shines.', 'Ren Mori', 'href="/profile/5"', 'id="comments"'],
    ],
  },
  'faq/FaqPage': { '/faq/': ['id="gas"', 'id="no-answer"', `0x${'2'.repeat(40)}`, '"@type":"FAQPage"'], '/faq/gas': ['id="gas"'] },
  'pages/PrivacyPage': { '/privacy': ['<h1'] },
  'pages/TermsPage': { '/terms': ['<h1'] },
  'pages/AboutPage': { '/about': ['<h1'] },
  'pages/NoticePage': { '/tokuteishotorihiki': ['mailto:'] },
}
/** What the pages about money say about disputes and the release after 14 days. */
const DISPUTE_TEXTS: Record<Locale, RegExp[]> = {
  en: [/open a dispute/, /14 days .*anyone may release/s, /60 days/],
  ja: [/異議を申し立て/, /14日.*だれでも出品者への.*支払いを確定/s, /60日/, /^(?!.*紛争)/s],
}
/** The edge is type-checked with a tsconfig of its own, so it is imported by a pattern and not by name. */
type PageAt = (path: string, ask: object) => Promise<{ first: PageData['first'] }>
const edge = import.meta.glob<{ pageAt: PageAt }>('./edge/pages.ts', { eager: true })
const { pageAt } = edge['./edge/pages.ts']!

let renderPage: RenderPage
beforeAll(async () => {
  // A Worker has none of these, and Node has some.
  for (const name of ['window', 'document', 'location', 'history', 'navigator', 'localStorage', 'sessionStorage', 'matchMedia', 'scrollY'])
    vi.stubGlobal(name, undefined)
  ;({ renderPage } = await import('./server.tsx'))
})
afterAll(() => vi.unstubAllGlobals())

const config: Config = {
  env: 'production',
  chainId: 8453,
  orderBook: `0x${'2'.repeat(40)}`,
  orderBookCodeHash: '0x3',
  tokens: [{ symbol: 'USDC', address: '0x4', decimals: 6, signatures: [] }],
  rpc: '/api/orders/rpc',
  explorer: null,
  uploadOrigin: 'https://files.example',
  walletConnect: null,
}

/** The data that the edge would write into the page. */
async function dataFor(path: string, locale: Locale): Promise<PageRequest['data']> {
  const { first } = await pageAt(path, {
    env: { ENV: 'production' },
    locale,
    origin: 'https://warren.example',
    get: async (_area: string, asked: string) => {
      const [, answer] = ANSWERS.find(([pattern]) => pattern.test(asked)) ?? []
      return answer ? Response.json(answer) : new Response(null, { status: 404 })
    },
  })
  // The edge loads no search results; the browser does.
  const found: PageData['first'] = [service, job, event].map((listing) => ({
    key: keys.listingCardsOf({ type: listing.listType, text: 'signs', languages: locale }),
    data: { pages: [page(listing)], pageParams: [null] },
  }))
  const user = guestInfo(locale, '{}', 8453)
  return { age: 0, user, config, first: [...first, ...found], random: 0, reader: { dates: `${locale}-JP`, timeZone: 'Asia/Tokyo' } }
}

const render = async (path: string, locale: Locale, user?: UserInfo) => {
  const data = await dataFor(path, locale)
  return (await renderPage({ path, search: '', locale, data: { ...data, user: user ?? data.user } })).html
}

it('the list has every page that is not for its visitor only', () => {
  const isPublic = (page: PageEntry) => !page.isPersonal
  expect(Object.keys(PUBLIC).sort()).toEqual(
    PAGES.filter(isPublic)
      .map(({ source }) => source)
      .sort(),
  )
})

describe.each(LOCALE_CODES)('on a server, without a browser, in %s', (locale) => {
  const cases = Object.values(PUBLIC).flatMap((paths) => Object.entries(paths))

  it.each(cases)('%s is rendered from its first data', async (path, texts) => {
    const html = await render(path, locale)
    for (const text of texts) expect(html).toContain(text)
    expect(html).not.toContain('role="alert"')
  })

  it.each([...cases.map(([path]) => path), '/search/userId', '/following/'])(
    '%s is rendered for a member who owns everything',
    async (path) => {
      const member = { ...guestInfo(locale, '{}', 8453), authorized: true, creator: true, user_id: 3, name: 'Aiko Mori' }
      expect(await render(path, locale, member)).toContain('href="/orders/"')
    },
  )

  it.each(['/nothing/here', '/nothing', '/dashboard'])('an unknown address has a page: %s', async (path) => {
    expect(await render(path, locale)).toContain('<h1')
  })

  it.each(['/faq/', '/terms', '/tokuteishotorihiki'])('%s mentions disputes and the release after 14 days', async (path) => {
    const html = await render(path, locale)
    for (const text of DISPUTE_TEXTS[locale]) expect(html).toMatch(text)
  })
})

/** Renders a page in an environment that has loaded nothing before. Returns the ids of the texts that none of its catalogs has. */
async function missingTexts(path: string): Promise<string[]> {
  vi.resetModules()
  const { i18n } = await import('@lingui/core')
  // The library itself is not loaded again.
  Object.assign(i18n, { _messages: {} })
  const { renderPage } = await import('./server.tsx')
  const missing: string[] = []
  i18n.on('missing', ({ id }) => void missing.push(id))
  await renderPage({ path, search: '', locale: 'en', data: await dataFor(path, 'en') })
  return missing
}

it.each(Object.values(PUBLIC).map((paths) => Object.keys(paths)[0]!))(
  '%s has all its texts in the catalogs that it loads',
  async (path) => {
    expect(await missingTexts(path)).toEqual([])
  },
)
