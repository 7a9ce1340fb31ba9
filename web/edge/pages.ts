import { RESERVED_NAMES } from '../../workers/auth/credentials.schema.ts'
import type { ProfileAnswer } from '../../workers/auth/profiles.schema.ts'
import type { FolioAnswer } from '../../workers/creators/folios.schema.ts'
import type { PostAnswer } from '../../workers/creators/posts.schema.ts'
import { LIST_TYPES } from '../../workers/listings/list-types.schema.ts'
import type { Feed, Listing, Listings } from '../../workers/listings/listings.schema.ts'
import type { SharedListPage } from '../../workers/listings/saved/lists.schema.ts'
import type { Label } from '../../workers/listings/taxonomy/category.schema.ts'
import { findCategory } from '../../workers/listings/taxonomy.schema.ts'
import { type Locale, translationOf } from '../../workers/shared/locales.schema.ts'
import { describeError, log } from '../../workers/shared/log.ts'
import { brand } from '../brand.ts'
import { filterOf } from '../features/home/filter.ts'
import { readPostsFrom } from '../features/posts/posts-from.ts'
import { isLongEnough, searchTextOf } from '../features/search/latest-request.ts'
import { cardFilterOf, readCategoryFilter, readSearchFilter, type SearchFilter, toCardFilter } from '../features/search/search-filter.ts'
import type { CardFilter } from '../lib/card-filter.ts'
import { firstKeys, type Key } from '../lib/first-keys.ts'
import { decodeSegment, type ListType, paths } from '../lib/paths.ts'
import { keys } from '../lib/query-keys.ts'
import { catalogFolder, catalogsOf } from '../page-entry.ts'
import { matchPage, type PageSource, sourceFile } from '../pages.ts'
import type { EdgeEnv } from './env.ts'
import { en } from './locales/en.ts'
import { ja } from './locales/ja.ts'
import { creatorJsonLd, eventJsonLd, type FirstAnswer, feedPath, jobJsonLd, type Page, profileJsonLd, serviceJsonLd } from './page.ts'
import { creatorPicture, listingPicture, personPicture, picturePath, postPicture, textPicture } from './page-picture.ts'
import type { PageTexts } from './page-texts.ts'
import { blogPostingJsonLd, breadcrumbJsonLd, siteJsonLd, webPageJsonLd } from './structured-data.ts'

/** The request for a page. Calls to areas carry the visitor's cookie and request id, so that the areas check the visitor's rights. */
export interface Ask {
  env: EdgeEnv
  locale: Locale
  origin: string
  /** The query string of the address with its `?`. */
  search?: string
  /** Sends a GET to an area as the visitor. */
  get: (area: 'AUTH' | 'LISTINGS' | 'ORDERS' | 'CREATORS', path: string) => Promise<Response>
}

/** The picture of the whole site. */
export const DEFAULT_IMAGE = '/og.png'

/** The texts of pages in each language. */
export const CATALOGS: Record<Locale, PageTexts> = { en, ja }

/** The pages with texts of their own. */
type TextName = Exclude<keyof PageTexts, 'results' | 'describePerson' | 'describeCreator' | 'categoryLeads' | 'picture'>

function plain(text: TextName, locale: Locale, canonical: string | null, status: Page['status'] = 200): Page {
  const { title, description } = CATALOGS[locale][text]
  return {
    status,
    title: `${title} · ${brand.name}`,
    description,
    canonical,
    image: DEFAULT_IMAGE,
    type: 'website',
    jsonLd: [],
    sources: [],
    first: [],
  }
}

/** A page of texts or cards that search engines may index, with its schema.org objects. */
function indexed(text: TextName, type: 'CollectionPage' | 'WebPage', { locale, origin }: Ask, path: string): Page {
  const texts = CATALOGS[locale][text]
  const jsonLd = [webPageJsonLd(type, texts, origin, path, locale), breadcrumbJsonLd([{ name: texts.title, path }], origin)]
  return { ...plain(text, locale, path), jsonLd, picture: textPicture(texts.title) }
}

