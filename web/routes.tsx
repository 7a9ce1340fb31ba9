import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadCatalog } from './i18n.ts'

type Params = Record<string, string | undefined>
export type PageProps = { params: Params }
type Page = ComponentType<PageProps>

export interface Route {
  /** wouter's pattern; the first match wins. */
  path: string
  page: LazyExoticComponent<Page>
  /** Starts loading the page's code and texts; called on hover and focus of a link to it. */
  prefetch: () => Promise<unknown>
  /** `hero`: the page begins with a picture that lies under the bar. `room`: the page fills the screen, without footer. */
  frame?: 'hero' | 'room'
}

/** A lazy page that waits for the texts of its features, one file each. */
function page(features: string[], load: () => Promise<{ default: Page }>): Pick<Route, 'page' | 'prefetch'> {
  const prefetch = () => Promise.all([load(), ...features.map(loadCatalog)]).then(([module]) => module)
  return { page: lazy(prefetch), prefetch }
}

// A page with several addresses is one page: going from one to another keeps what is on screen.
const home = page(['home'], () => import('./features/home/HomePage.tsx'))
const editor = page(['listings', 'uploads'], () => import('./features/listings/ListingEditorPage.tsx'))

/** Every page of the app. */
export const routes: Route[] = [
  { path: '/', ...home, frame: 'hero' },
  { path: '/services', ...home, frame: 'hero' },
  { path: '/jobs', ...home, frame: 'hero' },
  { path: '/events', ...home, frame: 'hero' },
  { path: '/login', ...home, frame: 'hero' },
  { path: '/search/:query', ...page(['search'], () => import('./features/search/SearchPage.tsx')) },
  { path: '/services/:id/:slug?', ...page(['listings'], () => import('./features/listings/ServicePage.tsx')) },
  { path: '/list', ...editor },
  { path: '/list/:listType/:id?', ...editor },
  { path: '/profile', ...page(['auth', 'uploads'], () => import('./features/auth/ProfilePage.tsx')) },
  { path: '/orders', ...page(['orders'], () => import('./features/orders/OrdersPage.tsx')) },
  {
    path: '/orders/:id/:room?',
    ...page(['orders', 'chat', 'wallet'], () => import('./features/orders/OrderPage.tsx')),
    frame: 'room',
  },
  { path: '/messenger/:room?', ...page(['chat'], () => import('./features/chat/MessengerPage.tsx')), frame: 'room' },
]

export const lost: Route = { path: '*', ...page([], () => import('./shell/LostPage.tsx')) }
