import { mediaUrl } from '../ui/media-url.ts'

/**
 * Every link of the app is built here. The id decides what a page shows; the slug is for people and search
 * engines, so it keeps letters of any script.
 */

export type ListType = 'services' | 'jobs' | 'events'

/** A letter with its marks at the end; half of a letter that was cut counts as one. */
const LAST = /\P{M}?\p{M}*$/u

/**
 * At most 80 UTF-16 units, cut between letters. Intl.Segmenter would do it, but Firefox 121 lacks it; a slug holds nothing but letters,
 * marks and digits, for which this is the same, in the edge and in every browser.
 */
const cut = (text: string) => (text.length > 80 ? text.slice(0, 81).replace(LAST, '') : text)

/** `Logo & 名刺 デザイン!` -> `logo-名刺-デザイン`. */
export const slug = (title: string): string =>
  cut(
    title
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  ).replace(/^-+|-+$/g, '')

const segment = (text: string | number) => encodeURIComponent(String(text).toWellFormed())

/** A part of an address as text; what is no proper escape stays as it is. */
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
  /** A tab's path with those of its listings that `show` asks for; '' for all. */
  shown: (path: string, show: string) => path + (show && `?show=${segment(show)}`),
  search: (text: string) => `/search/${segment(text)}`,
  /** The page of a listing. Browsers show the encoded slug readably. */
  listing: (id: number, title = '', type: ListType = 'services') => `/${type}/${id}${slug(title) && `/${segment(slug(title))}`}`,
  /** One's own listing as members see it. */
  asMember: (id: number, title: string, type: ListType): string => `${paths.listing(id, title, type)}?as=member`,
  /** Start a new listing, or edit one. A service is of one of two types, which have words of their own. */
  list: (type?: ListType | 'freelance' | 'locals', id?: number) => `/list/${type ? `${type}/` : ''}${id ?? ''}`,
  /** Newest listings of all kinds. */
  news: () => '/news/',
  /** What was ordered most in the last seven days. */
  trending: () => '/trending/',
  /** Listings of the people one follows. */
  following: () => '/following/',
  /** One's own profile, to edit. */
  profile: () => '/profile/',
  /** Somebody's profile, as everybody sees it. */
  person: (userId: number) => `/profile/${userId}`,
  settings: () => '/settings/',
  orders: () => '/orders/',
  order: (id: string, room?: string | null) => `/orders/${segment(id)}${room ? `/${segment(room)}` : ''}`,
  messenger: (room?: string) => `/messenger/${room ? segment(room) : ''}`,
  login: () => '/login/',
  /** Questions and answers; a topic scrolls to its own. */
  faq: (topic?: string) => `/faq/${topic ?? ''}`,
  privacy: () => '/privacy',
  terms: () => '/terms',
  about: () => '/about',
  /** The notice Japan's Act on Specified Commercial Transactions asks for. */
  notice: () => '/tokuteishotorihiki',
  media: mediaUrl,
} as const
