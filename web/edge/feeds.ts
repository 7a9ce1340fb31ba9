import type { ListingCard, ListingPage } from '../../workers/listings/listings.schema.ts'
import { findCategory } from '../../workers/listings/taxonomy.schema.ts'
import { translationOf } from '../../workers/shared/locales.schema.ts'
import { brand } from '../brand.ts'
import { type ListType, paths } from '../lib/paths.ts'
import { addressIn, escapeHtml, feedPath } from './page.ts'
import { type Ask, CATALOGS } from './pages.ts'

/** Feeds (RSS 2.0) with the newest listings of a type or category. */

/** Listings in a feed, and the most pages that are read for them: a page of which every listing is damaged is empty. */
const MAX_ITEMS = 50
const MAX_PAGES = 6
/** How long readers wait before they load a feed again (minutes). */
const TTL = 15

/** Text without the characters that no XML file may contain, such as control characters. */
export const feedText = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** Escapes text for an element. */
export const escapeXml = (text: string): string => escapeHtml(feedText(text))

/** The newest listings. Throws if the area does not answer. */
async function newest(get: Ask['get'], type: ListType, category: string): Promise<ListingCard[]> {
  const cards: ListingCard[] = []
  let cursor: string | null = ''
  for (let page = 0; page < MAX_PAGES && cursor !== null && cards.length < MAX_ITEMS; page++) {
    const query = `type=${type}&sort=newest&category=${category}${cursor && `&cursor=${cursor}`}`
    const answer = await get('LISTINGS', `/api/listings/query?${query}`)
    if (!answer.ok) throw new Error(`the list of ${type} answered ${answer.status}`)
    const { services, next } = (await answer.json()) as ListingPage
    cards.push(...services)
    cursor = next
  }
  return cards.slice(0, MAX_ITEMS)
}

function item(card: ListingCard, { origin, locale }: Pick<Ask, 'origin' | 'locale'>): string {
  const address = origin + paths.listing(card.id, card.title, card.listType)
  const picture = card.picture && `${origin}${paths.media(card.picture.id, 1280)}`
  return [
    '<item>',
    `<title>${escapeXml(card.title)}</title>`,
    `<link>${escapeXml(addressIn(address, locale))}</link>`,
    `<guid isPermaLink="false">${origin}/${card.listType}/${card.id}</guid>`,
    `<pubDate>${new Date(card.createdAt * 1000).toUTCString()}</pubDate>`,
    `<dc:creator>${escapeXml(card.poster.name)}</dc:creator>`,
    `<category>${escapeXml(translationOf(card.categoryLabel, locale))}</category>`,
    `<description>${escapeXml(card.descriptionPreview)}</description>`,
    ...(picture ? [`<media:content url="${escapeXml(picture)}" medium="image" type="image/webp"/>`] : []),
    '</item>\n',
  ].join('')
}

/** The feed of a type, or of one of its categories by its slug; null if there is no such category. */
export async function feed(type: ListType, slug: string, { origin, locale, get }: Pick<Ask, 'origin' | 'locale' | 'get'>) {
  const found = slug ? findCategory(type, slug) : undefined
  if (found === null) return null
  const category = found?.category.id ?? ''
  const cards = await newest(get, type, category)
  const { title, description } = CATALOGS[locale][type]
  const label = found && translationOf(found.category, locale)
  const self = addressIn(origin + feedPath(type, category), locale)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">\n',
    `<channel><title>${escapeXml([label, title, brand.name].filter(Boolean).join(' · '))}</title>`,
    `<link>${escapeXml(addressIn(origin + (category ? paths.category(type, category) : paths.tab(type)), locale))}</link>`,
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    `<description>${escapeXml(description)}</description>`,
    `<language>${locale}</language><ttl>${TTL}</ttl>`,
    `<image><url>${origin}/apple-touch-icon.png</url><title>${brand.name}</title><link>${origin}/</link></image>\n`,
    ...cards.map((card) => item(card, { origin, locale })),
    '</channel></rss>\n',
  ].join('')
}
