import { slug } from '../../workers/shared/slug.schema.ts'
import { mediaUrl } from '../ui/media-url.ts'

/**
 * Builds every link of the app. What a page shows depends only on the id in its address; the slug is for readers and search engines, so it
 * keeps letters of any script.
 */

export type ListType = 'services' | 'jobs' | 'events'

const segment = (text: string | number) => encodeURIComponent(String(text).toWellFormed())

/** Decodes a segment of an address. One with an invalid escape stays as it is. */
export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const paths = {
  home: () => '/',
  tab: (type: ListType) => `/${type}/`,
  /** The page of a category or of one of its subcategories, by their ids. */
  category: (type: ListType, category: string, sub = '') => `/${type}/c/${[category, sub].filter(Boolean).join('/').replaceAll('_', '-')}`,
  /** The path of a tab with a filter; '' means no filter. */
  shown: (path: string, show: string) => path + (show && `?show=${segment(show)}`),
  search: (text: string) => `/search/${segment(text)}`,
  /** Leads to the page of a search whose text is in the parameter `q`, for forms. */
  searchForm: () => '/search/',
  /** The page of a listing. Browsers show the slug decoded. */
  listing(id: number, title = '', type: ListType = 'services'): string {
    const name = slug(title)
    return `/${type}/${id}${name && `/${segment(name)}`}`
  },
  /** The viewer's own listing as other members see it. */
  asMember: (id: number, title: string, type: ListType): string => `${paths.listing(id, title, type)}?as=member`,
  /** The form that creates a listing, or edits the listing `id`. Services have two types, each with its own address. */
  list: (type?: ListType | 'freelance' | 'locals', id?: number) => `/list/${type ? `${type}/` : ''}${id ?? ''}`,
  /** The newest listings of all types. */
  news: () => '/news/',
  /** The listings that most people ordered or saved in the last seven days. */
  trending: () => '/trending/',
  /** Listings of the members whom the viewer follows. */
  following: () => '/following/',
  /** The form of the viewer's own profile. */
  profile: () => '/profile/',
  /** The public profile of a member. */
  person: (userId: number) => `/profile/${userId}`,
  settings: () => '/settings/',
  orders: () => '/orders/',
  order: (id: string, room?: string | null) => `/orders/${segment(id)}${room ? `/${segment(room)}` : ''}`,
  /** The invoice of an order, by the id of the order. */
  invoice: (orderId: string) => `/invoices/${segment(orderId)}`,
  /** `message` is the number of a message, which the room then shows. */
  messenger: (room?: string, message?: number) => `/messenger/${room ? segment(room) : ''}${message ? `?message=${message}` : ''}`,
  /** The form with which members apply to become a creator, and the state of the application. */
  creatorSignUp: () => '/creator-sign-up/',
  /** The page of a creator, by the name that the team has granted. */
  creator: (name: string) => `/${segment(name)}/`,
  /** The page of a creator with the posts after the first `from` ones, at these posts. */
  creatorPosts: (name: string, from: number) => `/${segment(name)}/${from ? `?posts=${from}` : ''}#posts`,
  /** The page of a post. */
  post: (name: string, pid: string) => `/${segment(name)}/p/${segment(pid)}`,
  login: () => '/login/',
  /** What the product is for. */
  welcome: () => '/welcome',
  /** Questions and answers. A topic scrolls to its section. */
  faq: (topic?: string) => `/faq/${topic ?? ''}`,
  privacy: () => '/privacy',
  terms: () => '/terms',
  about: () => '/about',
  /** The notice that Japan's Act on Specified Commercial Transactions requires. */
  notice: () => '/tokuteishotorihiki',
  media: mediaUrl,
} as const