/** The home page, or the page of a type, with the first cards of its filter. If the area is down, the browser loads them. */
async function home(ask: Ask, tab: ListType | undefined): Promise<Page> {
  const type = tab ?? 'services'
  const page = tab
    ? { ...indexed(tab, 'CollectionPage', ask, paths.tab(tab)), feed: feedPath(tab) }
    : { ...plain('home', ask.locale, paths.home()), jsonLd: siteJsonLd(ask.origin, ask.locale) }
  if (type !== 'services') page.sources.push('features/cards/JobAndEventCards.tsx', ...catalogs('ui', 'cards'))
  const [listed, counted, figures, promoted] = await Promise.all([
    cards(ask, { type, ...filterOf(new URLSearchParams(ask.search).get('show') ?? '', undefined) }),
    categories(ask, type),
    first(ask, 'ORDERS', '/api/orders/getFigures', firstKeys.figures),
    tab ? [] : first(ask, 'CREATORS', '/api/creators/getPromotedCreators', keys.promotedCreators),
  ])
  page.first.push(...listed, ...counted, ...figures, ...promoted)
  return page
}

/** The answer to a call, under the key of its query. Empty if it cannot be loaded. */
async function first(ask: Ask, area: Parameters<Ask['get']>[0], path: string, key: Key): Promise<FirstAnswer[]> {
  const answer = await ask.get(area, path).catch(() => null)
  if (!answer?.ok) return []
  const json = await answer.text()
  return [{ key, data: JSON.parse(json), json }]
}

/** The categories of a type with their counts, and the subcategories of `category`. */
const categories = (ask: Ask, type: string, category?: string) => {
  const path = `/api/listings/getCategories?listType=${type}${category ? `&category=${category}` : ''}`
  return first(ask, 'LISTINGS', path, keys.categoriesOf(type, category))
}

/** Subcategories that the description of a category names. */
const NAMED_SUBS = 4

/** A category, or one of its subcategories, with the first listings of the filter in the address. */
async function category(ask: Ask, type: ListType, slug: string, subSlug: string | undefined): Promise<Page> {
  const found = findCategory(type, slug, subSlug)
  if (!found) return plain('lost', ask.locale, null, 404)
  const { category, sub } = found
  const { locale, origin } = ask
  const nameOf = (label: Label) => translationOf(label, locale)
  const path = paths.category(type, category.id, sub?.id)
  const steps = [
    { name: CATALOGS[locale][type].title, path: paths.tab(type) },
    { name: nameOf(category), path: paths.category(type, category.id) },
    ...(sub ? [{ name: nameOf(sub.label), path }] : []),
  ]
  const title = steps
    .map(({ name }) => name)
    .reverse()
    .join(' · ')
  const { after, between, end } = SEPARATORS[locale]
  const named = (sub ? [sub.label] : Object.values(category.subs).slice(0, NAMED_SUBS)).map(nameOf)
  const description = `${nameOf(category)}${after}${named.join(between)}${end}${CATALOGS[locale].categoryLeads[type]}`
  const filter = { ...readCategoryFilter(type, ask.search ?? ''), category: category.id, sub: sub?.id }
  const [listed, counted] = await Promise.all([
    dependsOnTimeZone(filter) ? [] : cards(ask, toCardFilter(type, '', filter, locale)),
    categories(ask, type, category.id),
  ])
  return {
    status: 200,
    title: `${title} · ${brand.name}`,
    description,
    canonical: path,
    image: DEFAULT_IMAGE,
    type: 'website',
    feed: feedPath(type, category.id),
    picture: textPicture(nameOf(sub?.label ?? category)),
    jsonLd: [webPageJsonLd('CollectionPage', { title, description }, origin, path, locale), breadcrumbJsonLd(steps, origin)],
    sources: [],
    first: [...listed, ...counted],
  }
}

