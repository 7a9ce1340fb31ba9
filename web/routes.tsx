import { type Later, later, soon } from './lib/lazy-component.ts'
import type { PageProps } from './lib/page-props.ts'

export interface Route {
  /** wouter's pattern; the first match wins. */
  path: string
  /** Its code and texts start to load when the pointer or the focus comes to a link to it. */
  page: Later<PageProps>
  /** `hero`: the page begins with a picture that lies under the bar. `room`: the page fills the screen, without footer. */
  frame?: 'hero' | 'room'
  /** Its other addresses are places on the same page: going to one leaves the reader where they are. */
  still?: boolean
  /** Nothing without a login: a guest who does not want one is led to the start. */
  gated?: boolean
}

// A page with several addresses is one page: going from one to another keeps what is on screen.
const home = soon(() => import('./features/home/HomePage.tsx'), ['home'])
const feed = later(() => import('./features/feeds/FeedPage.tsx'), ['feeds', 'cards'])
const editor = later(() => import('./features/listing-editor/ListingEditorPage.tsx'), ['listing-editor', 'uploads', 'cards'])

/** Texts of the pages of what people answer to. */
const answered = ['listing-page', 'cards', 'applications']

/** Every page of the app. */
export const routes: Route[] = [
  { path: '/', page: home, frame: 'hero', still: true },
  { path: '/services', page: home, frame: 'hero', still: true },
  { path: '/jobs', page: home, frame: 'hero', still: true },
  { path: '/events', page: home, frame: 'hero', still: true },
  { path: '/login', page: home, frame: 'hero', still: true },
  { path: '/search/:query', page: later(() => import('./features/search/SearchPage.tsx'), ['search', 'cards']) },
  { path: '/services/:id/:slug?', page: later(() => import('./features/listing-page/ServicePage.tsx'), ['listing-page']) },
  { path: '/jobs/:id/:slug?', page: later(() => import('./features/listing-page/JobPage.tsx'), answered) },
  { path: '/events/:id/:slug?', page: later(() => import('./features/listing-page/EventPage.tsx'), answered) },
  { path: '/list', page: editor, gated: true },
  { path: '/list/:listType/:id?', page: editor, gated: true },
  { path: '/profile', page: later(() => import('./features/profile/ProfilePage.tsx'), ['profile', 'uploads']), gated: true },
  { path: '/profile/:userId', page: later(() => import('./features/profile/PersonPage.tsx'), ['profile', 'cards']) },
  { path: '/confirm-email', page: later(() => import('./features/auth/ConfirmEmailPage.tsx'), ['auth']) },
  { path: '/reset-password', page: later(() => import('./features/auth/ResetPasswordPage.tsx'), ['auth']) },
  { path: '/news', page: feed },
  { path: '/trending', page: feed },
  { path: '/following', page: feed },
  { path: '/settings', page: later(() => import('./features/settings/SettingsPage.tsx'), ['settings', 'auth']) },
  { path: '/orders', page: later(() => import('./features/orders/OrdersPage.tsx'), ['orders']) },
  {
    path: '/orders/:id/:room?',
    page: later(() => import('./features/orders/OrderPage.tsx'), ['orders', 'chat', 'wallet']),
    frame: 'room',
  },
  { path: '/messenger/:room?', page: later(() => import('./features/chat/MessengerPage.tsx'), ['chat']), frame: 'room' },
  { path: '/faq/:topic?', page: later(() => import('./features/pages/FaqPage.tsx'), ['pages']), still: true },
  { path: '/privacy', page: later(() => import('./features/pages/PrivacyPage.tsx'), ['pages']) },
  { path: '/terms', page: later(() => import('./features/pages/TermsPage.tsx'), ['pages', 'auth']) },
  { path: '/about', page: later(() => import('./features/pages/AboutPage.tsx'), ['pages']) },
  { path: '/tokuteishotorihiki', page: later(() => import('./features/pages/NoticePage.tsx'), ['pages']) },
  // Every control at a glance, for whoever builds with them.
  ...(import.meta.env.MODE === 'local-world'
    ? [{ path: '/gallery', page: later<PageProps>(() => import('./gallery/GalleryPage.tsx')) }]
    : []),
]

export const lost: Route = { path: '*', page: later(() => import('./shell/lazy/LostPage.tsx'), ['shell']) }
