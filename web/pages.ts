/** The sections of /faq/ in their order; each has its own address, and any other is a 404. */
export const FAQ_TOPICS = [
  'what',
  'sign-up',
  'sell',
  'gas',
  'no-gas',
  'orders',
  'problems',
  'disputes',
  'base-wallet',
  'money',
  'tech',
] as const
export type FaqTopic = (typeof FAQ_TOPICS)[number]

/** A page of the app. Browser, edge and build all read what it is from here. */
export interface PageEntry {
  name: string
  /** Its addresses: `:name` is a parameter, `:name(pattern)` one of this form, `?` after it says that it may be missing. */
  paths: string[]
  /** Its source, whose default export is the page; relative to web/. */
  source: string
  /** The catalogs it needs besides the base, by the names of {@link catalogFolder}. */
  catalogs: string[]
  /** `hero`: the page begins with a picture that lies under the bar. `room`: the page fills the screen, without footer. */
  frame?: 'hero' | 'room'
  /** Going from one of its addresses to another keeps the scroll position. */
  keepsScroll?: boolean
  /** It needs a login: a guest who closes the login dialog is sent to the start page. */
  isGated?: boolean
  /** It exists in the local world only. */
  isLocal?: boolean
}

const LISTING = ':id([1-9]\\d{0,9})/:slug?'

/** Every page; the first that matches an address answers it. Nothing else is a page: it is a 404. */
export const PAGES = [
  {
    name: 'home',
    paths: ['/', '/:type(services|jobs|events)', '/login'],
    source: 'features/home/HomePage.tsx',
    catalogs: ['home'],
    frame: 'hero',
    keepsScroll: true,
  },
  { name: 'search', paths: ['/search/:query'], source: 'features/search/SearchPage.tsx', catalogs: ['ui', 'search', 'cards'] },
  { name: 'service', paths: [`/services/${LISTING}`], source: 'features/listing-page/ServicePage.tsx', catalogs: ['ui', 'listing-page'] },
  {
    name: 'job',
    paths: [`/jobs/${LISTING}`],
    source: 'features/listing-page/JobPage.tsx',
    catalogs: ['ui', 'listing-page', 'cards', 'applications'],
  },
  {
    name: 'event',
    paths: [`/events/${LISTING}`],
    source: 'features/listing-page/EventPage.tsx',
    catalogs: ['ui', 'listing-page', 'cards', 'applications'],
  },
  {
    name: 'editor',
    paths: ['/list', '/list/:listType([a-z]+)/:id(\\d+)?'],
    source: 'features/listing-editor/ListingEditorPage.tsx',
    catalogs: ['ui', 'listing-editor', 'uploads', 'cards'],
    isGated: true,
  },
  {
    name: 'ownProfile',
    paths: ['/profile'],
    source: 'features/profile/ProfilePage.tsx',
    catalogs: ['ui', 'profile', 'uploads'],
    isGated: true,
  },
  {
    name: 'person',
    paths: ['/profile/:userId([1-9]\\d{0,15})'],
    source: 'features/profile/PersonPage.tsx',
    catalogs: ['ui', 'profile', 'cards'],
  },
  { name: 'confirmEmail', paths: ['/confirm-email'], source: 'features/auth/ConfirmEmailPage.tsx', catalogs: ['ui', 'auth'] },
  { name: 'resetPassword', paths: ['/reset-password'], source: 'features/auth/ResetPasswordPage.tsx', catalogs: ['ui', 'auth'] },
  { name: 'feed', paths: ['/:feed(news|trending|following)'], source: 'features/feeds/FeedPage.tsx', catalogs: ['ui', 'feeds', 'cards'] },
  { name: 'settings', paths: ['/settings'], source: 'features/settings/SettingsPage.tsx', catalogs: ['ui', 'settings', 'auth'] },
  { name: 'orders', paths: ['/orders'], source: 'features/orders/OrdersPage.tsx', catalogs: ['ui', 'orders'] },
  {
    name: 'order',
    paths: ['/orders/:id([\\w-]+)/:room([\\w-]+)?'],
    source: 'features/orders/OrderPage.tsx',
    catalogs: ['ui', 'orders', 'chat', 'wallet'],
    frame: 'room',
  },
  {
    name: 'messenger',
    paths: ['/messenger/:room([\\w-]+)?'],
    source: 'features/chat/MessengerPage.tsx',
    catalogs: ['ui', 'chat'],
    frame: 'room',
  },
  {
    name: 'faq',
    paths: [`/faq/:topic(${FAQ_TOPICS.join('|')})?`],
    source: 'features/pages/FaqPage.tsx',
    catalogs: ['ui', 'pages'],
    keepsScroll: true,
  },
  { name: 'privacy', paths: ['/privacy'], source: 'features/pages/PrivacyPage.tsx', catalogs: ['ui', 'pages'] },
  { name: 'terms', paths: ['/terms'], source: 'features/pages/TermsPage.tsx', catalogs: ['ui', 'pages', 'auth'] },
  { name: 'about', paths: ['/about'], source: 'features/pages/AboutPage.tsx', catalogs: ['ui', 'pages'] },
  { name: 'notice', paths: ['/tokuteishotorihiki'], source: 'features/pages/NoticePage.tsx', catalogs: ['ui', 'pages'] },
  // Every control on one page, for those who build with them.
  { name: 'gallery', paths: ['/gallery'], source: 'gallery/GalleryPage.tsx', catalogs: ['ui'], isLocal: true },
] as const satisfies PageEntry[]

export type PageName = (typeof PAGES)[number]['name']

/** The folder of a catalog, relative to web/: of a feature, or of one of the layers. */
export const catalogFolder = (name: string): string =>
  name === 'ui' || name === 'wallet' ? `${name}/locales` : name === 'shell' ? 'shell/lazy/locales' : `features/${name}/locales`

/** A path of the manifest as a pattern for the path of an address, which may end with a slash. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    const [, name, form = '[^/]+', optional] = /^:(\w+)(?:\((.+)\))?(\?)?$/.exec(segment) ?? []
    if (!name) return segment && `/${segment}`
    return optional ? `(?:/(?<${name}>${form}))?` : `/(?<${name}>${form})`
  })
  return new RegExp(`^${segments.join('')}/?$`)
}

const PATTERNS = PAGES.flatMap((page) =>
  page.paths.map((path) => ({ page: page as PageEntry & { name: PageName }, pattern: patternOf(path) })),
)

/** The page at a path as the address bar has it, with its parameters as they stand there; null where there is none. */
export function matchPage(pathname: string): { page: PageEntry & { name: PageName }; params: Record<string, string | undefined> } | null {
  for (const { page, pattern } of PATTERNS) {
    const match = pattern.exec(pathname)
    if (match) return { page, params: { ...match.groups } }
  }
  return null
}
