import type { CreatorAddresses, CreatorParts, PostAddresses } from '../../workers/creators/creators.schema.ts'
import { LIST_TYPES } from '../../workers/listings/list-types.schema.ts'
import type { ListingPart, ListingParts } from '../../workers/listings/sitemap.schema.ts'
import { categoriesOf } from '../../workers/listings/taxonomy.schema.ts'
import { LOCALE_CODES } from '../../workers/shared/locales.schema.ts'
import { type ListType, paths } from '../lib/paths.ts'
import { PAGES } from '../pages.ts'
import { addressIn, escapeHtml } from './page.ts'
import { type Ask, pageAt } from './pages.ts'

/**
 * The sitemap: an index at /sitemap.xml, and files for the pages of texts and lists, for each type of listing, for people, and for the pages and
 * posts of creators. All but the first are in parts of at most 5,000, by ranges of their ids.
 */

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A time as sitemaps write it; `seconds` are UTC seconds. '' for a damaged one, which must not take down the whole file. */
function lastModified(seconds: number | undefined): string {
  const date = new Date((seconds ?? Number.NaN) * 1000)
  return Number.isNaN(date.getTime()) ? '' : `<lastmod>${date.toISOString().slice(0, 19)}Z</lastmod>`
}

/** An address with its variants in every language. The variants are alternates of each other, so only one of them is listed. */
function entry(address: string, updatedAt?: number): string {
  const escaped = escapeHtml(address)
  const link = (lang: string, href: string) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`
  const links = LOCALE_CODES.map((lang) => link(lang, addressIn(escaped, lang))).join('')
  return `<url><loc>${escaped}</loc>${lastModified(updatedAt)}${links}${link('x-default', escaped)}</url>\n`
}

/** A file of entries; null without any, because the schema of sitemaps requires one. */
const fileOf = (entries: string[]): string | null =>
  entries.length === 0
    ? null
    : `${XML}<urlset xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`

/** The areas that are asked, and the errors of which make the whole file fail: a part that is missing would look like deleted pages. */
async function read<Answer>(get: Ask['get'], area: 'AUTH' | 'LISTINGS' | 'CREATORS', path: string): Promise<Answer> {
  const answer = await get(area, path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as Answer
}

/** The index, with the address of every file. */
export async function sitemapIndex({ origin, get }: Pick<Ask, 'origin' | 'get'>): Promise<string> {
  const [listings, people, { creators, posts }] = await Promise.all([
    read<ListingParts>(get, 'LISTINGS', '/api/listings/getListingParts'),
    read<{ profiles: number[] }>(get, 'AUTH', '/api/auth/getProfileParts'),
    read<CreatorParts>(get, 'CREATORS', '/api/creators/getCreatorParts'),
  ])
  const files = [
    'pages',
    ...Object.entries(listings).flatMap(([type, parts]) => (parts as number[]).map((part) => `${type}-${part}`)),
    ...people.profiles.map((part) => `people-${part}`),
    ...creators.map((part) => `creators-${part}`),
    ...posts.map((part) => `posts-${part}`),
  ]
  const items = files.map((name) => `<sitemap><loc>${escapeHtml(`${origin}/sitemaps/${name}.xml`)}</loc></sitemap>\n`)
  return `${XML}<sitemapindex xmlns="${SCHEMA}">\n${items.join('')}</sitemapindex>\n`
}

/** The addresses of a path pattern of pages.ts whose parameters are optional or have a fixed list of values. */
function addressesOf(pattern: string): string[] {
  return pattern.split('/').reduce<string[]>(
    (found, segment) => {
      if (!segment) return found
      const [, values, optional] = /^:\w+(?:\(([\w-]+(?:\|[\w-]+)*)\))?(\?)?$/.exec(segment) ?? []
      if (!segment.startsWith(':')) return found.map((start) => `${start}/${segment}`)
      const longer = values?.split('|').flatMap((value) => found.map((start) => `${start}/${value}`)) ?? []
      return optional ? [...found, ...longer] : longer
    },
    [''],
  )
}

/** The canonical paths of all pages that search engines may index and that no listing or member is needed for. */
export async function fixedPaths(ask: Omit<Ask, 'get'>): Promise<string[]> {
  const get = () => Promise.reject(new Error('not needed'))
  const categories = LIST_TYPES.flatMap((type) => categoriesOf(type).map(({ id }) => paths.category(type, id)))
  const addresses = [...PAGES.flatMap((page) => page.paths.flatMap(addressesOf)).map((path) => path || '/'), ...categories]
  const pages = await Promise.all(addresses.map((path) => pageAt(path, { ...ask, get })))
  return [...new Set(pages.flatMap(({ canonical }) => canonical ?? []))]
}

/** A file of the sitemap by its name (`pages`, `services-0`), or null if there is no such file. */
export async function sitemapFile(name: string, ask: Ask): Promise<string | null> {
  if (name === 'pages') return fileOf((await fixedPaths(ask)).map((path) => entry(ask.origin + path)))
  // A number has one form, so that a part has one address in the cache.
  const [, kind, part] = /^(services|jobs|events|people|creators|posts)-(0|[1-9]\d{0,6})$/.exec(name) ?? []
  if (!kind) return null
  if (kind === 'creators') {
    const { creators } = await read<CreatorAddresses>(ask.get, 'CREATORS', `/api/creators/getCreatorAddresses?part=${part}`)
    return fileOf(creators.map(({ name, updatedAt }) => entry(ask.origin + paths.creator(name), updatedAt || undefined)))
  }
  if (kind === 'posts') {
    const { posts } = await read<PostAddresses>(ask.get, 'CREATORS', `/api/creators/getPostAddresses?part=${part}`)
    return fileOf(posts.map(({ name, pid, updatedAt }) => entry(ask.origin + paths.post(name, pid), updatedAt || undefined)))
  }
  if (kind === 'people') {
    const { profiles } = await read<{ profiles: { id: number; updatedAt: number }[] }>(
      ask.get,
      'AUTH',
      `/api/auth/getProfilePart?part=${part}`,
    )
    return fileOf(profiles.map(({ id, updatedAt }) => entry(ask.origin + paths.person(id), updatedAt)))
  }
  const { listings } = await read<ListingPart>(ask.get, 'LISTINGS', `/api/listings/getListingPart?listType=${kind}&part=${part}`)
  return fileOf(listings.map(({ id, title, updatedAt }) => entry(ask.origin + paths.listing(id, title, kind as ListType), updatedAt)))
}
