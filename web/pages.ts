import { FIRST_PAGE, type PageEntry, pageMatcher } from './page-entry.ts'

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
  'search',
  'jobs',
  'reviews',
  'account',
] as const
export type FaqTopic = (typeof FAQ_TOPICS)[number]

const LISTING = ':id([1-9]\\d{0,9})/:slug?'

/** All pages. The first one that matches an address is shown; any other address is a 404. */
export const PAGES = [
  FIRST_PAGE,
  {
    source: 'search/CategoryPage',
    paths: ['/:type(services|jobs|events)/c/:category([a-z0-9-]+)/:sub([a-z0-9-]+)?'],
    catalogs: ['cards', 'saved'],
  },
  { source: 'search/SearchPage', paths: ['/search/:query'], catalogs: ['cards'] },
  { source: 'landing/WelcomePage', paths: ['/welcome'], frame: 'own' },
  { source: 'listing-page/ServicePage', paths: [`/services/${LISTING}`] },
  { source: 'listing-page/JobPage', paths: [`/jobs/${LISTING}`], catalogs: ['cards', 'applications'] },
  { source: 'listing-page/EventPage', paths: [`/events/${LISTING}`], catalogs: ['cards', 'applications'] },
  {
    source: 'listing-editor/ListingEditorPage',
    paths: ['/list', '/list/:listType([a-z]+)/:id(\\d+)?'],
    catalogs: ['uploads', 'cards'],
    isGated: true,
    isPersonal: true,
  },
  { source: 'profile/ProfilePage', paths: ['/profile'], catalogs: ['uploads'], isGated: true, isPersonal: true },
  { source: 'profile/PersonPage', paths: ['/profile/:userId([1-9]\\d{0,14})'], catalogs: ['cards'] },
  { source: 'auth/ConfirmEmailPage', paths: ['/confirm-email'], isPersonal: true },
  { source: 'auth/ResetPasswordPage', paths: ['/reset-password'], isPersonal: true },
  { source: 'feeds/FeedPage', paths: ['/:feed(news|trending|following)'], catalogs: ['cards'] },
  { source: 'saved/SavedPage', paths: ['/saved'], catalogs: ['cards'], isPersonal: true },
  { source: 'saved/SearchesPage', paths: ['/saved/searches'], catalogs: ['search'], isPersonal: true },
  { source: 'saved/MatchesPage', paths: ['/saved/new'], catalogs: ['cards'], isPersonal: true },
  { source: 'saved/ListPage', paths: ['/saved/:list([\\w-]{22})'], catalogs: ['cards'], isPersonal: true },
  { source: 'saved/SharedListPage', paths: ['/lists/:token([\\w-]{22})'], catalogs: ['cards'] },
  { source: 'settings/SettingsPage', paths: ['/settings'], catalogs: ['auth'], isPersonal: true },
  { source: 'orders/OrdersPage', paths: ['/orders'], isPersonal: true },
  {
    source: 'orders/OrderPage',
    paths: ['/orders/:id([\\w-]+)/:room([\\w-]+)?'],
    catalogs: ['chat', 'wallet'],
    frame: 'room',
    isPersonal: true,
  },
  { source: 'orders/InvoicePage', paths: ['/invoices/:id([\\w-]+)'], isPersonal: true },
  { source: 'creators/CreatorSignUpPage', paths: ['/creator-sign-up'], isPersonal: true },
  { source: 'notifications/NotificationsPage', paths: ['/notifications'], isPersonal: true },
  { source: 'chat/MessengerPage', paths: ['/messenger/:room([\\w-]+)?'], frame: 'room', isPersonal: true },
  { source: 'faq/FaqPage', paths: [`/faq/:topic(${FAQ_TOPICS.join('|')})?`], keepsScroll: true },
  { source: 'pages/PrivacyPage', paths: ['/privacy'] },
  { source: 'pages/TermsPage', paths: ['/terms'], catalogs: ['auth'] },
  { source: 'pages/AboutPage', paths: ['/about'] },
  { source: 'pages/NoticePage', paths: ['/tokuteishotorihiki'], catalogs: ['auth'] },
  { source: 'pages/OfflinePage', paths: ['/offline'], isPersonal: true },
  { source: 'admin-pages/AdminPage', paths: ['/admin'], isPersonal: true },
  { source: 'admin-pages/ApplicationsPage', paths: ['/admin/applications'], isPersonal: true },
  { source: 'admin-pages/CreatorsPage', paths: ['/admin/creators'], isPersonal: true },
  { source: 'admin-pages/SettingsPage', paths: ['/admin/:part(fees|tokens|admins|treasury|log)'], isPersonal: true },
  { source: 'admin-pages/ReportsPage', paths: ['/admin/reports'], isPersonal: true },
  { source: 'admin-pages/DisputesPage', paths: ['/admin/disputes/:id([\\w-]+)?'], isPersonal: true },
  // Every control on one page, for developers.
  { source: 'gallery/GalleryPage', paths: ['/gallery'], isLocal: true, isPersonal: true },
  { source: 'posts/PostPage', paths: ['/:name([^\\W_]{2,20})/p/:pid([\\w-]{22})'] },
  // The last one, because the names of creators and the addresses of other pages have the same form: letters and digits.
  { source: 'creator-page/CreatorPage', paths: ['/:name([^\\W_]{2,20})'] },
] as const satisfies PageEntry[]

export type PageSource = (typeof PAGES)[number]['source']
export type Page = PageEntry & { source: PageSource }

/** The source file of a page, relative to web/. */
export const sourceFile = ({ source, isLocal }: PageEntry): string => `${isLocal ? '' : 'features/'}${source}.tsx`

/** The page at an encoded path, with its encoded parameters; null if there is none. */
export const matchPage = pageMatcher<Page>(PAGES)
