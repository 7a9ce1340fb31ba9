/** The sections of /faq/ in order. Each has its own address; any other is a 404. */
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

/** A page of the app, for browser and edge. */
export interface PageEntry {
  /** The source file in `features/` whose default export is the page. Also its name. */
  source: string
  /** Its addresses. `:name` is a parameter, `:name(pattern)` one that matches the pattern; `?` after it makes it optional. */
  paths: string[]
  /** The catalogs it needs besides those of the base, the controls and its feature, by the names of {@link catalogFolder}. */
  catalogs?: string[]
  /** The page that most visitors open first. It uses no controls and is loaded without their catalog. */
  isFirst?: boolean
  /** `hero`: the page begins with a picture below the top bar. `room`: the page fills the screen, without footer. */
  frame?: 'hero' | 'room'
  /** Whether navigation between its addresses keeps the scroll position. */
  keepsScroll?: boolean
  /** Whether it needs a login. A guest who closes the login dialog is sent to the home page. */
  isGated?: boolean
  /** Whether it exists only in the local world. */
  isLocal?: boolean
}

const LISTING = ':id([1-9]\\d{0,9})/:slug?'

/** All pages. The first one that matches an address is shown; any other address is a 404. */
export const PAGES = [
  { source: 'home/HomePage', paths: ['/', '/:type(services|jobs|events)', '/login'], isFirst: true, frame: 'hero', keepsScroll: true },
  { source: 'search/SearchPage', paths: ['/search/:query'], catalogs: ['cards'] },
  { source: 'listing-page/ServicePage', paths: [`/services/${LISTING}`] },
  { source: 'listing-page/JobPage', paths: [`/jobs/${LISTING}`], catalogs: ['cards', 'applications'] },
  { source: 'listing-page/EventPage', paths: [`/events/${LISTING}`], catalogs: ['cards', 'applications'] },
  {
    source: 'listing-editor/ListingEditorPage',
    paths: ['/list', '/list/:listType([a-z]+)/:id(\\d+)?'],
    catalogs: ['uploads', 'cards'],
    isGated: true,
  },
  { source: 'profile/ProfilePage', paths: ['/profile'], catalogs: ['uploads'], isGated: true },
  { source: 'profile/PersonPage', paths: ['/profile/:userId([1-9]\\d{0,15})'], catalogs: ['cards'] },
  { source: 'auth/ConfirmEmailPage', paths: ['/confirm-email'] },
  { source: 'auth/ResetPasswordPage', paths: ['/reset-password'] },
  { source: 'feeds/FeedPage', paths: ['/:feed(news|trending|following)'], catalogs: ['cards'] },
  { source: 'settings/SettingsPage', paths: ['/settings'], catalogs: ['auth'] },
  { source: 'orders/OrdersPage', paths: ['/orders'] },
  { source: 'orders/OrderPage', paths: ['/orders/:id([\\w-]+)/:room([\\w-]+)?'], catalogs: ['chat', 'wallet'], frame: 'room' },
  { source: 'chat/MessengerPage', paths: ['/messenger/:room([\\w-]+)?'], frame: 'room' },
  { source: 'pages/FaqPage', paths: [`/faq/:topic(${FAQ_TOPICS.join('|')})?`], keepsScroll: true },
  { source: 'pages/PrivacyPage', paths: ['/privacy'] },
  { source: 'pages/TermsPage', paths: ['/terms'], catalogs: ['auth'] },
  { source: 'pages/AboutPage', paths: ['/about'] },
  { source: 'pages/NoticePage', paths: ['/tokuteishotorihiki'] },
  // Every control on one page, for developers.
  { source: 'gallery/GalleryPage', paths: ['/gallery'], isLocal: true },
] as const satisfies PageEntry[]

export type PageSource = (typeof PAGES)[number]['source']
export type Page = PageEntry & { source: PageSource }

/** The folder of the catalog of a feature or layer, relative to web/. */
export const catalogFolder = (name: string): string =>
  name === 'ui' || name === 'wallet' ? `${name}/locales` : name === 'shell' ? 'shell/lazy/locales' : `features/${name}/locales`

/** The names of all catalogs that a page needs besides the base. A local page has none of its own. */
export const catalogsOf = ({ source, catalogs = [], isFirst, isLocal }: PageEntry): string[] => [
  ...(isFirst ? [] : ['ui']),
  ...catalogs,
  ...(isLocal ? [] : [source.split('/')[0]!]),
]

/** The source file of a page, relative to web/. */
export const sourceFile = ({ source, isLocal }: PageEntry): string => `${isLocal ? '' : 'features/'}${source}.tsx`

/** The pattern for the addresses of a path in the list. An address may end with a slash. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    const [, name, form = '[^/]+', optional] = /^:(\w+)(?:\((.+)\))?(\?)?$/.exec(segment) ?? []
    if (!name) return segment && `/${segment}`
    return optional ? `(?:/(?<${name}>${form}))?` : `/(?<${name}>${form})`
  })
  return new RegExp(`^${segments.join('')}/?$`)
}

const PATTERNS = (PAGES as readonly Page[]).flatMap((page) => page.paths.map((path) => ({ page, pattern: patternOf(path) })))

/** The page at an encoded path, with its encoded parameters; null if there is none. */
export function matchPage(pathname: string): { page: Page; params: Record<string, string | undefined> } | null {
  for (const { page, pattern } of PATTERNS) {
    const match = pattern.exec(pathname)
    if (match) return { page, params: { ...match.groups } }
  }
  return null
}