/** How a list of names is written. */
const SEPARATORS: Record<Locale, { after: string; between: string; end: string }> = {
  en: { after: ': ', between: ', ', end: '. ' },
  ja: { after: '：', between: '、', end: '。' },
}

/** The time zone of the reader decides where a day begins, and only the browser knows it. */
const dependsOnTimeZone = ({ from, to }: SearchFilter) => Boolean(from || to)

/** The first page of a paged list, under its query key. Empty if it cannot be loaded. `param` is what the list begins with. */
async function firstPage(ask: Ask, area: Parameters<Ask['get']>[0], path: string, key: Key, param: number | null = null) {
  const listed = await first(ask, area, path, key)
  return listed.map(
    ({ data, json }): FirstAnswer => ({
      key,
      data: { pages: [data], pageParams: [param] },
      json: `{"pages":[${json}],"pageParams":[${param}]}`,
    }),
  )
}

/** The first page of cards for a filter, under its query key. Empty if it cannot be loaded. */
function cards(ask: Ask, filter: CardFilter): Promise<FirstAnswer[]> {
  const fields = Object.entries({ ...filter, type: filter.type?.toUpperCase() }).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  return firstPage(ask, 'LISTINGS', `/api/listings/query?${query}`, keys.listingCardsOf(filter))
}

async function feed(ask: Ask, name: Feed): Promise<Page> {
  const page = name === 'following' ? plain('following', ask.locale, null) : indexed(name, 'CollectionPage', ask, `/${name}/`)
  // The browser loads the feed of followed members itself: for a guest the edge would only wait for an error.
  if (name === 'following') return page
  const [listed, posts] = await Promise.all([
    cards(ask, { feed: name }),
    name === 'news' ? firstPage(ask, 'CREATORS', '/api/creators/getPostFeed?feed=news', keys.postFeed('news')) : [],
  ])
  page.first.push(...listed, ...posts)
  return page
}

/** The beginning of a text of several lines. */
const firstWords = (text: string) => [...text.replace(/\s+/g, ' ')].slice(0, 200).join('')

async function person(ask: Ask, id: number): Promise<Page> {
  const [answer, services] = await Promise.all([
    ask.get('AUTH', `/api/auth/getProfile?userId=${id}`).catch(() => null),
    cards(ask, { type: 'services', userId: id, enabled: true }),
  ])
  const data = answer?.ok ? ((await answer.json()) as ProfileAnswer) : null
  if (answer?.status === 404 || (data && !data.profile)) return plain('lost', ask.locale, null, 404)
  if (!data?.profile) return plain('home', ask.locale, null)
  const { profile } = data
  const path = paths.person(id)
  return {
    status: 200,
    title: `${profile.name} · ${brand.name}`,
    description:
      [profile.title, firstWords(profile.description)].filter(Boolean).join(' · ') || CATALOGS[ask.locale].describePerson(profile.name),
    // Search engines must not keep what the team has hidden.
    canonical: data.hidden ? null : path,
    image: DEFAULT_IMAGE,
    picture: personPicture(profile),
    type: 'profile',
    jsonLd: data.hidden ? [] : [profileJsonLd(profile, data.followers, ask.origin, path)],
    sources: [],
    first: [{ key: keys.profile(id), data }, ...services],
  }
}

/** When the member of a loaded profile has joined, UTC seconds; null if it is not loaded. */
const sinceOf = ([answer]: FirstAnswer[]): number | null => (answer?.data as ProfileAnswer | undefined)?.profile?.since ?? null

