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
function route(path: string, features: string[], load: () => Promise<{ default: Page }>, frame?: Route['frame']): Route {
  const fetchAll = () => Promise.all([load(), ...features.map(loadCatalog)]).then(([module]) => module)
  return { path, page: lazy(fetchAll), prefetch: fetchAll, frame }
}

const home = () => import('./features/home/HomePage.tsx')
const order = () => import('./features/orders/OrderPage.tsx')
const editor = () => import('./features/listings/ListingEditorPage.tsx')
const messenger = () => import('./features/chat/MessengerPage.tsx')

/** Every page of the app. */
export const routes: Route[] = [
  route('/', ['home'], home, 'hero'),
  route('/services', ['home'], home, 'hero'),
  route('/jobs', ['home'], home, 'hero'),
  route('/events', ['home'], home, 'hero'),
  route('/search/:query', ['search'], () => import('./features/search/SearchPage.tsx')),
  route('/services/:id/:slug?', ['listings'], () => import('./features/listings/ServicePage.tsx')),
  route('/list', ['listings', 'uploads'], editor),
  route('/list/:listType/:id?', ['listings', 'uploads'], editor),
  route('/profile', ['auth', 'uploads'], () => import('./features/auth/ProfilePage.tsx')),
  route('/orders', ['orders'], () => import('./features/orders/OrdersPage.tsx')),
  route('/orders/:id/:room?', ['orders', 'chat', 'wallet'], order, 'room'),
  route('/messenger/:room?', ['chat'], messenger, 'room'),
  route('/login', ['home'], home, 'hero'),
]

export const lost = route('*', [], () => import('./shell/LostPage.tsx'))