/** The page of a creator, by a name in any case. Without such a creator, the browser shows the page for an unknown address at once. */
async function creator(ask: Ask, name: string): Promise<Page> {
  const key = keys.folio(name)
  const answer = RESERVED_NAMES.has(name.toLowerCase())
    ? 'reserved'
    : await ask.get('CREATORS', `/api/creators/getFolio?name=${name}`).catch(() => null)
  if (answer === 'reserved' || answer?.status === 404)
    return { ...plain('lost', ask.locale, null, 404), first: [{ key, data: { folio: null } }] }
  if (!answer?.ok) return plain('home', ask.locale, null)
  const json = await answer.text()
  const data = JSON.parse(json) as FolioAnswer
  const { folio } = data
  const from = readPostsFrom(ask.search ?? '')
  const [profile, services, posts] = await Promise.all([
    first(ask, 'AUTH', `/api/auth/getProfile?userId=${folio.user_id}`, keys.profile(folio.user_id)),
    cards(ask, { type: 'services', userId: folio.user_id, enabled: true }),
    firstPage(ask, 'CREATORS', `/api/creators/getPosts?name=${folio.name}&offset=${from}`, keys.postsOf(folio.name, from), from),
  ])
  const path = paths.creator(folio.name)
  return {
    status: 200,
    title: `${folio.title} · ${brand.name}`,
    description: firstWords(folio.about) || CATALOGS[ask.locale].describeCreator(folio.title),
    canonical: path,
    image: DEFAULT_IMAGE,
    picture: creatorPicture(folio),
    type: 'profile',
    jsonLd: [creatorJsonLd(folio, sinceOf(profile) ?? folio.since, ask.origin, path)],
    postFeeds: { path, title: `${folio.title} · ${brand.name}` },
    sources: [],
    first: [{ key, data, json }, ...profile, ...services, ...posts],
  }
}

/** The page of a post, with its first comments, in the colours of the creator's page. */
async function post(ask: Ask, name: string, pid: string): Promise<Page> {
  const key = keys.post(name, pid)
  const lost = (): Page => ({ ...plain('lost', ask.locale, null, 404), first: [{ key, data: { post: null } }] })
  if (RESERVED_NAMES.has(name.toLowerCase())) return lost()
  const [answer, folio, comments] = await Promise.all([
    ask.get('CREATORS', `/api/creators/getPost?name=${name}&pid=${pid}`).catch(() => null),
    first(ask, 'CREATORS', `/api/creators/getFolio?name=${name}`, keys.folio(name)),
    firstPage(ask, 'CREATORS', `/api/creators/getComments?pid=${pid}`, keys.postComments(pid)),
  ])
  if (answer?.status === 404) return lost()
  if (!answer?.ok) return plain('home', ask.locale, null)
  const json = await answer.text()
  const data = JSON.parse(json) as PostAnswer
  const found = data.post
  const creatorTitle = (folio[0]?.data as FolioAnswer | undefined)?.folio.title ?? found.creatorName
  const path = paths.post(found.creatorName, found.pid)
  const title = found.title || creatorTitle
  const profile = await first(ask, 'AUTH', `/api/auth/getProfile?userId=${found.owner.userId}`, keys.profile(found.owner.userId))
  const steps = [
    { name: creatorTitle, path: paths.creator(found.creatorName) },
    { name: title, path },
  ]
  return {
    status: 200,
    title: `${[...new Set([title, creatorTitle])].join(' · ')} · ${brand.name}`,
    description: found.description || CATALOGS[ask.locale].describeCreator(creatorTitle),
    // Only its owner sees a draft, or a post that the team has hidden.
    canonical: found.draft || found.hidden ? null : path,
    image: DEFAULT_IMAGE,
    picture: postPicture(found, creatorTitle),
    type: 'article',
    jsonLd: [blogPostingJsonLd(found, ask.origin, path), breadcrumbJsonLd(steps, ask.origin)],
    postFeeds: { path: paths.creator(found.creatorName), title: `${creatorTitle} · ${brand.name}` },
    sources: [],
    first: [{ key, data, json }, ...folio, ...comments, ...profile],
  }
}

/** The Open Graph type and the JSON-LD of a listing of each type. */
const LISTINGS: {
  [Type in ListType]: { type: Page['type']; jsonLd: (listing: Listings[Type], origin: string, path: string) => object }
} = {
  services: { type: 'product', jsonLd: serviceJsonLd },
  jobs: { type: 'website', jsonLd: jobJsonLd },
  events: { type: 'website', jsonLd: eventJsonLd },
}

/** The way from the home page to a listing. */
const stepsTo = (
  { title, category, categoryLabel, subCategory, subCategoryLabel }: Listing,
  type: ListType,
  path: string,
  locale: Locale,
) => [
  { name: CATALOGS[locale][type].title, path: paths.tab(type) },
  { name: translationOf(categoryLabel, locale), path: paths.category(type, category) },
  ...(subCategoryLabel ? [{ name: translationOf(subCategoryLabel, locale), path: paths.category(type, category, subCategory) }] : []),
  { name: title, path },
]

async function listing<Type extends ListType>(ask: Ask, type: Type, id: number): Promise<Page> {
  const answer = await ask.get('LISTINGS', `/api/listings/getListing?listType=${type.toUpperCase()}&id=${id}`).catch(() => null)
  if (answer?.status === 404) return plain('lost', ask.locale, null, 404)
  if (!answer?.ok) return plain('home', ask.locale, null)
  const data = (await answer.json()) as Listings[Type]
  const path = paths.listing(data.id, data.title, type)
  const { type: kind, jsonLd } = LISTINGS[type]
  return {
    status: 200,
    title: `${data.title} · ${brand.name}`,
    description: data.descriptionPreview,
    canonical: data.enabled ? path : null,
    image: DEFAULT_IMAGE,
    picture: listingPicture(data, ask.locale, CATALOGS[ask.locale].picture),
    type: kind,
    jsonLd: [jsonLd(data, ask.origin, path), breadcrumbJsonLd(stepsTo(data, type, path, ask.locale), ask.origin)],
    sources: [],
    first: [{ key: keys.listing(type, data.id), data }],
  }
}

/** A list that somebody shares by a link. Search engines must not index it, so it has no canonical address. */
async function sharedList(ask: Ask, token: string): Promise<Page> {
  const answer = await ask.get('LISTINGS', `/api/listings/getSharedList?token=${token}`).catch(() => null)
  if (answer?.status === 404) return plain('lost', ask.locale, null, 404)
  const page = plain('sharedList', ask.locale, null)
  if (!answer?.ok) return page
  const list = (await answer.json()) as SharedListPage
  return {
    ...page,
    ...(list.name && { title: `${list.name} · ${brand.name}` }),
    first: [{ key: keys.sharedList(token), data: { pages: [list], pageParams: [null] } }],
  }
}

/** Reads an address as the page of results does, and loads the first results of each type. */
async function search(ask: Ask, query: string): Promise<Page> {
  const text = searchTextOf(decodeSegment(query))
  const filter = readSearchFilter(ask.search ?? '')
  // The page of the viewer's own listings has no search text.
  if (text === 'userId') return plain('home', ask.locale, null)
  const { title, description } = CATALOGS[ask.locale].results(text)
  const page: Page = { ...plain('home', ask.locale, null), title: `${title} · ${brand.name}`, description }
  if (!isLongEnough(text) || dependsOnTimeZone(filter)) return page
  const found = await Promise.all(LIST_TYPES.map((type) => cards(ask, cardFilterOf(type, text, filter, ask.locale))))
  page.first.push(...found.flat())
  return page
}

type Describe = (ask: Ask, params: Record<string, string | undefined>) => Page | Promise<Page>

/** A page that is the same for everybody. Search engines may index it at `path`. */
const fixed =
  (text: TextName, path: string | null): Describe =>
  (ask) =>
    path === null ? plain(text, ask.locale, null) : indexed(text, 'WebPage', ask, path)

/** A page for its visitor only; not for search engines. */
const personal = fixed('home', null)

/** The meta tags and first data of each page. */
const DESCRIPTIONS: Record<PageSource, Describe> = {
  'home/HomePage': (ask, { type }) => home(ask, type as ListType | undefined),
  'search/CategoryPage': (ask, { type, category: slug, sub }) => category(ask, type as ListType, slug ?? '', sub),
  'landing/WelcomePage': fixed('welcome', '/welcome'),
  'search/SearchPage': (ask, { query }) => search(ask, query ?? ''),
  'listing-page/ServicePage': (ask, { id }) => listing(ask, 'services', Number(id)),
  'listing-page/JobPage': (ask, { id }) => listing(ask, 'jobs', Number(id)),
  'listing-page/EventPage': (ask, { id }) => listing(ask, 'events', Number(id)),
  'listing-editor/ListingEditorPage': personal,
  'profile/ProfilePage': personal,
  'profile/PersonPage': (ask, { userId }) => person(ask, Number(userId)),
  'auth/ConfirmEmailPage': fixed('confirm', null),
  'auth/ResetPasswordPage': fixed('reset', null),
  'feeds/FeedPage': (ask, { feed: name }) => feed(ask, name as Feed),
  'saved/SavedPage': personal,
  'saved/SearchesPage': personal,
  'saved/MatchesPage': personal,
  'saved/ListPage': personal,
  'saved/SharedListPage': (ask, { token }) => sharedList(ask, token!),
  'settings/SettingsPage': personal,
  'admin-pages/AdminPage': personal,
  'admin-pages/ApplicationsPage': personal,
  'admin-pages/CreatorsPage': personal,
  'admin-pages/ReportsPage': personal,
  'admin-pages/SettingsPage': personal,
  'admin-pages/DisputesPage': personal,
  'orders/OrdersPage': personal,
  'orders/OrderPage': personal,
  'orders/InvoicePage': personal,
  'creators/CreatorSignUpPage': fixed('creatorSignUp', null),
  'chat/MessengerPage': personal,
  'notifications/NotificationsPage': personal,
  // Every FAQ topic is a section of the same page, so all of them have the path /faq/ for search engines.
  'faq/FaqPage': fixed('faq', '/faq/'),
  'pages/PrivacyPage': fixed('privacy', '/privacy'),
  'pages/TermsPage': fixed('terms', '/terms'),
  'pages/AboutPage': fixed('about', '/about'),
  'pages/NoticePage': fixed('notice', '/tokuteishotorihiki'),
  'pages/OfflinePage': fixed('offline', null),
  'gallery/GalleryPage': personal,
  'posts/PostPage': (ask, { name, pid }) => post(ask, name!, pid!),
  'creator-page/CreatorPage': (ask, { name }) => creator(ask, name!),
}

/** The source files of catalogs in the page's language. */
const catalogs = (...names: string[]) =>
  names.length ? ['locales/catalogs.{lang}.ts', ...names.map((name) => `${catalogFolder(name)}/{lang}.po`)] : []

/** The page at a path. Never throws: if data cannot be loaded or written into tags, the browser loads them itself. */
export async function pageAt(path: string, ask: Ask): Promise<Page> {
  const match = matchPage(path)
  if (!match || (match.page.isLocal && ask.env.ENV !== 'local')) return plain('lost', ask.locale, null, 404)
  const { page, params } = match
  let described: Page
  try {
    described = await DESCRIPTIONS[page.source](ask, params)
    const { canonical, picture } = described
    if (canonical !== null && picture) described.image = await picturePath(canonical, picture, ask.locale)
  } catch (error) {
    log('error', 'page_unreadable', { area: 'edge', path, error: describeError(error) })
    described = plain('home', ask.locale, null)
  }
  if (described.status === 404) return described
  return {
    ...described,
    sources: [
      ...(page.isFirst ? [] : ['other-pages.ts', ...(page.isPersonal ? ['personal-pages.ts'] : []), sourceFile(page)]),
      ...catalogs(...catalogsOf(page)),
      ...described.sources,
    ],
  }
}
